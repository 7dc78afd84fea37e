// What programs with LangChain leave to their readers.
import { DynamicStructuredTool } from "@langchain/core/tools";
import { ScriptedChatModel } from "../../models/langchain.js";
import { snippetModel } from "../snippet-model.js";
import { WEATHER } from "./reader.js";

export { confirm, prompt } from "./reader.js";

const { name, description, inputSchema: schema, answer } = WEATHER;

export const model = new ScriptedChatModel(snippetModel);
export const weather = new DynamicStructuredTool({ name, description, schema, func: async () => answer });
