// The tool read_skill_resource: text in pages, images and files as attachments.

import { z } from "zod";
import { SkillError } from "../base/errors.js";
import { isList } from "../base/is-list.js";
import type { ContentPart, SkillTool, ToolResult } from "../base/tool.js";
import type { ResourceContent } from "../files/resource-content.js";
import type { Operations } from "../operations/operations.js";
import { parseScriptArguments } from "../scripts/arguments.js";
import { defineTool } from "./define-tool.js";
import { toolInput } from "./tool-input.js";

/** How much text one call answers, in characters: about 12,000 tokens. */
const DEFAULT_LIMIT = 50_000;
/** Larger files than this are named, not attached, in bytes. */
const MAX_ATTACHED_BYTES = 5 * 1024 * 1024;

/** `read_skill_resource`: one file of a skill, a page at a time. */
export function readSkillResourceTool(operations: Operations): SkillTool {
  return defineTool({
    name: "read_skill_resource",
    description: "Reads a file of a skill, such as a reference, a template or an image that its instructions mention.",
    input: toolInput("read_skill_resource", {
      skill_name: z.string().describe("The skill's name"),
      resource_name: z.string().describe("The file's path inside the skill, as load_skill lists it"),
      args: z
        .union([z.record(z.string(), z.unknown()), z.string()])
        .optional()
        .describe("Arguments of a resource that takes some: an object, or its JSON text"),
      offset: z.number().optional().describe("The first character to read, from 0; for long files"),
      limit: z.number().optional().describe(`How many characters at the most; ${DEFAULT_LIMIT} when absent`),
    }),
    readOnly: true,
    async answer({ skill_name, resource_name, args, offset = 0, limit = DEFAULT_LIMIT }, options) {
      const content = await operations.read(skill_name, resource_name, readArguments(args), options);
      return content.kind === "text" ? page(content.text, offset, limit) : attach(content);
    },
  });
}

function readArguments(input: unknown): Readonly<Record<string, unknown>> | undefined {
  const args = parseScriptArguments(input);
  if (args === undefined || !isList(args)) return args;
  throw new SkillError("invalid_input", 'A resource takes named args: send an object such as {"city": "Paris"}.');
}

function page(text: string, offset: number, limit: number): ToolResult {
  const start = Math.min(Math.max(0, Math.trunc(offset)), text.length);
  const end = Math.min(text.length, start + Math.max(1, Math.trunc(limit)));
  if (start === 0 && end === text.length) return { ok: true, text: text || "(the file is empty)" };
  const next = end < text.length ? `; read on with offset ${end}` : "";
  return { ok: true, text: `${text.slice(start, end)}\n\n[characters ${start} to ${end} of ${text.length}${next}]` };
}

function attach({ name, bytes, mediaType }: Extract<ResourceContent, { kind: "binary" }>): ToolResult {
  const text = `${name}: ${mediaType}, ${bytes.length} bytes`;
  if (bytes.length > MAX_ATTACHED_BYTES) return { ok: true, text: `${text}; too large to attach.` };
  const data = toBase64(bytes);
  const attached: ContentPart = mediaType.startsWith("image/")
    ? { type: "image", data, mediaType }
    : { type: "file", data, mediaType, name };
  return { ok: true, text, content: [{ type: "text", text }, attached] };
}

/** In slices, since a function takes a limited number of arguments. */
function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(binary);
}
