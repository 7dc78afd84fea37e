import { expect, test } from "vitest";
import { createLimit } from "../../src/operations/limit.js";

/** A task that runs until it is told to end. */
function task() {
  let started = false;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async () => {
    started = true;
    await ended;
  };
  return { run, end: () => end(), started: () => started };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("so many tasks run at once, further ones wait for their turn in order", async () => {
  const limit = createLimit(2);
  const tasks = [task(), task(), task(), task()];
  const done = tasks.map(({ run }) => limit(undefined, run));
  const started = () => tasks.map((each) => each.started());
  await turn();
  expect(started()).toEqual([true, true, false, false]);
  tasks[1]?.end();
  await turn();
  expect(started()).toEqual([true, true, true, false]);
  for (const { end } of tasks) end();
  await Promise.all(done);
});

test("a task that fails leaves its turn to the next", async () => {
  const limit = createLimit(1);
  await expect(limit(undefined, () => Promise.reject(new Error("no luck")))).rejects.toThrow("no luck");
  expect(await limit(undefined, async () => "next")).toBe("next");
});

test("an abort ends the waiting, runs nothing, and takes nobody's turn", async () => {
  const limit = createLimit(1);
  const [first, aborted, last] = [task(), task(), task()];
  const abort = new AbortController();
  const running = limit(undefined, first.run);
  const refused = limit(abort.signal, aborted.run);
  const waiting = limit(undefined, last.run);
  abort.abort();
  await expect(refused).rejects.toMatchObject({ code: "aborted" });
  await turn();
  expect(last.started()).toBe(false);
  first.end();
  await running;
  await turn();
  expect([aborted.started(), last.started()]).toEqual([false, true]);
  last.end();
  await waiting;
});

test("an abort at the very moment of one's turn hands the turn on", async () => {
  const limit = createLimit(1);
  const [first, aborted] = [task(), task()];
  const abort = new AbortController();
  const running = limit(undefined, first.run);
  const refused = limit(abort.signal, aborted.run);
  first.end();
  void running.then(() => abort.abort());
  await refused.catch(() => {});
  aborted.end();
  expect(await limit(undefined, async () => "free")).toBe("free");
});
