// The real terminal: streams, colours, questions and Ctrl-C of this process.

import type { ReadStream } from "node:tty";
import { EXIT } from "./base/exit-codes.js";
import type { Terminal } from "./base/terminal.js";

/** The terminal of this process. */
export function thisTerminal(): Terminal {
  const { stdout, stderr, stdin, env } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Who reads no further (`| head`) has what it wanted.
    if (error.code === "EPIPE") process.exit(EXIT.ok);
    stderr.write(`error: standard output cannot be written: ${error.message}\n`);
    process.exit(EXIT.findings);
  });
  stderr.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? EXIT.ok : EXIT.findings));
  return {
    columns: stdout.isTTY ? stdout.columns || 80 : undefined,
    colour: { stdout: wantsColour(env, stdout.isTTY), stderr: wantsColour(env, stderr.isTTY) },
    write: (stream, text) => void process[stream].write(text),
    async confirm(question, signal) {
      if (!stdin.isTTY || !stderr.isTTY) return undefined;
      const { createInterface } = await import("node:readline/promises");
      await dropTypedAhead(stdin);
      // Not as a terminal: Ctrl-C then stays a signal.
      const lines = createInterface({ input: stdin, output: stderr, terminal: false });
      const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      const answer = await Promise.race([lines.question(question, { signal }), closed]).finally(() => lines.close());
      return /^y(?:es)?$/i.test(answer.trim());
    },
    input: async (signal, maxBytes) => (stdin.isTTY ? undefined : readAll(stdin, signal, maxBytes)),
    interruption() {
      const controller = new AbortController();
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        // The second time there is no more waiting.
        process.on(name, () => (controller.signal.aborted ? process.exit(EXIT.interrupted) : controller.abort()));
      }
      return controller.signal;
    },
  };
}

async function readAll(stdin: ReadStream, signal: AbortSignal, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = () => stdin.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    for await (const chunk of stdin) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Reads away what was typed before now, and answers nothing that is asked from now on. */
async function dropTypedAhead(stdin: ReadStream): Promise<void> {
  let isQuiet = true;
  const drop = () => {
    isQuiet = false;
  };
  // Raw, since a terminal else holds a line back until its end is typed.
  stdin.setRawMode(true).on("data", drop).resume();
  do {
    isQuiet = true;
    // The event loop reads what is there between two turns.
    for (let turns = 0; turns < 2; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  } while (!isQuiet);
  stdin.pause().off("data", drop).setRawMode(false);
}

/** @see https://no-color.org and https://force-color.org */
function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean | undefined): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return isTerminal === true && env["TERM"] !== "dumb";
}
