import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// No text of up to 1 MB, from a file, a script, a model or a host's own schema, holds the event loop. The program runs what is
// built, so that an edit needs `npm run build` first.
const program = fileURLToPath(new URL("never-frozen/program.mjs", import.meta.url));

/** After so long without a word the case that has begun is taken for one that never ends. */
const SILENCE_MS = 60_000;

interface Turn {
  readonly name: string;
  readonly ms: number;
  /** Whether it froze timers, sockets and other calls. */
  readonly isFrozen: boolean;
}

/** The longest turn of each case of a group; one that never ends is frozen. */
async function turnsOf(group: string): Promise<Turn[]> {
  const child = spawn(process.execPath, [program, group], { stdio: ["ignore", "pipe", "ignore"] });
  const closed = once(child, "close");
  const turns: Turn[] = [];
  let begun = "";
  const end = (): void => {
    child.kill("SIGKILL");
  };
  let silence = setTimeout(end, SILENCE_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE_MS);
    const told: unknown = JSON.parse(line);
    if (isTurn(told)) turns.push(told);
    else begun = line;
  }
  clearTimeout(silence);
  const [code, signal] = await closed;
  if (code !== 0) turns.push({ name: `ended by ${signal ?? code}: ${begun}`, ms: Number.NaN, isFrozen: true });
  return turns;
}

function isTurn(value: unknown): value is Turn {
  return typeof value === "object" && value !== null && "name" in value && "isFrozen" in value;
}

test.each([
  ["format", 900],
  ["search", 150],
  ["toolset", 200],
  ["schema", 60],
  ["inputs", 20],
  ["others", 200],
])(
  "no text of 1 MB in any place holds the event loop for 200 ms: %s",
  async (group, least) => {
    const turns = await turnsOf(group);
    expect(turns.filter(({ isFrozen }) => isFrozen)).toEqual([]);
    // The table has not lost its cases.
    expect(turns.length).toBeGreaterThan(least);
  },
  600_000,
);
