import { parseArgs } from "node:util";
import type { Run } from "./run.js";
import { RUNS } from "./runs.js";

/** By the word before the colon of `--model`: where its clients take their key from. */
const KEYS: Readonly<Record<string, string>> = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  gemini: "GEMINI_API_KEY",
};

const ADAPTERS: readonly string[] = [...new Set(RUNS.map(({ adapter }) => adapter))];

export const HELP = `Usage: npm run quickstart [-- --model PROVIDER:NAME] [--adapter ADAPTER]

Gives a model one task that needs two skills of skills/, through each adapter, and shows every tool call.

  --model     openai:NAME with OPENAI_API_KEY set, anthropic:NAME with ANTHROPIC_API_KEY set, or
              gemini:NAME with GEMINI_API_KEY set, such as openai:gpt-5-mini.
              Without it a scripted model plays, offline and free.
  --adapter   one alone: ${ADAPTERS.join(", ")}
  --help      this text

Exit codes: 0 done, 1 a run did not do what the task asks for, 2 wrong arguments.`;

/** What the user got wrong on the command line. */
export class UsageError extends Error {}

/** What is to be run. */
export interface Choice {
  readonly help: boolean;
  readonly runs: readonly Run[];
  /** The real model; without one, a script plays. */
  readonly model: { readonly provider: string; readonly name: string } | undefined;
}

/** @throws UsageError for anything that cannot be run */
export function readArguments(): Choice {
  const { help = false, model: modelName, adapter } = parse();
  const model = modelName === undefined ? undefined : readModel(modelName);
  if (adapter !== undefined && !ADAPTERS.includes(adapter)) {
    throw new UsageError(`--adapter takes one of ${ADAPTERS.join(", ")}, not "${adapter}".`);
  }
  const runs = RUNS.filter(
    (run) => (!adapter || run.adapter === adapter) && (!model || run.api.startsWith(model.provider)),
  );
  if (runs.length > 0) return { help, runs, model };
  throw new UsageError(`The adapter ${adapter} is shown with OpenAI's API alone here: give --model openai:NAME.`);
}

function parse() {
  try {
    const text = { type: "string" } as const;
    return parseArgs({ options: { model: text, adapter: text, help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readModel(text: string) {
  const [, provider = "", name = ""] = /^(\w+):(\S+)$/.exec(text) ?? [];
  const key = Object.hasOwn(KEYS, provider) ? KEYS[provider] : undefined;
  if (!key) {
    const expected = Object.keys(KEYS).map((word) => `${word}:NAME`);
    throw new UsageError(`--model takes ${expected.join(", ")}, such as openai:gpt-5-mini, not "${text}".`);
  }
  if (process.env[key]) return { provider, name };
  throw new UsageError(`--model ${text} needs an API key: set ${key}. Without --model no key is needed.`);
}

/** Whether a real model could be used. */
export function hasApiKey(): boolean {
  return Object.values(KEYS).some((key) => process.env[key]);
}
