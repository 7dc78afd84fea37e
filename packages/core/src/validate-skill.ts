import type { Diagnostic } from "./diagnostics.js";
import { MAX_DESCRIPTION_LENGTH, MAX_SKILL_NAME_LENGTH, RESERVED_WORDS, SKILL_NAME_PATTERN } from "./skill.js";

/** How long `compatibility` may be, in characters. */
const MAX_COMPATIBILITY_LENGTH = 500;

/** What {@link validateSkill} looks at. */
export interface ValidatableSkill {
  readonly name: string;
  readonly description: string;
  readonly compatibility?: string | undefined;
  /** The skill's folder; its last part should be the skill's name. */
  readonly baseDir?: string | undefined;
}

/**
 * Holds a skill against the rules of the Agent Skills format. Every finding is a warning: the skill can be used.
 *
 * @see https://agentskills.io/specification
 */
export function validateSkill({ name, description, compatibility, baseDir }: ValidatableSkill): Diagnostic[] {
  const folder = baseDir?.split(/[/\\]/).at(-1);
  const findings: (readonly [code: string, message: string] | false)[] = [
    !SKILL_NAME_PATTERN.test(name) && [
      "name-pattern",
      `Invalid skill name: ${name}. Use lower-case letters, digits and single hyphens.`,
    ],
    lengthOf(name) > MAX_SKILL_NAME_LENGTH && [
      "name-too-long",
      `The name has ${lengthOf(name)} characters; at most ${MAX_SKILL_NAME_LENGTH} are allowed.`,
    ],
    folder !== undefined &&
      folder !== name && ["name-folder", `The name "${name}" differs from its folder "${folder}".`],
    lengthOf(description) > MAX_DESCRIPTION_LENGTH && [
      "description-too-long",
      `The description has ${lengthOf(description)} characters; at most ${MAX_DESCRIPTION_LENGTH} are allowed. Say what the skill does and when to use it.`,
    ],
    lengthOf(compatibility ?? "") > MAX_COMPATIBILITY_LENGTH && [
      "compatibility-too-long",
      `The field "compatibility" has ${lengthOf(compatibility ?? "")} characters; at most ${MAX_COMPATIBILITY_LENGTH} are allowed.`,
    ],
  ];
  for (const word of RESERVED_WORDS) {
    findings.push(name.includes(word) && ["name-reserved", `The name "${name}" contains the reserved word "${word}".`]);
  }
  return findings
    .filter((finding) => finding !== false)
    .map(([code, message]) => ({ code, severity: "warning", message, skill: name }));
}

/** In code points, as the format counts. */
function lengthOf(text: string): number {
  return text.length <= MAX_SKILL_NAME_LENGTH ? text.length : Array.from(text).length;
}
