import Anthropic from "@anthropic-ai/sdk";
import type { LanguageModel } from "ai";
import OpenAI from "openai";
import { AI_SDK, ANTHROPIC_CLIENT, OPENAI_CLIENT, type Run } from "./run.js";
import { runWithAiSdk } from "./with-ai-sdk.js";
import { runWithAnthropic, runWithOpenAI } from "./with-raw-api.js";

interface Provider {
  /** The environment variable that the clients take their key from. */
  readonly key: string;
  clientRun(model: string, prompt: string): Run;
}

/** By the word before the colon of `--model`. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: {
    key: "OPENAI_API_KEY",
    clientRun: (model, prompt) => ({
      title: OPENAI_CLIENT,
      start: (skills) => runWithOpenAI(new OpenAI(), model, skills, prompt),
    }),
  },
  anthropic: {
    key: "ANTHROPIC_API_KEY",
    clientRun: (model, prompt) => ({
      title: ANTHROPIC_CLIENT,
      start: (skills) => runWithAnthropic(new Anthropic(), model, skills, prompt),
    }),
  },
};

/** Whether a real model could be used. */
export function hasApiKey(): boolean {
  return Object.values(PROVIDERS).some(({ key }) => process.env[key]);
}

/** What the user got wrong on the command line. */
export class UsageError extends Error {}

/**
 * The task with a real model.
 *
 * @param name such as `openai:gpt-5-mini`
 * @returns the runs, and what the user should know of one that is left out
 * @throws UsageError for another form, another provider or a missing key
 */
export async function realRuns(prompt: string, name: string): Promise<{ runs: Run[]; note: string }> {
  const [, providerName = "", modelName = ""] = /^(\w+):(\S+)$/.exec(name) ?? [];
  const provider = Object.hasOwn(PROVIDERS, providerName) ? PROVIDERS[providerName] : undefined;
  if (!provider) {
    throw new UsageError(`--model takes openai:NAME or anthropic:NAME, such as openai:gpt-5-mini, not "${name}".`);
  }
  if (!process.env[provider.key]) {
    throw new UsageError(`--model ${name} needs an API key: set ${provider.key}. Without --model no key is needed.`);
  }
  const clientRun = provider.clientRun(modelName, prompt);
  const model = await aiSdkModel(providerName, modelName);
  if (!model) return { runs: [clientRun], note: `Model: ${name}. ${howToAdd(providerName)}` };
  const aiSdkRun: Run = { title: AI_SDK, start: (skills) => runWithAiSdk(model, skills, prompt) };
  return { runs: [aiSdkRun, clientRun], note: `Model: ${name}` };
}

/** The AI SDK has one package for each provider; this example depends on none of them. */
async function aiSdkModel(provider: string, model: string): Promise<LanguageModel | undefined> {
  try {
    const module: Record<string, (model: string) => LanguageModel> = await import(`@ai-sdk/${provider}`);
    return module[provider]?.(model);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

function howToAdd(provider: string): string {
  return `The AI SDK is left out, as @ai-sdk/${provider} is not installed. To add it:\nnpx pnpm@10 add --filter @skillplug/example-quickstart @ai-sdk/${provider}@4`;
}
