import { type Content, type GenerateContentResponse, GoogleGenAI, type Part } from "@google/genai";
import {
  type AdapterHarness,
  type AdapterRun,
  approvalsWithinTheCall,
  geminiProtocol,
  loopbackProvider,
  scriptedModel,
  transcriptOf,
} from "@skillplug/testing";
import { runGeminiToolCalls, toGeminiTools } from "../src/index.js";
import { approveBy } from "./approve-by.js";

/** The official client's loop, written out as a user writes it, against a loopback server. */
export function geminiHarness(model: string, carries: { readonly images: boolean }): AdapterHarness {
  const harness: AdapterHarness = {
    carries: { errorFlag: true, progress: true, brokenJson: true, ...carries },
    approvals: approvalsWithinTheCall((run) => harness.run(run)),
    async run(run) {
      const scripted = scriptedModel(run.script);
      const provider = await loopbackProvider(geminiProtocol, scripted);
      try {
        const client = new GoogleGenAI({ apiKey: "test", httpOptions: { baseUrl: provider.url } });
        return transcriptOf(scripted, await loop(client, model, run));
      } finally {
        await provider.close();
      }
    },
  };
  return harness;
}

async function loop(client: GoogleGenAI, model: string, run: AdapterRun): Promise<string> {
  const { toolset: skills, userTools = [], signal, context, onProgress: onOutput } = run;
  const own = userTools.map(({ name, description, inputSchema: parametersJsonSchema }) => {
    return { name, description, parametersJsonSchema };
  });
  const declarations = (await toGeminiTools(skills)).flatMap(({ functionDeclarations }) => functionDeclarations);
  const functionDeclarations = [...own, ...declarations];
  const contents: Content[] = [{ role: "user", parts: [{ text: "Go." }] }];
  const config = {
    systemInstruction: await skills.getInstructions(),
    tools: functionDeclarations.length > 0 ? [{ functionDeclarations }] : [],
    ...(signal && { abortSignal: signal }),
  };
  let response = await client.models.generateContent({ model, contents, config });
  while (response.functionCalls) {
    const content = response.candidates?.[0]?.content;
    if (!content) throw new Error("The response has calls and no content.");
    const answers = await runGeminiToolCalls(skills, response, { signal, context, onOutput, ...approveBy(run) });
    contents.push(content, { role: "user", parts: [...ownAnswers(response, run), ...answers] });
    response = await client.models.generateContent({ model, contents, config });
  }
  return response.text ?? "";
}

function ownAnswers({ functionCalls = [] }: GenerateContentResponse, { userTools = [] }: AdapterRun): Part[] {
  return functionCalls.flatMap(({ id, name, args }) => {
    const tool = userTools.find((candidate) => candidate.name === name);
    if (!tool) return [];
    const response = { output: tool.execute(args) };
    return [{ functionResponse: { ...(id !== undefined && { id }), name: tool.name, response } }];
  });
}
