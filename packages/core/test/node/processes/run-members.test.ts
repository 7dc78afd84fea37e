import { expect, onTestFinished, test, vi } from "vitest";
import { findRemaining } from "../../../src/node/processes/run-members.js";

test.each(["ends", "goes on"])(
  "what %s while a look at it takes longer than the moment is looked at once more",
  async (what) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const member = { pid: 2, parent: 1, group: 2, session: 2, startTime: 1 };
    const later = what === "ends" ? [] : [member];
    const find = vi
      .fn(async () => later)
      .mockImplementationOnce(async () => {
        vi.advanceTimersByTime(60_000);
        return [member];
      });
    expect(await findRemaining({ find, ownGroups: () => new Set() })).toEqual(later);
    expect(find).toHaveBeenCalledTimes(2);
  },
);

test("what is left has a quarter of a second to end by itself", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const member = { pid: 2, parent: 1, group: 2, session: 2, startTime: 1 };
  let looks = 0;
  const find = async () => {
    looks += 1;
    // Over with the third look: the fourth is the last.
    vi.advanceTimersByTime(looks === 1 ? 249 : looks === 3 ? 1 : 0);
    return [member];
  };
  expect(await findRemaining({ find, ownGroups: () => new Set() })).toEqual([member]);
  expect(looks).toBe(4);
});
