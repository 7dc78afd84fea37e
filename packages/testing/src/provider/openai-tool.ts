// What OpenAI's two APIs have in common: a function's definition and an error.
import type { OfferedTool } from "../models/scripted-model.js";
import { type BadRequest, demand } from "./bad-request.js";
import { checkToolName, checkToolSchema } from "./tool-schema-check.js";

/** Reads one function's definition, whose fields are those of both of OpenAI's APIs. */
export function readOpenAITool(tool: Record<string, unknown>, path: string, names: Set<string>): OfferedTool {
  const { name, parameters } = tool;
  const description = tool["description"] ?? "";
  const strict = tool["strict"] ?? false;
  checkToolName(name, `${path}.name`, names);
  demand(typeof description === "string", `${path}.description`, "expected a string");
  demand(description.length <= 1024, `${path}.description`, "string too long, at most 1024 characters");
  demand(typeof strict === "boolean", `${path}.strict`, "expected a boolean");
  if (parameters != null) checkToolSchema(parameters, `${path}.parameters`, strict);
  return { name, description };
}

/** An error in the form of both of OpenAI's APIs. */
export function writeOpenAIError({ message, path }: BadRequest) {
  return { error: { message, type: "invalid_request_error", param: path || null, code: null } };
}
