// OpenAI's Responses without a framework: the server keeps the conversation, each turn sends only the answers to its calls.
import { fileURLToPath } from "node:url";
import { runExample } from "@skillplug/example-model";
import { loadSkills, runOpenAIResponsesToolCalls, toOpenAIResponsesTools } from "@skillplug/json-schema";
import OpenAI from "openai";
import { COMMITS, story } from "./story.js";

const listCommits: OpenAI.Responses.FunctionTool = {
  type: "function",
  name: "list_commits",
  description: "Gives the last version and the subjects of the commits since then.",
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
  strict: true,
};

/** Answers a call that is none of a skill tool: of ours, or of a name that the model has made up. */
function answerOwn({ call_id, name }: OpenAI.Responses.ResponseFunctionToolCall) {
  const output = name === "list_commits" ? JSON.stringify(COMMITS) : `There is no tool ${name}.`;
  return { type: "function_call_output" as const, call_id, output };
}

await runExample(story, async (model) => {
  const client = new OpenAI();
  const skills = await loadSkills(fileURLToPath(new URL("../skills", import.meta.url)));
  const request = {
    model,
    instructions: await skills.getInstructions(),
    tools: [...(await toOpenAIResponsesTools(skills)), listCommits],
  };
  let response = await client.responses.create({ ...request, input: "Write the notes for our next release." });
  for (let turn = 0; turn < 12; turn += 1) {
    const calls = response.output.filter((item) => item.type === "function_call");
    if (calls.length === 0) return response.output_text;
    const answers = await runOpenAIResponsesToolCalls(skills, response);
    const others = calls.filter(({ call_id }) => !answers.some((answer) => answer.call_id === call_id));
    const input = [...answers, ...others.map(answerOwn)];
    response = await client.responses.create({ ...request, input, previous_response_id: response.id });
  }
  throw new Error("The model did not come to an end in 12 turns.");
});
