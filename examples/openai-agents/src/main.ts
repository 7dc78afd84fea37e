// The OpenAI Agents SDK: the skill tools beside one of our own, and the SDK's own loop.
import { fileURLToPath } from "node:url";
import { Agent, Runner, tool } from "@openai/agents";
import { runExample } from "@skillplug/example-model";
import { loadSkills, toOpenAIAgentsTools } from "@skillplug/openai-agents";
import { story } from "./story.js";

const getAlert = tool({
  name: "get_alert",
  description: "Gives the alert that fired last.",
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
  execute: () => "03:12 db-7: /var at 93 % and growing. 1,200 customers wait longer for reports.",
});

await runExample(story, async (model) => {
  const skills = await loadSkills(fileURLToPath(new URL("../skills", import.meta.url)));
  const agent = new Agent({
    name: "On call",
    model,
    instructions: () => skills.getInstructions(),
    tools: [...(await toOpenAIAgentsTools(skills)), getAlert],
  });
  // The SDK would send traces of each run to OpenAI.
  const runner = new Runner({ tracingDisabled: true });
  const result = await runner.run(agent, "My pager rings. What is it, how bad is it, and what do I do first?");
  return result.finalOutput ?? "";
});
