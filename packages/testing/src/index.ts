// What tests of adapters import: the contract, the scripted model and the servers that stand for providers.

export { describeAdapter } from "./contract/describe-adapter.js";
export {
  type AdapterHarness,
  type AdapterRun,
  type ApprovalDriver,
  approvalsWithinTheCall,
  type Resumption,
  type Transcript,
  transcriptOf,
  type UserTool,
} from "./contract/harness.js";
export { type ContractFolder, contractFolder, PIXEL } from "./contract/skills-on-disk.js";
export { failingStore, textStore } from "./contract/text-store.js";
export {
  type ModelReply,
  type ModelRequest,
  type OfferedTool,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptStep,
  scriptedModel,
  type ToolAnswer,
  type Turn,
} from "./models/scripted-model.js";
export { anthropicProtocol } from "./provider/anthropic-protocol.js";
export { geminiProtocol } from "./provider/gemini-protocol.js";
export { type LoopbackProvider, loopbackProvider } from "./provider/loopback-provider.js";
export { openAIChatProtocol } from "./provider/openai-chat-protocol.js";
export { openAIResponsesProtocol } from "./provider/openai-responses-protocol.js";
export type { ProviderCall, ProviderProtocol } from "./provider/provider-protocol.js";
export { handWrittenTool, skillsOf, skillsThatAnswer, skillsWith } from "./skills-with.js";
