import { expect, test } from "vitest";
import { createDescriptorPool, descriptors, MAX_DESCRIPTORS, withDescriptors } from "../../src/node/descriptors.js";

/** Which of the promises have settled by now, in the order in which they did. */
async function settledOf(waits: Readonly<Record<string, Promise<unknown>>>): Promise<string[]> {
  const settled: string[] = [];
  for (const [name, wait] of Object.entries(waits)) void wait.then(() => settled.push(name));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

test("who needs several descriptors gets them at once, and is not passed by those who need few", async () => {
  const pool = createDescriptorPool(4);
  await pool.take(3);
  const [three, one] = [pool.take(3), pool.take(1)];
  expect(await settledOf({ three, one })).toEqual([]);
  pool.release(1);
  expect(await settledOf({ three, one })).toEqual([]);
  pool.release(2);
  expect(await settledOf({ three, one })).toEqual(["three", "one"]);
});

test("who can do with less gets what is free, and waits for one at least", async () => {
  const pool = createDescriptorPool(4);
  expect(await pool.takeUpTo(3)).toBe(3);
  expect(await pool.takeUpTo(3)).toBe(1);
  const next = pool.takeUpTo(3);
  expect(await settledOf({ next })).toEqual([]);
  pool.release(4);
  expect(await next).toBe(3);
});

test("who needs more than there are gets all", async () => {
  const pool = createDescriptorPool(2);
  await pool.take(3);
  expect(await settledOf({ another: pool.take(1) })).toEqual([]);
});

test.each(["EMFILE", "ENFILE"])("%s is waited out, and thrown when it stays", async (code) => {
  const error = Object.assign(new Error("none left"), { code });
  let tries = 0;
  const recovers = async () => {
    tries += 1;
    if (tries < 4) throw error;
    return "read";
  };
  expect(await withDescriptors(3, undefined, recovers)).toBe("read");
  tries = 0;
  const stays = async () => {
    tries += 1;
    throw error;
  };
  await expect(withDescriptors(3, undefined, stays)).rejects.toBe(error);
  expect(tries).toBe(4);
  // All places are free again.
  expect(await descriptors.takeUpTo(1000)).toBe(MAX_DESCRIPTORS);
  descriptors.release(MAX_DESCRIPTORS);
});

test("another failure is thrown at once, and an abort while it waits is its own reason", async () => {
  let tries = 0;
  const fails = async () => {
    tries += 1;
    throw Object.assign(new Error("gone"), { code: "ENOENT" });
  };
  await expect(withDescriptors(1, undefined, fails)).rejects.toThrow("gone");
  expect(tries).toBe(1);
  const reason = new Error("enough");
  await expect(withDescriptors(1, AbortSignal.abort(reason), fails)).rejects.toBe(reason);
  expect(tries).toBe(1);
});
