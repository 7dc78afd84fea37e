// Who may call for a skill: the model, a person, or both. Hosts write it into the front matter.

import type { Diagnostic } from "./diagnostics.js";
import type { FrontMatter, SkillInvocation, SkillSummary } from "./skill.js";

/** What is written about who may call for a skill. */
export interface ReadInvocation {
  readonly invocation: SkillInvocation;
  /** About fields whose value is neither true nor false. They are read as the one that allows less. */
  readonly warnings: readonly Diagnostic[];
}

/** The field that keeps a skill from the model. */
const NOT_BY_MODEL = "disable-model-invocation";
/** The field that keeps a skill from people. */
const BY_USER = "user-invocable";

const TRUE = new Set(["true", "yes", "on", "y", "1"]);
const FALSE = new Set(["false", "no", "off", "n", "0"]);

/** A truth as people write it in YAML; `undefined` where nothing is written, `"unclear"` for anything else. */
export function readTruth(value: unknown): boolean | "unclear" | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "object" ? "unclear" : String(value).trim().toLowerCase();
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : "unclear";
}

/** Who may call for a skill with this front matter: everybody, unless it says otherwise. */
export function readInvocation(frontMatter: FrontMatter): ReadInvocation {
  const notByModel = readTruth(frontMatter[NOT_BY_MODEL]);
  const byUser = readTruth(frontMatter[BY_USER]);
  const warnings = [
    ...(notByModel === "unclear" ? [unclearTruth(NOT_BY_MODEL, "no model is offered the skill")] : []),
    ...(byUser === "unclear" ? [unclearTruth(BY_USER, "no person is offered the skill")] : []),
  ];
  return { invocation: { model: (notByModel ?? false) === false, user: (byUser ?? true) === true }, warnings };
}

/** Of a field that says neither yes nor no. */
export function unclearTruth(field: string, meanwhile: string): Diagnostic {
  const message = `"${field}" must be true or false, and is neither. Until it is, ${meanwhile}.`;
  return { code: "invocation-unclear", severity: "warning", message };
}

/** Who may call for a skill: what its source says, else its front matter. */
export function invocationOf({
  invocation,
  metadata = {},
}: Partial<Pick<SkillSummary, "invocation" | "metadata">>): SkillInvocation {
  return invocation ?? readInvocation(metadata).invocation;
}

/** As a summary has it: nothing where everybody may call for the skill. */
export function restriction({ model, user }: SkillInvocation): SkillInvocation | undefined {
  return model && user ? undefined : Object.freeze({ model, user });
}
