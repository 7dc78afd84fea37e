import type { SkillValidationError } from "@skillplug/core";
import { parseSkill } from "@skillplug/core/format";

/** The error with which a text is refused. */
export const refusal = (text: string): Promise<SkillValidationError> =>
  parseSkill(text).then(
    () => Promise.reject(new Error("it was accepted")),
    (error: SkillValidationError) => error,
  );

/** The text of a SKILL.md with this front matter. */
export const skill = (frontMatter: string, body = "Body\n"): string => `---\n${frontMatter}\n---\n${body}`;
