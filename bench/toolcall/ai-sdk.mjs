import { toAiSdkTools } from "@skillplug/ai-sdk";
import { scriptedLanguageModel } from "@skillplug/testing/models/ai-sdk";
import { generateText, isStepCount, tool } from "ai";
import { z } from "zod";

export async function contenders({ skills, allTools, description, instructions, readSkill }) {
  const loop = (tools) => (model) =>
    generateText({
      model: scriptedLanguageModel(model),
      instructions,
      prompt: "Read every skill.",
      tools,
      stopWhen: isStepCount(100),
    });
  const byHand = (execute) => ({
    load_skill: tool({ description, inputSchema: z.object({ name: z.string() }), execute }),
  });
  return {
    "a tool by hand": loop(byHand(({ name }) => skills.loadSkill(name))),
    "our tool": loop(await toAiSdkTools(skills)),
    "our tool beside our four others": loop(await toAiSdkTools(allTools)),
    "by hand, without core": loop(byHand(({ name }) => readSkill(name))),
  };
}
