import { createOpenAI } from "@ai-sdk/openai";
import { toAiSdkTools } from "@skillplug/ai-sdk";
import { generateText, isStepCount } from "ai";
import { MAX_TURNS, type Outcome, type Task } from "./run.js";

/** The AI SDK's own loop: it calls the model, runs the tools, and calls the model again until it answers. */
export async function runWithAiSdk({ model, connection, skills, prompt }: Task): Promise<Outcome> {
  const { text, steps } = await generateText({
    model: createOpenAI(connection)(model),
    prompt,
    stopWhen: isStepCount(MAX_TURNS),
    instructions: await skills.getInstructions(),
    tools: await toAiSdkTools(skills),
  });
  return { turns: steps.length, text };
}
