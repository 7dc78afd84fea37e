import { expect, test } from "vitest";
import { memoryApprovals } from "../../src/operations/approval-store.js";

test("the first request under an id stays, and is taken once", async () => {
  const store = memoryApprovals();
  expect(await store.put("1", "a")).toBe("a");
  expect(await store.put("1", "b")).toBe("a");
  expect(await store.get("1")).toBe("a");
  expect(await Promise.all([store.take("1"), store.take("1")])).toEqual(["a", undefined]);
  expect(await store.get("1")).toBeUndefined();
  expect(await store.put("1", "c")).toBe("c");
});

test("1,000 requests wait; with one more, the oldest is dropped", async () => {
  const store = memoryApprovals();
  for (let id = 1; id <= 1_000; id += 1) await store.put(String(id), "x");
  expect(await store.get("1")).toBe("x");
  await store.put("1001", "x");
  expect([await store.get("1"), await store.get("2"), await store.get("1001")]).toEqual([undefined, "x", "x"]);
});

test("32,000,000 characters wait; with one more, the oldest is dropped, and what is taken counts no more", async () => {
  const store = memoryApprovals();
  const half = "x".repeat(16_000_000);
  await store.put("1", half);
  await store.put("2", half);
  expect(await store.get("1")).toBe(half);
  await store.take("1");
  await store.put("3", half);
  expect(await store.get("2")).toBe(half);
  await store.put("4", "x");
  expect([await store.get("2"), await store.get("3")]).toEqual([undefined, half]);
});
