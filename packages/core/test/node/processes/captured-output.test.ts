import fc from "fast-check";
import { expect, test } from "vitest";
import { captureOutput, toPlainText } from "../../../src/node/processes/captured-output.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

test("B17: any text passes through, however it is cut into chunks", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(50)), (text, cuts) => {
      const output = captureOutput(10_000);
      const bytes = bytesOf(text);
      const edges = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      for (const [index, edge] of edges.entries()) output.add(bytes.subarray(edge, edges[index + 1]));
      expect(output.text()).toBe(toPlainText(text));
      expect(output.truncated).toBe(false);
    }),
  );
});

test("bad input 27: the head and the tail are kept, whatever the sizes", () => {
  const chunks = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 30 }));
  fc.assert(
    fc.property(chunks, fc.integer({ min: 1, max: 50 }), (texts, maxBytes) => {
      const output = captureOutput(maxBytes);
      for (const text of texts) output.add(bytesOf(text));
      const all = texts.join("");
      const head = Math.floor(maxBytes / 2);
      const leftOut = all.length - maxBytes;
      const expected = `${all.slice(0, head)}\n[… ${leftOut} bytes left out …]\n${all.slice(head - maxBytes)}`;
      expect(output.text()).toBe(leftOut > 0 ? expected : all);
      expect([output.printedBytes, output.truncated]).toEqual([all.length, leftOut > 0]);
    }),
  );
});

test("bad input 27: a cut inside a character leaves no broken one", () => {
  for (const maxBytes of [9, 10, 11, 12, 13, 14, 15, 16]) {
    const output = captureOutput(maxBytes);
    output.add(bytesOf("😀".repeat(100)));
    expect(output.text()).toMatch(/^(😀)*\n\[… \d+ bytes left out …\]\n(😀)*$/u);
  }
});

test("bad input 27: invalid UTF-8 becomes replacement characters", () => {
  const output = captureOutput(100);
  output.add(new Uint8Array([0x61, 0xff, 0x62, 0xc3]));
  expect(output.text()).toBe("a\uFFFDb\uFFFD");
});

test("bad input 27: terminal escapes and control characters are taken out", () => {
  expect(toPlainText("\u001B[31mred\u001B[0m \u001B]0;title\u0007bell\u0007 nul\0 del\u007F c1\u009B2J")).toBe(
    "red bell nul del c1",
  );
  expect(toPlainText("a\tb\r\nc\rd\n")).toBe("a\tb\nc\nd\n");
});

test("a control string that the middle cuts takes nothing of what stands behind it", () => {
  const output = captureOutput(40);
  output.add(Buffer.from(`head\u001B]0;${"x".repeat(60)}\u0007${"y".repeat(10)}tail`));
  expect(output.text()).toBe("head\n[… 43 bytes left out …]\nxxxxxyyyyyyyyyytail");
});

test("eight outputs of 10 kB cost as much as one of 80 kB, whatever they are made of", () => {
  for (const [begin, unit] of [
    ["\u001B", ";#"],
    ["\u009B", ";?"],
    ["", "\u001B]"],
    ["", "\u001B;#"],
  ] as const) {
    const cpuOf = (times: number, length: number): number => {
      const text = begin + unit.repeat(length / unit.length);
      const before = process.cpuUsage();
      for (let time = 0; time < times; time++) toPlainText(text);
      return process.cpuUsage(before).user / 1_000;
    };
    cpuOf(8, 10_000);
    expect(Math.min(cpuOf(1, 80_000), cpuOf(1, 80_000))).toBeLessThan(4 * cpuOf(8, 10_000) + 30);
  }
});
