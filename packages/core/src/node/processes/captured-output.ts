// Keeps the output of a process within a bound: its head, and its tail in a ring buffer.

import { cleanText } from "../../text/clean-text.js";

/** What is kept of one output stream: all of it, or its head and its tail. */
export interface CapturedOutput {
  add(chunk: Uint8Array): void;
  /** How many bytes came, kept or not. */
  readonly printedBytes: number;
  readonly truncated: boolean;
  /** What was kept as plain text, with a line that says how much was left out. */
  text(): string;
}

/** Keeps at most `maxBytes`: the first half of them from the beginning, the other half from the end. */
export function captureOutput(maxBytes: number): CapturedOutput {
  const headBytes = Math.floor(maxBytes / 2);
  const tailBytes = maxBytes - headBytes;
  // The head, followed by a ring buffer that holds the tail. As long as all fits, it is simply the output. It grows with what is
  // printed: most scripts print little, and to set 256 kB aside for each stream costs a quarter of starting one.
  let kept = Buffer.alloc(0);
  let printedBytes = 0;
  const tailPosition = () => headBytes + ((printedBytes - headBytes) % tailBytes);

  function makeRoom(bytes: number): void {
    if (bytes <= kept.length) return;
    // Whatever is read of it was written before.
    const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(bytes, 2 * kept.length)));
    larger.set(kept);
    kept = larger;
  }

  function addToTail(chunk: Uint8Array): void {
    const passedOver = Math.max(0, chunk.length - tailBytes);
    printedBytes += passedOver;
    const rest = chunk.subarray(passedOver);
    const upToTheEnd = rest.subarray(0, maxBytes - tailPosition());
    kept.set(upToTheEnd, tailPosition());
    kept.set(rest.subarray(upToTheEnd.length), headBytes);
    printedBytes += rest.length;
  }

  return {
    add(chunk) {
      const fitting = chunk.subarray(0, Math.max(0, maxBytes - printedBytes));
      makeRoom(printedBytes + fitting.length);
      kept.set(fitting, Math.min(printedBytes, maxBytes));
      printedBytes += fitting.length;
      if (fitting.length < chunk.length) addToTail(chunk.subarray(fitting.length));
    },
    get printedBytes() {
      return printedBytes;
    },
    get truncated() {
      return printedBytes > maxBytes;
    },
    text() {
      // As a TextDecoder does it, which takes milliseconds at its first use.
      if (printedBytes <= maxBytes) return toPlainText(kept.toString("utf8", 0, printedBytes));
      const head = new TextDecoder().decode(kept.subarray(0, headBytes), { stream: true });
      const tail = Buffer.concat([kept.subarray(tailPosition()), kept.subarray(headBytes, tailPosition())]);
      const leftOut = printedBytes - maxBytes;
      return `${toPlainText(head)}\n[… ${leftOut} bytes left out …]\n${toPlainText(decodeFromTheMiddle(tail))}`;
    },
  };
}

/** Skips the rest of a character whose beginning was left out. */
function decodeFromTheMiddle(bytes: Uint8Array): string {
  const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;
  const start = bytes.subarray(0, 4).findIndex((byte) => !isContinuation(byte));
  return new TextDecoder().decode(bytes.subarray(Math.max(0, start)));
}

/** A text without terminal escapes and all else that cannot be seen; every line end becomes `\n`. */
export function toPlainText(text: string): string {
  return cleanText(text).text;
}
