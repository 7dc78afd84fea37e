import Anthropic from "@anthropic-ai/sdk";
import {
  type AdapterHarness,
  type AdapterRun,
  anthropicProtocol,
  approvalsWithinTheCall,
  loopbackProvider,
  scriptedModel,
  transcriptOf,
} from "@skillplug/testing";
import { runAnthropicToolCalls, toAnthropicTools } from "../src/index.js";
import { approveBy } from "./approve-by.js";

/** The official client's loop, written out as a user writes it, against a loopback server. */
export const anthropicHarness: AdapterHarness = {
  carries: { errorFlag: true, images: true, progress: true, brokenJson: true },
  approvals: approvalsWithinTheCall((run) => anthropicHarness.run(run)),
  async run(run) {
    const model = scriptedModel(run.script);
    const provider = await loopbackProvider(anthropicProtocol, model);
    try {
      const client = new Anthropic({ apiKey: "test", baseURL: provider.url, maxRetries: 0 });
      return transcriptOf(model, await loop(client, run));
    } finally {
      await provider.close();
    }
  },
};

async function loop(client: Anthropic, run: AdapterRun): Promise<string> {
  const { toolset: skills, userTools = [], signal = null, context, onProgress: onOutput } = run;
  const own = userTools.map(({ name, description, inputSchema }): Anthropic.Tool => {
    return { name, description, input_schema: inputSchema };
  });
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Go." }];
  const request = {
    model: "scripted",
    max_tokens: 4096,
    messages,
    system: await skills.getInstructions(),
    tools: [...own, ...(await toAnthropicTools(skills))],
  };
  let response = await client.messages.create(request, { signal });
  while (response.stop_reason === "tool_use") {
    const answers = await runAnthropicToolCalls(skills, response, {
      signal: run.signal,
      context,
      onOutput,
      ...approveBy(run),
    });
    messages.push(
      { role: "assistant", content: response.content },
      { role: "user", content: [...ownAnswers(response, run), ...answers] },
    );
    response = await client.messages.create(request, { signal });
  }
  return response.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function ownAnswers({ content }: Anthropic.Message, { userTools = [] }: AdapterRun) {
  return content.flatMap((block): Anthropic.ToolResultBlockParam[] => {
    if (block.type !== "tool_use") return [];
    const tool = userTools.find(({ name }) => name === block.name);
    return tool ? [{ type: "tool_result", tool_use_id: block.id, content: tool.execute(block.input) }] : [];
  });
}
