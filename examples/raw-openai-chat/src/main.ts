// OpenAI's Chat Completions without a framework: the skill tools, and one tool of our own in the same loop.
import { runExample, SKILLS_FOLDER } from "@skillplug/example-model";
import { loadSkills, runOpenAIChatToolCalls, toOpenAIChatTools } from "@skillplug/json-schema";
import OpenAI from "openai";
import { story } from "./story.js";

const readingList: string[] = [];

const savePaper = {
  type: "function" as const,
  function: {
    name: "save_paper",
    description: "Puts a paper on the user's reading list.",
    parameters: {
      type: "object",
      properties: { arxiv_id: { type: "string" }, title: { type: "string" } },
      required: ["arxiv_id", "title"],
      additionalProperties: false,
    },
    strict: true,
  },
};

/** Answers a call that is none of a skill tool: of ours, or of a name that the model has made up. */
function answerOwn(call: OpenAI.ChatCompletionMessageToolCall): OpenAI.ChatCompletionToolMessageParam {
  const answer = (content: string) => ({ role: "tool" as const, tool_call_id: call.id, content });
  if (call.type !== "function" || call.function.name !== "save_paper") return answer("There is no such tool.");
  const { arxiv_id: id, title } = JSON.parse(call.function.arguments);
  return answer(`Saved as number ${readingList.push(`${title} (arXiv:${id})`)}.`);
}

await runExample(story, async (model) => {
  const client = new OpenAI();
  const skills = await loadSkills(SKILLS_FOLDER);
  const tools = [...(await toOpenAIChatTools(skills)), savePaper];
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: await skills.getInstructions() },
    { role: "user", content: "Put the papers that introduced RAG and LoRA on my reading list." },
  ];
  for (let turn = 0; turn < 12; turn += 1) {
    const completion = await client.chat.completions.create({ model, messages, tools });
    const message = completion.choices[0]!.message;
    if (!message.tool_calls?.length) return `${message.content}\nReading list: ${readingList.join("; ")}`;
    const answers = await runOpenAIChatToolCalls(skills, message);
    const others = message.tool_calls.filter(({ id }) => !answers.some((answer) => answer.tool_call_id === id));
    messages.push(message, ...answers, ...others.map(answerOwn));
  }
  throw new Error("The model did not come to an end in 12 turns.");
});
