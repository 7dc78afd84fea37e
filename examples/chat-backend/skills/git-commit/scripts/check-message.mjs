#!/usr/bin/env node
// Checks a commit message against SKILL.md. Needs Node 18 or later and nothing else.
import { parseArgs } from "node:util";

const TYPES = ["feat", "fix", "perf", "refactor", "test", "docs", "build", "ci", "chore", "style", "revert"];
const MAX_LINE = 72;

const USAGE = `Usage: check-message.mjs MESSAGE [--types feat,fix,…]

  MESSAGE   the whole commit message as one argument
  --types   the types that the repository uses (default: ${TYPES.join(", ")})

Status 0: nothing to correct. 1: the problems are listed. 2: wrong arguments.`;

const SUBJECT = /^(?<type>[a-z]+)(?:\((?<scope>[^()]+)\))?(?<breaking>!)?: (?<summary>.+)$/;
const FOOTER = /^(?:Refs?|Closes|Fixes|Resolves|[A-Z][A-Za-z]*(?:-[a-z]+)+|BREAKING[ -]CHANGE)(?:: | #)\S/;

/** Words that tell a story where an order is wanted: "added", "adds", "adding". */
const NOT_AN_ORDER =
  /^(?:add|fix|chang|updat|remov|refactor|improv|mov|renam|creat|delet|implement|introduc|us|refresh|handl|support|allow|mak|bump|clean|convert|correct|document|drop|enabl|disabl|extract|merg|prevent|replac|simplif|split|test)(?:e?s|ied|ies|p?ed|p?ing|ting|ted)$/i;

/** @returns one line for each problem */
function problemsOf(message, types) {
  const [subject = "", second, ...rest] = message.replace(/\r\n/g, "\n").trimEnd().split("\n");
  const body = [second, ...rest].filter((line) => line !== undefined);
  return [...subjectProblems(subject, types), ...bodyProblems(body), ...breakingProblems(subject, body)];
}

function subjectProblems(subject, types) {
  const { type, summary = "" } = SUBJECT.exec(subject)?.groups ?? {};
  if (type === undefined) return [`The subject is not of the form "type(scope): summary": ${subject || "(empty)"}`];
  const [first = ""] = summary.split(/\s/);
  return [
    !types.includes(type) && `unknown type "${type}"; the types are ${types.join(", ")}`,
    subject.length > MAX_LINE && `The subject is longer than ${MAX_LINE} characters: ${subject.length}`,
    NOT_AN_ORDER.test(first) && `"${first}" is not an order; write what the commit does, such as "add" or "fix"`,
    /^\p{Lu}\p{Ll}/u.test(summary) && `The summary begins in upper case: "${first}"`,
    /[.。]$/u.test(summary) && "The subject ends with a full stop",
    /\bwip\b|^(?:update|changes?|fixes|stuff|misc)$/i.test(summary) && `"${summary}" does not say what changed`,
  ].filter(Boolean);
}

function bodyProblems(lines) {
  if (lines.length === 0) return [];
  // An address cannot be broken.
  const tooLong = lines.findIndex((line) => line.length > MAX_LINE && !/https?:\/\/\S{40}/.test(line));
  const footer = lines.findIndex((line, index) => FOOTER.test(line) && lines.slice(index).every(isFooterLine));
  return [
    lines[0] !== "" && "There is no blank line after the subject",
    tooLong >= 0 && `Line ${tooLong + 2} is longer than ${MAX_LINE} characters: ${lines[tooLong].length}`,
    footer > 0 && lines[footer - 1] !== "" && "There is no blank line before the footers",
  ].filter(Boolean);
}

/** A footer, or the rest of one that is broken over lines. */
function isFooterLine(line) {
  return FOOTER.test(line) || /^\s+\S/.test(line);
}

function breakingProblems(subject, lines) {
  const isMarked = SUBJECT.exec(subject)?.groups?.breaking !== undefined;
  const isTold = lines.some((line) => /^BREAKING[ -]CHANGE: \S/.test(line));
  if (isMarked && !isTold) return ['"!" needs a footer "BREAKING CHANGE: …" that says what users have to do'];
  if (isTold && !isMarked) return ['A BREAKING CHANGE needs "!" before the colon of the subject'];
  return [];
}

function readArguments() {
  const options = { types: { type: "string" }, help: { type: "boolean", short: "h" } };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return { values: {}, positionals: [], problem: error.message };
  }
}

const { values, positionals, problem } = readArguments();
if (values.help) {
  console.log(USAGE);
} else if (positionals.length !== 1 || positionals[0].trim() === "") {
  console.error(`${problem ?? `Give one message, not ${positionals.length}.`}\n\n${USAGE}`);
  process.exitCode = 2;
} else {
  const problems = problemsOf(positionals[0], values.types?.split(",").map((type) => type.trim()) ?? TYPES);
  if (problems.length === 0) console.log("The message is fine.");
  else console.log(`${problems.length} to correct:\n${problems.map((text) => `- ${text}`).join("\n")}`);
  if (problems.length > 0) process.exitCode = 1;
}
