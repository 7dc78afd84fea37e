import { Agent, Runner, tool } from "@openai/agents";
import { toOpenAIAgentsTools } from "@skillplug/openai-agents";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";
import { z } from "zod";

export async function contenders({ skills, allTools, description, instructions, readSkill }) {
  const runner = new Runner({ tracingDisabled: true });
  const loop = (tools) => (model) =>
    runner.run(
      new Agent({ name: "Reader", model: scriptedAgentsModel(model), instructions, tools }),
      "Read every skill.",
      {
        maxTurns: 100,
      },
    );
  const byHand = (execute) => [
    tool({ name: "load_skill", description, parameters: z.object({ name: z.string() }), execute }),
  ];
  return {
    "a tool by hand": loop(byHand(({ name }) => skills.loadSkill(name))),
    "our tool": loop(await toOpenAIAgentsTools(skills)),
    "our tool beside our four others": loop(await toOpenAIAgentsTools(allTools)),
    "by hand, without core": loop(byHand(({ name }) => readSkill(name))),
  };
}
