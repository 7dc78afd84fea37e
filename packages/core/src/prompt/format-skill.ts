// A loaded skill as the text that answers load_skill, a page at a time.

import type { Skill, SkillEntry } from "../base/skill.js";
import { TOOL_NAMES, type ToolName } from "../base/tool.js";
import { cleanText } from "../text/clean-text.js";
import { escapeOwnTags, escapeXmlAttribute, escapeXmlText } from "../text/escape-xml.js";
import {
  MAX_ANSWER,
  MAX_FILE_LIST,
  MAX_LISTED_FILES,
  MAX_SHOWN_DESCRIPTION,
  MAX_SHOWN_PATH,
  MAX_SHOWN_SCHEMA,
} from "../text/limits.js";
import { shownLine, shownName } from "../text/shown-name.js";
import { hiddenNote, type Page, pageNote, takePage } from "./page.js";
import { replacePlaceholders } from "./placeholders.js";

/** The longest path that a system has, in characters. */
const MAX_BASE_DIRECTORY = 4_096;

/** What a model is told besides the skill itself. */
export interface SkillSurroundings {
  /** The tools that the model has; no others are mentioned. @default all */
  readonly offered?: readonly ToolName[] | undefined;
  /** The folder in which scripts run: an absolute path; `undefined` where it is not known. */
  readonly workFolder?: string | undefined;
  /** How many characters the page may have. @default 50,000 */
  readonly most?: number | undefined;
}

/**
 * A skill as a model reads it: its instructions, and the names of its resources and scripts. Instructions that are longer than
 * an answer come in pages; what is not the first page has its part of them alone, and a last line says how to read on.
 *
 * @param offset the first character of the instructions, from 0
 * @returns the text, and the part of the instructions that it holds
 * @throws SkillError `invalid_input` when the instructions end before the offset
 */
export function formatSkillPage(
  skill: Skill,
  offset: number,
  { offered = TOOL_NAMES, workFolder, most = MAX_ANSWER }: SkillSurroundings = {},
): { readonly text: string; readonly page: Page } {
  const { text: visible, removed } = cleanText(skill.content);
  const instructions = replacePlaceholders(escapeOwnTags(visible.trim()), skill, shownPath);
  const isFirst = takePage(instructions, offset, 1, WHAT).start === 0;
  const head = [
    `## Skill: ${shown(skill.name)}`,
    isFirst &&
      skill.baseDir &&
      `Base directory: ${shownPath(skill.baseDir)}\nRelative paths in these instructions are below it.`,
  ];
  if (isFirst && skill.source !== undefined) head.push(`Source: ${shownPath(skill.source)}, which is not trusted.`);
  const titled = (title: string, tool: ToolName) => (offered.includes(tool) ? `${title}, for ${tool}` : title);
  const tail = isFirst
    ? [
        section(titled("Resources", "read_skill_resource"), skill.resources, most),
        section(titled("Scripts", "run_skill_script"), skill.scripts, most),
        offered.includes("run_skill_script") && hasFiles(skill.scripts) && whereTheyRun(workFolder),
      ]
    : [];
  const write = (part: string, notes: readonly string[]): string => {
    const sections = [...head, part, ...tail].filter(Boolean).join("\n\n");
    const element = `<skill_content name="${escapeXmlAttribute(shownName(skill.name))}">\n${sections}\n</skill_content>`;
    return [element, ...notes].join("\n");
  };
  const notesOf = (page: Page): string[] => [
    ...hiddenNote(removed),
    ...pageNote(page, "characters of the instructions"),
  ];
  // The longest notes that there can be, so that the page fits whatever they say.
  const around = write("", notesOf({ text: "", start: MAX_NUMBER, end: MAX_NUMBER, total: MAX_NUMBER + 1 })).length + 2;
  const page = takePage(instructions, offset, most - around, WHAT);
  return { text: write(page.text, notesOf(page)), page };
}

function hasFiles(scripts: readonly SkillEntry[]): boolean {
  return scripts.some((script) => !script.function);
}

/** A person types a script's command where the files are that it shall read. */
function whereTheyRun(workFolder: string | undefined): string {
  const place = workFolder === undefined ? "the work folder" : `the work folder ${shownPath(workFolder)}`;
  return `They run in ${place}: relative paths in args are files there, $SKILL_DIR/… the skill's own.`;
}

/** What an offset is in, in the words of an error. */
const WHAT = "The text of the instructions";

/** As many digits as an offset can have. */
const MAX_NUMBER = 9_999_999;

/** @param most how many characters the whole page may have, of which the files' names take no more than their part */
function section(title: string, entries: readonly SkillEntry[], most: number): string {
  if (entries.length === 0) return "";
  let room = Math.min(MAX_FILE_LIST, most / 4);
  const lines: string[] = [];
  for (const { name, description, functionSchema } of entries.slice(0, MAX_LISTED_FILES)) {
    const about = description ? `: ${shown(description, MAX_SHOWN_DESCRIPTION)}` : "";
    const parameters = functionSchema ? ` Parameters: ${shown(JSON.stringify(functionSchema), MAX_SHOWN_SCHEMA)}` : "";
    const line = `- ${shown(name, MAX_SHOWN_PATH)}${about}${parameters}`;
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const more = entries.length - lines.length;
  if (more > 0) lines.push(`- and ${more} more, which can be used by their names too`);
  return `${title}:\n${lines.join("\n")}`;
}

/** A path is data too, and is used as it stands: only what cannot be seen, line breaks and angle brackets are changed. */
function shownPath(path: string): string {
  const { text } = cleanText(path.slice(0, MAX_BASE_DIRECTORY));
  return escapeXmlText(text.replace(/[\n\u2028\u2029]/g, " ")).replaceAll("&amp;", "&");
}

/** Names and descriptions are data: none of them can end the element or begin a line of its own. */
function shown(text: string, most?: number): string {
  return escapeXmlText(most === undefined ? shownName(text) : shownLine(text, most));
}
