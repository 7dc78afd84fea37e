// LangChain: one middleware brings the tools and the instructions; a tool of our own stands beside them.
import { fileURLToPath } from "node:url";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { runExample } from "@skillplug/example-model";
import { loadSkills, skillsMiddleware } from "@skillplug/langchain";
import { createAgent } from "langchain";
import { story } from "./story.js";

const getReceipts = tool(
  ({ trip }: { trip: string }) => `${trip}: taxi 38.50 EUR; dinner for two 104.00 EUR; hotel, one night 149.00 EUR`,
  {
    name: "get_receipts",
    description: "Gives the receipts of a trip.",
    schema: { type: "object", properties: { trip: { type: "string" } }, required: ["trip"] },
  },
);

await runExample(story, async (model) => {
  const skills = await loadSkills(fileURLToPath(new URL("../skills", import.meta.url)));
  const agent = createAgent({
    model: new ChatOpenAI({ model }),
    tools: [getReceipts],
    middleware: [skillsMiddleware(skills)],
  });
  const { messages } = await agent.invoke({
    messages: [{ role: "user", content: "Can I hand in the receipts of my trip to Lyon as they are?" }],
  });
  return messages.at(-1)?.text ?? "";
});
