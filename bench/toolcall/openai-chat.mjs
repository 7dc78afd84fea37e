import { runOpenAIChatToolCalls, toOpenAIChatTools } from "@skillplug/json-schema";

export async function contenders({ skills, allTools, description, instructions, readSkill }) {
  /** A client's part: turns a request into the scripted model's, and its reply into a completion. */
  const loop = (tools, answer) => async (model) => {
    const messages = [
      { role: "system", content: instructions },
      { role: "user", content: "Read every skill." },
    ];
    for (;;) {
      const completion = await complete(model, { messages, tools });
      const { message } = completion.choices[0];
      if (!message.tool_calls) return;
      messages.push(message, ...(await answer(completion)));
    }
  };
  const parameters = {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
    additionalProperties: false,
  };
  const definition = { type: "function", function: { name: "load_skill", description, parameters, strict: true } };
  const byHand = (read) => {
    const handlers = { load_skill: ({ name }) => read(name) };
    const answerCall = async ({ id, function: called }) => ({
      role: "tool",
      tool_call_id: id,
      content: await handlers[called.name](JSON.parse(called.arguments)),
    });
    return loop([definition], ({ choices }) => Promise.all(choices[0].message.tool_calls.map(answerCall)));
  };
  return {
    "a tool by hand": byHand((name) => skills.loadSkill(name)),
    "our tool": loop(await toOpenAIChatTools(skills), (completion) => runOpenAIChatToolCalls(skills, completion)),
    "our tool beside our four others": loop(await toOpenAIChatTools(allTools), (completion) =>
      runOpenAIChatToolCalls(allTools, completion),
    ),
    "by hand, without core": byHand(readSkill),
  };
}

async function complete(model, { messages, tools }) {
  const answers = messages.flatMap(({ role, content }) =>
    role === "tool" ? [{ name: "load_skill", text: content, isError: undefined, media: [] }] : [],
  );
  const { text, calls } = await model.reply({ tools: tools.map((tool) => tool.function), answers });
  const toolCalls = calls.map(({ id, name, arguments: json }) => {
    return { id, type: "function", function: { name, arguments: json } };
  });
  const message = calls.length
    ? { role: "assistant", content: null, tool_calls: toolCalls }
    : { role: "assistant", content: text };
  return { choices: [{ message }] };
}
