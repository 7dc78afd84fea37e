// Maps a tool's result to a tool output of the OpenAI Agents SDK.

import type { ToolOutputFileContent, ToolOutputImage, ToolOutputText } from "@openai/agents";
import type { ContentPart, ToolResult } from "@skillplug/core";

/** What a skill tool answers: a text, or a text with images and files. */
export type ToolOutput = string | (ToolOutputText | ToolOutputImage | ToolOutputFileContent)[];

/**
 * The types that OpenAI takes in a tool's output. It refuses the whole conversation for any other.
 *
 * @see https://developers.openai.com/api/docs/guides/file-inputs
 */
const TAKEN = /^(image\/(png|jpeg|gif|webp)|application\/(pdf|vnd\.openxmlformats-.+))$/;

/** The text alone for a failure, and where a part is of a type that OpenAI does not take: the text names it. */
export function toToolOutput(result: ToolResult): ToolOutput {
  if (!result.ok || !result.content?.every((part) => part.type === "text" || TAKEN.test(part.mediaType)))
    return result.text;
  return result.content.map(toPart);
}

function toPart(part: ContentPart): Exclude<ToolOutput, string>[number] {
  if (part.type === "text") return part;
  const { data, mediaType } = part;
  if (part.type === "image") return { type: "image", image: { data, mediaType } };
  return { type: "file", file: { data, mediaType, filename: part.name ?? "file" } };
}
