// Checks a parsed skill against the rules of the format. Whether it can be parsed is parse-skill.ts's.

import type { Diagnostic } from "../base/diagnostics.js";
import { type FrontMatter, MAX_DESCRIPTION_LENGTH, ownNameOf, type SkillPlugin } from "../base/skill.js";
import { MAX_NAMED_PROBLEMS } from "../text/limits.js";
import { shownName } from "../text/shown-name.js";
import { checkLength, checkName, checkStandardName, type Finding } from "./name-rules.js";

/** How long `compatibility` may be, in characters. */
const MAX_COMPATIBILITY_LENGTH = 500;

/** The fields that the standard knows. */
const STANDARD_FIELDS = new Set(["name", "description", "license", "compatibility", "metadata", "allowed-tools"]);

/** What {@link validateSkill} looks at. */
export interface ValidatableSkill {
  readonly name: string;
  readonly description: string;
  readonly compatibility?: string | undefined;
  /** The whole front matter; only the standard has rules for it. */
  readonly metadata?: FrontMatter | undefined;
  /** The skill's folder; its last part should be the skill's name. */
  readonly baseDir?: string | undefined;
  /** The plugin that it belongs to, whose name may stand in front of the skill's. */
  readonly plugin?: SkillPlugin | undefined;
}

/**
 * Whose rules a skill is checked against. `lenient`: what works with most clients, such as names in ASCII; any field is
 * allowed. `agentskills`: the standard, no more and no less.
 *
 * @see https://agentskills.io/specification
 */
export type ValidationProfile = "lenient" | "agentskills";

/** How {@link validateSkill} looks at a skill. */
export interface ValidationOptions {
  /** @default "lenient" */
  readonly profile?: ValidationProfile | undefined;
}

/** Checks a skill against the rules of a profile. Every finding is a warning: the skill can be used. */
export function validateSkill(
  { name: listedName, description, compatibility = "", metadata = {}, baseDir, plugin }: ValidatableSkill,
  { profile = "lenient" }: ValidationOptions = {},
): Diagnostic[] {
  const name = ownNameOf({ name: listedName, plugin });
  const folder = baseDir?.split(/[/\\]/).at(-1);
  const findings: Finding[] = [
    ...(profile === "agentskills"
      ? [...checkStandardName(name, folder), ...checkFields(metadata)]
      : checkName(name, folder)),
    // A SKILL.md without one is not listed at all; for a skill given in code this is the only check.
    description.trim() === "" && [
      "description-missing",
      "The description is empty, so that no model can tell what the skill is for. Say what it does, and when to use it.",
    ],
    checkLength("description", description, MAX_DESCRIPTION_LENGTH),
    checkLength("compatibility", compatibility, MAX_COMPATIBILITY_LENGTH),
  ];
  return findings
    .filter((finding) => finding !== false)
    .map(([code, message]) => ({ code, severity: "warning", message, skill: shownName(name) }));
}

function checkFields(metadata: FrontMatter): Finding[] {
  const unexpected = Object.keys(metadata).filter((field) => !STANDARD_FIELDS.has(field));
  const compatibility = metadata["compatibility"];
  return [
    unexpected.length > 0 && [
      "unexpected-field",
      `The standard does not know the field "${unexpected.slice(0, MAX_NAMED_PROBLEMS).map(shownName).join('", "')}". Move what is your own below "metadata".`,
    ],
    typeof compatibility === "object" &&
      compatibility !== null && ["field-type", 'The field "compatibility" must be a text. Write it on one line.'],
  ];
}
