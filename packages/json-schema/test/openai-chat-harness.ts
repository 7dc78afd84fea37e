import {
  type AdapterHarness,
  type AdapterRun,
  approvalsWithinTheCall,
  loopbackProvider,
  openAIChatProtocol,
  scriptedModel,
  transcriptOf,
} from "@skillplug/testing";
import OpenAI from "openai";
import { runOpenAIChatToolCalls, toOpenAIChatTools } from "../src/index.js";
import { approveBy } from "./approve-by.js";

/** The official client's loop, written out as a user writes it, against a loopback server. */
export const openAIChatHarness: AdapterHarness = {
  carries: { errorFlag: false, images: false, progress: true, brokenJson: true },
  approvals: approvalsWithinTheCall((run) => openAIChatHarness.run(run)),
  async run(run) {
    const model = scriptedModel(run.script);
    const provider = await loopbackProvider(openAIChatProtocol, model);
    try {
      const client = new OpenAI({ apiKey: "test", baseURL: `${provider.url}/v1`, maxRetries: 0 });
      return transcriptOf(model, await loop(client, run));
    } finally {
      await provider.close();
    }
  },
};

async function loop(client: OpenAI, run: AdapterRun): Promise<string> {
  const { toolset: skills, userTools = [], signal = null, context, onProgress: onOutput } = run;
  const own = userTools.map(({ name, description, inputSchema: parameters }): OpenAI.ChatCompletionTool => {
    return { type: "function", function: { name, description, parameters } };
  });
  const tools = [...own, ...(await toOpenAIChatTools(skills))];
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: await skills.getInstructions() },
    { role: "user", content: "Go." },
  ];
  const ask = () =>
    client.chat.completions.create({ model: "scripted", messages, ...(tools.length > 0 && { tools }) }, { signal });
  let completion = await ask();
  while (completion.choices[0]?.finish_reason === "tool_calls") {
    const { message } = completion.choices[0];
    const answers = await runOpenAIChatToolCalls(skills, completion, {
      signal: run.signal,
      context,
      onOutput,
      ...approveBy(run),
    });
    messages.push(message, ...ownAnswers(message, run), ...answers);
    completion = await ask();
  }
  return completion.choices[0]?.message.content ?? "";
}

function ownAnswers({ tool_calls: calls = [] }: OpenAI.ChatCompletionMessage, { userTools = [] }: AdapterRun) {
  return calls.flatMap((call): OpenAI.ChatCompletionToolMessageParam[] => {
    if (call.type !== "function") return [];
    const tool = userTools.find(({ name }) => name === call.function.name);
    return tool
      ? [{ role: "tool", tool_call_id: call.id, content: tool.execute(JSON.parse(call.function.arguments)) }]
      : [];
  });
}
