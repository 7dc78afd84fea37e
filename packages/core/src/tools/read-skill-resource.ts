// The tool read_skill_resource: text in pages, images and files as attachments.

import { z } from "zod/v4";
import { codeOf, SkillError } from "../base/errors.js";
import type { ContentPart, SkillTool, ToolResult } from "../base/tool.js";
import { findHeading } from "../files/heading.js";
import type { ResourceContent } from "../files/resource-content.js";
import type { Operations } from "../operations/operations.js";
import type { AnswerBudget } from "../prompt/answer-budget.js";
import { hiddenNote, pageNote, takePage } from "../prompt/page.js";
import { parseResourceArguments } from "../scripts/arguments.js";
import { escapeOwnTags } from "../text/escape-xml.js";
import { MAX_ANSWER, MAX_KEPT_ANSWERS, MAX_PAGE, MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine, shownName } from "../text/shown-name.js";
import { defineTool } from "./define-tool.js";
import { ANSWER_NAME, type KeptAnswers } from "./kept-answers.js";
import { toolInput, unchecked } from "./tool-input.js";

/** Larger files than this are named, not attached, in bytes. */
const MAX_ATTACHED_BYTES = 5 * 1024 * 1024;

/** `read_skill_resource`: one file of a skill, a page at a time. */
export function readSkillResourceTool(operations: Operations, kept: KeptAnswers, budget: AnswerBudget): SkillTool {
  const fit = (limit: number, write: (most: number) => ToolResult) => budget.fit(write, Math.min(limit, MAX_PAGE));
  return defineTool({
    name: "read_skill_resource",
    description: "Reads a file of a skill, such as a reference, a template or an image that its instructions mention.",
    input: toolInput("read_skill_resource", {
      skill_name: z.string().describe("The skill's name"),
      resource_name: z.string().describe("The file's path inside the skill, as load_skill lists it"),
      args: unchecked(
        [{ type: "object", additionalProperties: {} }, { type: "string" }],
        "Arguments of a resource that takes some: an object, or its JSON text",
      ),
      offset: z.number().optional().describe("The first character to read, from 0; for long files"),
      limit: z.number().optional().describe(`How many characters at the most; ${MAX_ANSWER} when absent`),
    }),
    readOnly: true,
    async answer({ skill_name, resource_name, args, offset, limit = MAX_ANSWER }, options) {
      const answer = kept.get(resource_name);
      if (answer !== undefined) return fit(limit, (most) => page(answer, [], offset, most));
      const reading = operations.read(skill_name, resource_name, parseResourceArguments(args), options);
      const content = await reading.catch((error: unknown) => {
        throw ANSWER_NAME.test(resource_name) && codeOf(error).endsWith("_not_found")
          ? forgotten(resource_name)
          : error;
      });
      if (content.kind === "binary") return attach(content);
      const text = escapeOwnTags(content.text);
      const { start, note } = await startOf(content, text);
      const instead = content.guessed ? [`[this is ${escapeOwnTags(shownLine(content.name, MAX_SHOWN_PATH))}]`] : [];
      const notes = [...instead, ...note, ...hiddenNote(content.removed)];
      return fit(limit, (most) => page(text, notes, offset ?? start, most));
    },
  });
}

function forgotten(name: string): SkillError {
  const message = `The answer '${name}' is not kept: only the last ${MAX_KEPT_ANSWERS} long answers are. Call the tool again that gave it.`;
  return new SkillError("resource_not_found", message);
}

/** Where the reading of a file begins, when a heading of it was asked for. */
async function startOf(
  { name, fragment }: Extract<ResourceContent, { kind: "text" }>,
  text: string,
): Promise<{ readonly start: number; readonly note: readonly string[] }> {
  if (fragment === undefined || !/\.mdx?$/i.test(name)) return { start: 0, note: [] };
  const start = await findHeading(text, fragment);
  if (start !== undefined) return { start, note: [] };
  return { start: 0, note: [`[no heading of it is #${shownName(fragment)}]`] };
}

/** @param notes what else there is to say of the text */
function page(text: string, notes: readonly string[], offset = 0, most: number): ToolResult {
  const part = takePage(text, offset, most);
  const below = [...notes, ...pageNote(part)];
  const read = text === "" ? "(the file is empty)" : part.text;
  return { ok: true, text: [read, ...(below.length > 0 ? [below.join("\n")] : [])].join("\n\n") };
}

function attach({ name: path, bytes, mediaType }: Extract<ResourceContent, { kind: "binary" }>): ToolResult {
  const name = shownLine(path, MAX_SHOWN_PATH);
  const text = `${escapeOwnTags(name)}: ${mediaType}, ${bytes.length} bytes`;
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
