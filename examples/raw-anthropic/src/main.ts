// Anthropic's Messages without a framework: the skill tools, and one tool of our own in the same loop.
import Anthropic from "@anthropic-ai/sdk";
import { runExample, SKILLS_FOLDER } from "@skillplug/example-model";
import { loadSkills, runAnthropicToolCalls, toAnthropicTools } from "@skillplug/json-schema";
import { ORDERS, story } from "./story.js";

const tickets: string[] = [];

const openTicket: Anthropic.Tool = {
  name: "open_ticket",
  description: "Opens a ticket for the team that delivers the file.",
  input_schema: {
    type: "object",
    properties: { title: { type: "string", description: "What is wrong, with row numbers" } },
    required: ["title"],
  },
};

/** Answers a call that is none of a skill tool: of ours, or of a name that the model has made up. */
function answerOwn({ id, name, input }: Anthropic.ToolUseBlock): Anthropic.ToolResultBlockParam {
  const answer = { type: "tool_result" as const, tool_use_id: id };
  if (name !== "open_ticket") return { ...answer, content: `There is no tool ${name}.`, is_error: true };
  return { ...answer, content: `Ticket ${tickets.push((input as { title: string }).title)} is open.` };
}

await runExample(story, async (model) => {
  const client = new Anthropic();
  const skills = await loadSkills(SKILLS_FOLDER);
  const messages: Anthropic.MessageParam[] = [
    { role: "user", content: `Can tonight's import take ${ORDERS}? Open a ticket if it is not clean.` },
  ];
  const request = {
    model,
    messages,
    max_tokens: 4096,
    system: await skills.getInstructions(),
    tools: [...(await toAnthropicTools(skills)), openTicket],
  };
  for (let turn = 0; turn < 12; turn += 1) {
    const { content, stop_reason: reason } = await client.messages.create(request);
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
    if (reason !== "tool_use") return `${text}\nTickets: ${tickets.join("; ")}`;
    const answers = await runAnthropicToolCalls(skills, { content });
    const calls = content.filter((block) => block.type === "tool_use");
    const others = calls.filter(({ id }) => !answers.some((answer) => answer.tool_use_id === id));
    messages.push({ role: "assistant", content }, { role: "user", content: [...answers, ...others.map(answerOwn)] });
  }
  throw new Error("The model did not come to an end in 12 turns.");
});
