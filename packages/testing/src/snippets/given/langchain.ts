import { DynamicStructuredTool } from "@langchain/core/tools";
import { ScriptedChatModel } from "../../models/langchain.js";
import { snippetModel } from "../snippet-model.js";
import { WEATHER } from "./weather.js";

const { name, description, inputSchema: schema, answer } = WEATHER;

export const model = new ScriptedChatModel(snippetModel);
export const prompt = "What is in orders.csv, and how is the weather in Oslo?";
export const weather = new DynamicStructuredTool({ name, description, schema, func: async () => answer });
/** A person who says yes. */
export const confirm = (_question: string): boolean => true;
