// The Vercel AI SDK: the skill tools beside one of our own, and the SDK's own loop.
import { createOpenAI } from "@ai-sdk/openai";
import { loadSkills, toAiSdkTools } from "@skillplug/ai-sdk";
import { runExample, SKILLS_FOLDER } from "@skillplug/example-model";
import { generateText, isStepCount, jsonSchema, tool } from "ai";
import { story } from "./story.js";

interface Paper {
  readonly author: string;
  readonly year: number;
  readonly title: string;
  readonly id: string;
}

const cite = tool({
  description: "Writes one reference in the style of our house.",
  inputSchema: jsonSchema<Paper>({
    type: "object",
    properties: {
      author: { type: "string", description: "The family name of the first author" },
      year: { type: "number" },
      title: { type: "string" },
      id: { type: "string", description: "The arXiv id" },
    },
    required: ["author", "year", "title", "id"],
    additionalProperties: false,
  }),
  execute: ({ author, year, title, id }) => `${author.toUpperCase()} et al. ${year}. ${title}. <arxiv.org/abs/${id}>`,
});

await runExample(story, async (model) => {
  // The ready-made `openai` reads OPENAI_BASE_URL when it is imported; this one reads it now.
  const openai = createOpenAI();
  const skills = await loadSkills(SKILLS_FOLDER);
  const { text } = await generateText({
    model: openai(model),
    prompt: "Cite the BERT paper and the Transformer paper.",
    stopWhen: isStepCount(12),
    instructions: await skills.getInstructions(),
    tools: { ...(await toAiSdkTools(skills)), cite },
  });
  return text;
});
