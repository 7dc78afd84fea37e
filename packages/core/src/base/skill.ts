// What a skill is: its shapes, from the listed summary to the loaded skill, and the rules of its name.

import { shownName } from "../text/shown-name.js";
import { SkillValidationError } from "./errors.js";
import type { ScriptArguments } from "./script-arguments.js";
import type { JsonObjectSchema, ToolCallOptions } from "./tool.js";

export type { ScriptArguments };

/** Lower-case letters, digits and single hyphens. @see https://agentskills.io/specification */
export const SKILL_NAME_PATTERN: RegExp = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Words that a skill's name should not contain. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(["anthropic", "claude"]);

/** In characters. @see https://agentskills.io/specification */
export const MAX_SKILL_NAME_LENGTH = 64;

/** In characters. @see https://agentskills.io/specification */
export const MAX_DESCRIPTION_LENGTH = 1024;

/** The name of the one file that every skill has. */
export const SKILL_FILE = "SKILL.md";

/** How large a SKILL.md may be; the largest of 9,771 public ones has 191 kB. */
export const MAX_SKILL_FILE_BYTES = 1024 * 1024;

/** A value in a skill's front matter: JSON data, frozen. */
export type FrontMatterValue =
  | string
  | number
  | boolean
  | null
  | readonly FrontMatterValue[]
  | { readonly [field: string]: FrontMatterValue };

/** Every field of a skill's front matter as written. Has no prototype and is frozen. */
export type FrontMatter = { readonly [field: string]: FrontMatterValue };

/** A function that stands for a resource or a script. What it returns is shown to the model: a text as it is, anything else as JSON. */
export type SkillFunction = (args: unknown, options: ToolCallOptions) => unknown;

/** What a source lists of a resource or a script, without reading it. */
export interface SkillEntry {
  /** The path inside the skill's folder, parts separated by `/`. */
  readonly name: string;
  readonly description?: string | undefined;
  /** Where it lies: an absolute path or a URI. */
  readonly uri?: string | undefined;
  /** Called in place of reading or running a file. */
  readonly function?: SkillFunction | undefined;
  /** What {@link SkillEntry.function} takes. */
  readonly functionSchema?: JsonObjectSchema | undefined;
}

/** The plugin of an agent host that a skill belongs to. */
export interface SkillPlugin {
  /** Goes before the names of its skills, as `plugin:skill`. Keeps {@link SKILL_NAME_PATTERN}. */
  readonly name: string;
  /** Its folder: an absolute path. */
  readonly directory: string;
}

/** What a source lists of a skill. Its instructions, resources and scripts are not read yet. */
export interface SkillSummary {
  /** Where skills of several plugins have it, with the plugin's in front: `plugin:skill`. */
  readonly name: string;
  readonly description: string;
  readonly license?: string | undefined;
  readonly compatibility?: string | undefined;
  /** The whole front matter. */
  readonly metadata: FrontMatter;
  /** The SKILL.md: an absolute path or a URI. */
  readonly uri?: string | undefined;
  /** The skill's folder: an absolute path or a URI. */
  readonly baseDir?: string | undefined;
  readonly resources: readonly SkillEntry[];
  readonly scripts: readonly SkillEntry[];
  /** Changes whenever the SKILL.md changes. */
  readonly revision?: string | undefined;
  /** The plugin that it belongs to, where it lies in one. */
  readonly plugin?: SkillPlugin | undefined;
  /**
   * Who may call for the skill, besides the program itself, which always may. Absent, its front matter says so: both may, but
   * for `disable-model-invocation: true` and `user-invocable: false`.
   */
  readonly invocation?:
    | {
        /** Whether a model is told of the skill, and may load, read and run it. */
        readonly model: boolean;
        /** Whether a program should offer it to a person, such as in a menu of commands. */
        readonly user: boolean;
      }
    | undefined;
  /** The id of the source that it came from, where it was loaded and is not trusted. */
  readonly source?: string | undefined;
  /** `false` where its scripts need an approval although its source is trusted, such as a skill that was handed on. */
  readonly trusted?: boolean | undefined;
}

/** A skill's name as its SKILL.md has it: without that of its plugin in front. */
export function ownNameOf({ name, plugin }: Pick<SkillSummary, "name" | "plugin">): string {
  const prefix = `${plugin?.name}:`;
  return plugin && name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Who may call for a skill. */
export type SkillInvocation = NonNullable<SkillSummary["invocation"]>;

/** A file or function that a skill offers to be read. */
export interface SkillResource extends SkillEntry {
  /** The content, where it is part of the skill's definition rather than a file. */
  readonly content?: string | undefined;
  /**
   * Reads the file or calls the function, now.
   *
   * @param context the run context that a function receives
   * @param args what a function receives; a file takes none
   */
  load(context?: unknown, args?: Readonly<Record<string, unknown>>, options?: ToolCallOptions): Promise<string>;
}

/** A program or function that a skill offers to be run. */
export interface SkillScript extends SkillEntry {
  readonly skillName?: string | undefined;
  /**
   * Runs the file or calls the function, and resolves to what it printed or returned.
   *
   * @param context the run context that a function receives
   * @throws SkillScriptExecutionError when it fails, with its exit code and what it printed
   */
  run(context?: unknown, args?: ScriptArguments, options?: ToolCallOptions): Promise<string>;
}

/** A skill with its instructions, as they were when it was loaded. */
export interface Skill extends SkillSummary {
  /** The Markdown body of the SKILL.md: the instructions. */
  readonly content: string;
  readonly resources: readonly SkillResource[];
  readonly scripts: readonly SkillScript[];
}

/**
 * Lower-cases a name, turns `_` into `-` and checks it.
 *
 * @throws SkillValidationError when the result breaks {@link SKILL_NAME_PATTERN} or is longer than {@link MAX_SKILL_NAME_LENGTH}
 */
export function normalizeSkillName(name: string): string {
  const normalized = name.toLowerCase().replaceAll("_", "-");
  if (!SKILL_NAME_PATTERN.test(normalized)) {
    throw new SkillValidationError(
      `Invalid skill name: ${shownName(name)}. Use lower-case letters, digits and single hyphens, such as "pdf-forms".`,
    );
  }
  if (normalized.length > MAX_SKILL_NAME_LENGTH) {
    throw new SkillValidationError(
      `Invalid skill name: ${shownName(name)} has ${normalized.length} characters, at most ${MAX_SKILL_NAME_LENGTH} are allowed.`,
    );
  }
  return normalized;
}
