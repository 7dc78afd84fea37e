// What a toolset is told: its options, and what each of them may be.

import { isRecord } from "./base/is-record.js";
import {
  aBoolean,
  aFunction,
  aPath,
  aPathOrUrl,
  aRecord,
  checkOptions,
  either,
  listOf,
  MAX_TIMER_MS,
  numberFrom,
  type OptionRule,
  type OptionRules,
  oneOf,
  wholeNumber,
  withMethods,
} from "./base/options.js";
import type { SkillSummary } from "./base/skill.js";
import type { DuplicateRule } from "./catalog/choose-skills.js";
import type { ValidateMode } from "./catalog/load-catalog.js";
import type { SkillEventHandler } from "./events/event.js";
import type { Logger } from "./events/logger.js";
import { type Approval, type ApprovalBy, checkApprovalRule } from "./operations/approval.js";
import type { ApprovalStore } from "./operations/approval-store.js";
import type { WorkFolder } from "./operations/work-folder.js";
import type { ScriptExecutor } from "./scripts/executor.js";
import type { SearchEngineOptions } from "./search/search-engine.js";
import type { SkillInput } from "./sources/memory.js";
import type { SkillSource } from "./sources/source.js";
import { OFFER_RULES, type OfferOptions } from "./tools/offer.js";

/** How skills are loaded and used. */
export interface LoadOptions extends OfferOptions {
  /** How strictly a SKILL.md is held to the format. @default "lenient" */
  readonly validate?: ValidateMode | undefined;
  /** How deep skills may lie in a directory; a folder with a SKILL.md is a leaf. @default 3 */
  readonly maxDepth?: number | undefined;
  /**
   * Folders beside the skills whose files every skill may read and list, such as a plugin's: paths like `../../shared/x.md` in
   * instructions then work. A relative one begins at this process's working folder. Nothing in them is run. @default none
   */
  readonly sharedFolders?: readonly string[] | undefined;
  /** Which skills this agent sees. @default all */
  readonly filter?: ((skill: SkillSummary) => boolean) | undefined;
  /** The share of the best hit's score that a hit must reach, 0 to 1. @default 0.3 */
  readonly bm25Threshold?: number | undefined;
  /** Translations, search by meaning, and Orama components of your own. */
  readonly search?: SearchEngineOptions | undefined;
  /**
   * Which of two equally trusted skills of one name is used; a trusted one is always used before one that is not.
   * @default that of the last trusted source; of the first among sources that are not trusted; within one source that in a folder of its name, else the first by path
   */
  readonly onDuplicate?: DuplicateRule | undefined;
  /** What runs scripts. @default localExecutor() */
  readonly executor?: ScriptExecutor | undefined;
  /**
   * The folder in which scripts run, where the user's files are: a path, or a function that tells it for each call from the run
   * context. A relative path begins at this process's working folder. The option of a call goes first. @default the option `cwd`
   * of the executor, else the working folder of this process at the time of each run
   */
  readonly workFolder?: WorkFolder | undefined;
  /** How long a function may take that stands for a resource or a script, in milliseconds; its signal fires then. @default 60_000 */
  readonly functionTimeoutMs?: number | undefined;
  /** Which scripts need an approval before each run. @default "untrusted" */
  readonly approval?: Approval | undefined;
  /** Who asks for an approval: the function given as `approval`, or the agent framework. @default "core" */
  readonly approvalBy?: ApprovalBy | undefined;
  /**
   * Where requests wait for their answer with `approvalBy: "framework"`. Needed where another process than the one that asked may
   * receive the answer. @default the memory of this toolset, for at most 1,000 requests
   */
  readonly approvals?: ApprovalStore | undefined;
  /** Receives each step in the life of a skill. */
  readonly onEvent?: SkillEventHandler | undefined;
  /** Whether events tell what went in and came out: queries, arguments, texts, messages. @default false */
  readonly eventDetails?: boolean | undefined;
  /** A logger with levels, such as pino, receives every event. `false` for silence. @default one process warning for each load with errors: how many, and the first */
  readonly logger?: Logger | false | undefined;
}

/** What each of {@link LoadOptions} may be. */
export const LOAD_RULES: OptionRules<LoadOptions> = {
  ...OFFER_RULES,
  validate: oneOf("lenient", "strict", true, false),
  maxDepth: wholeNumber(0, Number.POSITIVE_INFINITY),
  sharedFolders: listOf(aPath, "a list of the paths of folders"),
  filter: aFunction,
  bm25Threshold: numberFrom(0, 1),
  search: aRecord,
  onDuplicate: oneOf("last", "first", "error"),
  executor: withMethods("an executor", "execute"),
  workFolder: either(aPath, aFunction),
  functionTimeoutMs: wholeNumber(1, MAX_TIMER_MS),
  approval: either(oneOf("never", "untrusted", "always"), aFunction),
  approvalBy: oneOf("core", "framework"),
  approvals: withMethods("a store", "put", "get", "take"),
  onEvent: aFunction,
  eventDetails: aBoolean,
  logger: either(oneOf(false), withMethods("a logger", "warn")),
};

const anIndex = oneOf("full", "listed");

/** What can be used as a source. One without a word on trust is none: nobody shall trust strangers by a misspelt name. */
export const aSource: OptionRule = {
  expected: "a source with id, trusted, list and readFile",
  accepts: (value) =>
    isRecord(value) &&
    typeof value["id"] === "string" &&
    typeof value["trusted"] === "boolean" &&
    (value["index"] === undefined || anIndex.accepts(value["index"])) &&
    typeof value["list"] === "function" &&
    typeof value["readFile"] === "function",
};

const SEARCH_RULES: OptionRules<SearchEngineOptions> = {
  translate: either(oneOf(false), aFunction),
  embed: aFunction,
  createDatabase: aFunction,
};

/** {@link LoadOptions}, and where the skills come from. */
export interface SkillsToolsetOptions extends LoadOptions {
  /** Sources from elsewhere. Skills of the directories, then those of `skills`, override theirs. */
  readonly sources?: readonly SkillSource[] | undefined;
  /** Folders with skills; a later one overrides an earlier one. */
  readonly directories?: readonly (string | URL)[] | undefined;
  /** Skills of the program itself; they override all others. */
  readonly skills?: readonly SkillInput[] | undefined;
  /** `false`: there are no skills until {@link SkillsToolset.reload} is called. @default true */
  readonly autoDiscover?: boolean | undefined;
}

const TOOLSET_RULES: OptionRules<SkillsToolsetOptions> = {
  ...LOAD_RULES,
  sources: listOf(aSource, "a list of sources, each with id, trusted, list and readFile"),
  directories: listOf(aPathOrUrl, "a list of the paths of folders"),
  skills: listOf(aRecord, "a list of skills"),
  autoDiscover: aBoolean,
};

/** @throws SkillError `invalid_option` for an option that there is not, and for a value that it does not take */
export function checkToolsetOptions(options: SkillsToolsetOptions): void {
  checkOptions("SkillsToolset", options, TOOLSET_RULES);
  if (options.search) checkOptions("search", options.search, SEARCH_RULES);
  checkApprovalRule(options.approval, options.approvalBy);
}
