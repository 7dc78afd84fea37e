// One call of run_skill_script in each framework's own loop: what drives it, made once for a set of skills.

import { Agent, Runner } from "@openai/agents";
import { toAiSdkTools } from "@skillplug/ai-sdk";
import {
  runAnthropicToolCalls,
  runGeminiToolCalls,
  runOpenAIChatToolCalls,
  runOpenAIResponsesToolCalls,
} from "@skillplug/json-schema";
import { skillsMiddleware, toLangChainTools } from "@skillplug/langchain";
import { toOpenAIAgentsTools } from "@skillplug/openai-agents";
import { scriptedLanguageModel } from "@skillplug/testing/models/ai-sdk";
import { ScriptedChatModel } from "@skillplug/testing/models/langchain";
import { scriptedAgentsModel } from "@skillplug/testing/models/openai-agents";
import { scriptedModel } from "@skillplug/testing/models/scripted-model";
import { generateText, isStepCount } from "ai";
import { createAgent } from "langchain";

const name = "run_skill_script";
const scriptOf = (json) => scriptedModel([{ calls: [{ tool: name, rawInput: json }] }, { text: "Done." }]);
const langchain = (settings) => (json) =>
  createAgent({ model: new ScriptedChatModel(scriptOf(json)), ...settings }).invoke({
    messages: [{ role: "user", content: "Go." }],
  });

/** The client's part is to read the body of a response, which is a text of JSON. */
const raw = (bodyOf, answer) => (skills) => (json) => answer(skills, JSON.parse(bodyOf(json)));
const called = (json) => JSON.stringify({ name, arguments: json });

export const FRAMEWORKS = {
  "ai-sdk": async (skills) => {
    const tools = await toAiSdkTools(skills);
    return (json) =>
      generateText({
        model: scriptedLanguageModel(scriptOf(json)),
        prompt: "Go.",
        tools,
        stopWhen: isStepCount(3),
        maxRetries: 0,
      });
  },
  langchain: async (skills) => langchain({ tools: await toLangChainTools(skills) }),
  "langchain-middleware": async (skills) => langchain({ middleware: [skillsMiddleware(skills)] }),
  "openai-agents": async (skills) => {
    const tools = await toOpenAIAgentsTools(skills);
    const runner = new Runner({ tracingDisabled: true });
    return (json) =>
      runner.run(new Agent({ name: "Caller", model: scriptedAgentsModel(scriptOf(json)), tools }), "Go.");
  },
  "openai-chat": raw(
    (json) =>
      `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":${called(json)}}]}}]}`,
    runOpenAIChatToolCalls,
  ),
  "openai-responses": raw(
    (json) =>
      `{"output":[{"type":"function_call","call_id":"1","name":"${name}","arguments":${JSON.stringify(json)}}]}`,
    runOpenAIResponsesToolCalls,
  ),
  anthropic: raw(
    (json) => `{"content":[{"type":"tool_use","id":"1","name":"${name}","input":${json}}]}`,
    runAnthropicToolCalls,
  ),
  gemini: raw(
    (json) => `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"${name}","args":${json}}}]}}]}`,
    runGeminiToolCalls,
  ),
};
