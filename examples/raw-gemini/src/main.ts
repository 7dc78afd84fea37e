// Gemini without a framework: the skill tools, and one function of our own in the same loop.
import { fileURLToPath } from "node:url";
import { type Content, type FunctionCall, GoogleGenAI, type Part } from "@google/genai";
import { runExample } from "@skillplug/example-model";
import { loadSkills, runGeminiToolCalls, toGeminiTools } from "@skillplug/json-schema";
import { FACTS, story } from "./story.js";

const getProduct = {
  name: "get_product",
  description: "Gives the facts of a product by its number.",
  parametersJsonSchema: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
};

/** Answers a call that is none of a skill tool: of ours, or of a name that the model has made up. */
function answerOwn({ id, name = "", args }: FunctionCall): Part {
  const facts = JSON.stringify({ ...args, ...FACTS });
  const response = name === "get_product" ? { output: facts } : { error: `There is no function ${name}.` };
  return { functionResponse: { ...(id && { id }), name, response } };
}

await runExample(story, async (model) => {
  const client = new GoogleGenAI({});
  const skills = await loadSkills(fileURLToPath(new URL("../skills", import.meta.url)));
  const ours = (await toGeminiTools(skills)).flatMap(({ functionDeclarations }) => functionDeclarations);
  // The API takes one list of functions, not several.
  const tools = [{ functionDeclarations: [...ours, getProduct] }];
  const config = { systemInstruction: await skills.getInstructions(), tools };
  const contents: Content[] = [{ role: "user", parts: [{ text: "Write the text for product 8812." }] }];
  for (let turn = 0; turn < 12; turn += 1) {
    const response = await client.models.generateContent({ model, contents, config });
    const calls = response.functionCalls ?? [];
    if (calls.length === 0) return response.text ?? "";
    const answers: Part[] = await runGeminiToolCalls(skills, response);
    // A call may have no id here, so what is ours is told by its name.
    const others = calls.filter(({ name }) => !ours.some((tool) => tool.name === name));
    answers.push(...others.map(answerOwn));
    contents.push(response.candidates![0]!.content!, { role: "user", parts: answers });
  }
  throw new Error("The model did not come to an end in 12 turns.");
});
