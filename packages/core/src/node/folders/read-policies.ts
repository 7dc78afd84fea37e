// What `agents/openai.yaml`, beside a SKILL.md, says of who may call for the skill.

import type { Diagnostic } from "../../base/diagnostics.js";
import { messageOf } from "../../base/errors.js";
import { type ReadInvocation, readTruth, unclearTruth } from "../../base/invocation.js";
import { isRecord } from "../../base/is-record.js";
import type { SkillInvocation } from "../../base/skill.js";
import { decodeSkillText } from "../../files/decode-text.js";
import { parseYaml } from "../../format/yaml.js";
import { systemCodeOf } from "../descriptors.js";
import type { FolderCache } from "./folder-cache.js";
import type { FoundSkill } from "./found-skill.js";
import { pathIn } from "./path-in.js";
import type { ReadOutcome } from "./read-many.js";

const MEANWHILE = "no model is offered the skill";
/** In UTF-16 units, as of a front matter. The parser cannot be interrupted. */
const MAX_LENGTH = 32_768;

/** What the policies of some skills say. */
export interface Policies {
  readonly bySkill: ReadonlyMap<FoundSkill, SkillInvocation>;
  readonly diagnostics: readonly Diagnostic[];
  /** False where one could not be read now. */
  readonly isWhole: boolean;
}

/** Reads the policies of skills that have one, again only where they have changed. */
export async function readPolicies(skills: readonly FoundSkill[], file: string, cache: FolderCache): Promise<Policies> {
  const requests = skills.map(({ folder, real }) => ({ path: pathIn(folder, file), real: pathIn(real, file) }));
  const outcomes = await cache.readFiles(requests, { isPlaceChecked: true }, interpret);
  const bySkill = new Map<FoundSkill, SkillInvocation>();
  const diagnostics: Diagnostic[] = [];
  for (const [index, skill] of skills.entries()) {
    const outcome = outcomes[index] ?? { error: undefined };
    if (isMissing(outcome)) continue;
    const { invocation, warnings } = "value" in outcome ? outcome.value : unread(outcome.error);
    bySkill.set(skill, invocation);
    diagnostics.push(...warnings.map((warning) => ({ ...warning, location: requests[index]?.path })));
  }
  return { bySkill, diagnostics, isWhole: outcomes.every((outcome) => "value" in outcome || isMissing(outcome)) };
}

/** Of most folders of that name it is none. */
function isMissing(outcome: ReadOutcome<unknown>): boolean {
  return "error" in outcome && systemCodeOf(outcome.error) === "ENOENT";
}

async function interpret(bytes: Uint8Array): Promise<ReadInvocation> {
  const text = decodeSkillText(bytes);
  if (text.length > MAX_LENGTH) return unread(new Error(`It has more than ${MAX_LENGTH} characters.`));
  if (text.split("\n").every((line) => /^\s*(?:#|---\s*$|$)/.test(line))) return read(undefined);
  try {
    const { policy } = parseYaml(text).data;
    return read(isRecord(policy) ? policy["allow_implicit_invocation"] : policy);
  } catch (error) {
    return unread(error);
  }
}

function read(allowed: unknown): ReadInvocation {
  const byModel = readTruth(allowed) ?? true;
  const warnings = byModel === "unclear" ? [unclearTruth("allow_implicit_invocation", MEANWHILE)] : [];
  return { invocation: { model: byModel === true, user: true }, warnings };
}

/** A policy that nobody can read may be one that forbids. */
function unread(error: unknown): ReadInvocation {
  const message = `What is written about who may call for the skill could not be read: ${messageOf(error)} Until it can, ${MEANWHILE}.`;
  return {
    invocation: { model: false, user: true },
    warnings: [{ code: "invocation-unclear", severity: "warning", message }],
  };
}
