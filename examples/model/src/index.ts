import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type ModelRequest, type ScriptStep, scriptedModel } from "@skillplug/testing/models/scripted-model";
import { loopbackProvider } from "@skillplug/testing/provider/loopback-provider";
import { PROVIDERS, type ProviderName, useServer } from "./providers.js";
import { printing } from "./transcript.js";

export type { ModelRequest, ScriptStep, ToolAnswer } from "@skillplug/testing/models/scripted-model";
export type { ProviderName } from "./providers.js";

/** The folder of the skills that all examples share. */
export const SKILLS_FOLDER = fileURLToPath(new URL("../../../skills", import.meta.url));

/** What an example tells, apart from its own code. */
export interface Example {
  /** Its folder in examples/. */
  readonly name: string;
  /** In one line. */
  readonly about: string;
  readonly provider: ProviderName;
  /** What the model does when no real one is asked. */
  readonly script: readonly ScriptStep[];
  /** Throws when the last words, of any model, are not what the example claims. */
  checkText(text: string): void;
  /** Throws when the scripted model was not sent what the example claims. */
  checkTurns(turns: readonly ModelRequest[]): void;
}

/**
 * The code of an example.
 *
 * @param model the name to hand to the provider's client
 * @returns the model's last words
 */
export type ExampleCode = (model: string, isScripted: boolean) => Promise<string>;

/** What the user got wrong on the command line. */
class UsageError extends Error {}

/**
 * Runs an example as a program. `--model NAME` asks a real model. Without it a server on this machine plays the script, and
 * environment variables lead the provider's official client to it, so that the code is the same.
 *
 * Ends with exit code 0, 1 when a check failed, or 2 for wrong arguments.
 */
export async function runExample(example: Example, code: ExampleCode): Promise<void> {
  // The reader has gone, as with `| head`.
  process.stdout.on("error", () => process.exit());
  try {
    const { model, help } = readArguments();
    if (help) console.log(helpOf(example));
    else if (model === undefined) await playScript(example, code);
    else await askModel(example, code, model);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    console.error(isUsage ? `${message}\nTry --help.` : `The example ${example.name} failed: ${message}`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { model: { type: "string" }, help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function playScript({ about, provider, script, checkText, checkTurns }: Example, code: ExampleCode) {
  console.log(`${about}\nNo --model: a scripted model plays its part; the tools, files and scripts are real.\n`);
  const model = scriptedModel(script);
  const server = await loopbackProvider(PROVIDERS[provider].protocol, printing(model));
  try {
    useServer(PROVIDERS[provider], server.url);
    const text = await code("scripted", true);
    console.log(`model says: ${text}`);
    assert.equal(model.requests.length, script.length, "The number of turns is not that of the script.");
    checkText(text);
    checkTurns(model.requests);
    console.log("\nChecked: the run did what the example claims.");
  } finally {
    await server.close();
  }
}

async function askModel({ about, provider, checkText }: Example, code: ExampleCode, model: string) {
  const { keys } = PROVIDERS[provider];
  if (!keys.some((key) => process.env[key])) {
    const message = `--model ${model} needs an API key: set ${keys.join(" or ")}. Without --model no key is needed.`;
    throw new UsageError(message);
  }
  console.log(`${about}\nModel: ${model}\n`);
  const text = await code(model, false);
  console.log(`model says: ${text}`);
  checkText(text);
}

function helpOf({ name, about, provider }: Example): string {
  const { exampleModel, keys } = PROVIDERS[provider];
  return `Usage: node examples/${name}/dist/main.js [--model NAME]

${about}

  --model   a model's name, such as ${exampleModel}, with ${keys.join(" or ")} set.
            Without it a scripted model plays, offline and free.
  --help    this text

Exit codes: 0 done, 1 the example did not do what it claims, 2 wrong arguments.`;
}
