import {
  type AdapterHarness,
  type AdapterRun,
  approvalsWithinTheCall,
  loopbackProvider,
  openAIResponsesProtocol,
  scriptedModel,
  transcriptOf,
} from "@skillplug/testing";
import OpenAI from "openai";
import { toResponseInputItems } from "openai/lib/responses/ResponseInputItems";
import { runOpenAIResponsesToolCalls, toOpenAIResponsesTools } from "../src/index.js";
import { approveBy } from "./approve-by.js";

type Loop = (client: OpenAI, run: AdapterRun) => Promise<OpenAI.Responses.Response>;

/** The official client's loop, written out as a user writes it, against a loopback server that keeps the conversation. */
export const openAIResponsesHarness = harnessFor(async (client, run) => {
  const request = await requestOf(run);
  let response = await client.responses.create({ ...request, input: "Go." }, { signal: run.signal ?? null });
  while (asksForTools(response)) {
    const next = { ...request, input: await answersTo(response, run), previous_response_id: response.id };
    response = await client.responses.create(next, { signal: run.signal ?? null });
  }
  return response;
});

/** The same, with a server that keeps nothing: the whole conversation is sent each time. */
export const statelessOpenAIResponsesHarness = harnessFor(async (client, run) => {
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Go." }];
  const request = { ...(await requestOf(run)), input, store: false };
  let response = await client.responses.create(request, { signal: run.signal ?? null });
  while (asksForTools(response)) {
    input.push(...toResponseInputItems(response.output), ...(await answersTo(response, run)));
    response = await client.responses.create(request, { signal: run.signal ?? null });
  }
  return response;
});

function harnessFor(loop: Loop): AdapterHarness {
  const harness: AdapterHarness = {
    carries: { errorFlag: false, images: true, progress: true, brokenJson: true },
    approvals: approvalsWithinTheCall((run) => harness.run(run)),
    async run(run) {
      const model = scriptedModel(run.script);
      const provider = await loopbackProvider(openAIResponsesProtocol, model);
      try {
        const client = new OpenAI({ apiKey: "test", baseURL: `${provider.url}/v1`, maxRetries: 0 });
        return transcriptOf(model, (await loop(client, run)).output_text);
      } finally {
        await provider.close();
      }
    },
  };
  return harness;
}

async function requestOf({ toolset: skills, userTools = [] }: AdapterRun) {
  const own = userTools.map(({ name, description, inputSchema: parameters }): OpenAI.Responses.FunctionTool => {
    return { type: "function", name, description, parameters, strict: false };
  });
  return {
    model: "scripted",
    instructions: await skills.getInstructions(),
    tools: [...own, ...(await toOpenAIResponsesTools(skills))],
  };
}

function asksForTools({ output }: OpenAI.Responses.Response): boolean {
  return output.some(({ type }) => type === "function_call");
}

async function answersTo(response: OpenAI.Responses.Response, run: AdapterRun) {
  const { toolset: skills, userTools = [], signal, context, onProgress: onOutput } = run;
  const own = response.output.flatMap((item): OpenAI.Responses.ResponseInputItem.FunctionCallOutput[] => {
    if (item.type !== "function_call") return [];
    const tool = userTools.find(({ name }) => name === item.name);
    if (!tool) return [];
    return [{ type: "function_call_output", call_id: item.call_id, output: tool.execute(JSON.parse(item.arguments)) }];
  });
  return [
    ...own,
    ...(await runOpenAIResponsesToolCalls(skills, response, { signal, context, onOutput, ...approveBy(run) })),
  ];
}
