import { toAiSdkTools } from "@skillplug/ai-sdk";
import { generateText, isStepCount, type LanguageModel } from "ai";
import { MAX_TURNS, type Outcome, type Skills } from "./run.js";

/** The AI SDK's own loop: it calls the model, runs the tools, and calls the model again until it answers. */
export async function runWithAiSdk(model: LanguageModel, skills: Skills, prompt: string): Promise<Outcome> {
  const { text, steps } = await generateText({
    model,
    prompt,
    stopWhen: isStepCount(MAX_TURNS),
    instructions: await skills.getInstructions(),
    tools: await toAiSdkTools(skills),
  });
  return { turns: steps.length, text };
}
