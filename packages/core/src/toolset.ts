// The toolset, where the parts are put together: sources, catalogue, operations, events and tools.
/// <reference lib="esnext.disposable" preserve="true" />

import { directory, eventChannels, localExecutor, sharedFolders, warn } from "#platform";
import type { ApprovalRequest } from "./base/approval-request.js";
import type { Diagnostic } from "./base/diagnostics.js";
import { SkillError } from "./base/errors.js";
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
import type { ScriptArguments, Skill, SkillSummary } from "./base/skill.js";
import type { SkillTool, ToolCallOptions } from "./base/tool.js";
import { type SkillsChange, skillsOf } from "./catalog/catalog.js";
import type { DuplicateRule } from "./catalog/choose-skills.js";
import { createLiveCatalog, type LiveCatalog } from "./catalog/live-catalog.js";
import type { ValidateMode } from "./catalog/load-catalog.js";
import { modelView } from "./catalog/model-view.js";
import { createEvents } from "./events/create-events.js";
import type { SkillEventHandler } from "./events/event.js";
import { isEventLogger, type Logger } from "./events/logger.js";
import { asText } from "./files/resource-content.js";
import { type Approval, type ApprovalBy, checkApprovalRule } from "./operations/approval.js";
import type { ApprovalStore } from "./operations/approval-store.js";
import { createOperations, type Operations } from "./operations/operations.js";
import { createGates } from "./operations/script-gates.js";
import { createCatalogSearch, createSkillSearch, type SkillSearchHit } from "./operations/search-catalog.js";
import type { WorkFolder } from "./operations/work-folder.js";
import { formatSkillPage } from "./prompt/format-skill.js";
import type { ScriptExecutor } from "./scripts/executor.js";
import { FUNCTION_TIMEOUT_MS } from "./scripts/function-timeout.js";
import { outputOf } from "./scripts/script-result.js";
import type { SearchEngineOptions } from "./search/search-engine.js";
import { memory, type SkillInput } from "./sources/memory.js";
import type { SkillSource } from "./sources/source.js";
import { MAX_MESSAGE } from "./text/limits.js";
import { loggedLine } from "./text/shown-name.js";
import { createOffer, OFFER_RULES, type Offer, type OfferOptions } from "./tools/offer.js";

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

/** A set of skills and the five tools to use them. The constructor does no I/O; every method awaits the first load by itself. */
export class SkillsToolset {
  readonly #options: SkillsToolsetOptions;
  readonly #operations: Operations;
  readonly #offer: Offer;

  /** @throws SkillError `invalid_option` for an option that there is not, and for a value that it does not take */
  constructor(options: SkillsToolsetOptions = {}) {
    const { validate = "lenient", onDuplicate, autoDiscover = true, filter, logger = { warn } } = options;
    const { approval = "untrusted", approvalBy = "core", executor = localExecutor() } = options;
    const { functionTimeoutMs = FUNCTION_TIMEOUT_MS } = options;
    checkOptions("SkillsToolset", options, TOOLSET_RULES);
    if (options.search) checkOptions("search", options.search, SEARCH_RULES);
    checkApprovalRule({ approval, approvalBy });
    this.#options = options;
    const events = createEvents(options, { channels: eventChannels(), warn });
    const warnOfErrors =
      logger && !isEventLogger(logger) ? (message: string) => logger.warn(loggedLine(message, MAX_MESSAGE)) : undefined;
    const catalogOptions = { validate, onDuplicate, filter, autoDiscover, warn: warnOfErrors };
    const catalog = createLiveCatalog(sourcesOf(options), catalogOptions, events);
    const search = createSkillSearch(options.bm25Threshold ?? 0.3, options.search);
    const gates = createGates({
      executor,
      approval,
      approvalBy,
      approvals: options.approvals,
      events,
      functionTimeoutMs,
      workFolder: options.workFolder,
    });
    const readShared = options.sharedFolders?.length ? sharedFolders(options.sharedFolders) : undefined;
    const operationsOn = (skills: LiveCatalog) =>
      createOperations(skills, gates, createCatalogSearch(skills, search, events), readShared);
    this.#operations = operationsOn(catalog);
    this.#offer = createOffer(operationsOn(modelView(catalog)), options);
  }

  /** Every skill's description by its name, sorted by name. */
  async listSkills(): Promise<Record<string, string>> {
    const skills = await this.listSummaries();
    return Object.fromEntries(skills.map(({ name, description }) => [name, description]));
  }

  /** What was listed of every skill, sorted by name: its fields and the names of its files, none of which is read. */
  async listSummaries(): Promise<readonly SkillSummary[]> {
    return skillsOf(await this.#operations.catalog.current());
  }

  /**
   * A skill as the model reads it: its instructions as they are now, and the names of its resources and scripts. Of instructions
   * that are longer than 50,000 characters a page, whose last line says how to read on.
   *
   * @param options `offset` is the first character of the instructions, 0 when absent
   * @throws SkillNotFoundError; SkillError `invalid_input` when the instructions end before the offset
   */
  async loadSkill(name: string, { offset = 0 }: { readonly offset?: number | undefined } = {}): Promise<string> {
    const skill = await this.#operations.load(name);
    return formatSkillPage(skill, offset, { workFolder: await this.#operations.workFolder() }).text;
  }

  /**
   * The text of a resource, without what cannot be seen; of one that is not text, its type and size.
   *
   * @throws SkillNotFoundError, SkillResourceNotFoundError, SkillResourceLoadError
   */
  async readSkillResource(
    skillName: string,
    resourceName: string,
    args?: Readonly<Record<string, unknown>>,
    options?: ToolCallOptions,
  ): Promise<string> {
    return asText(await this.#operations.read(skillName, resourceName, args, options));
  }

  /**
   * Runs a script and resolves to what it printed, without the white space at its ends.
   *
   * @throws SkillNotFoundError, SkillScriptNotFoundError, SkillScriptExecutionError, SkillError `denied`
   */
  async runSkillScript(
    skillName: string,
    scriptName: string,
    args?: ScriptArguments,
    options?: ToolCallOptions,
  ): Promise<string> {
    return outputOf(await this.#operations.run(skillName, scriptName, args, options));
  }

  /**
   * The skills that fit a request, the best first.
   *
   * @param limit 1 to 50
   * @param options `explain`: whether each hit tells which words it matched in which fields, and its best passage
   * @throws SkillError `search_disabled` with `enableBM25: false`
   */
  async searchSkills(
    query: string,
    limit = 10,
    { explain = false }: { readonly explain?: boolean | undefined } = {},
  ): Promise<SkillSearchHit[]> {
    if (this.#options.enableBM25 === false) {
      throw new SkillError("search_disabled", "search is switched off: enableBM25 is false");
    }
    return [...(await this.#operations.search(query, { limit, explain }))];
  }

  /**
   * The text for the system prompt: names and descriptions, and how to use them. Without skills, one sentence that says so.
   *
   * @param options `maxTokens` is what it may cost together with the tools' definitions, in place of the toolset's own budget
   * @throws SkillError `invalid_option` for a budget that is no number above 0
   */
  async getInstructions({ maxTokens }: { readonly maxTokens?: number | undefined } = {}): Promise<string> {
    return this.#offer.instructions(maxTokens);
  }

  /** A skill with its instructions as they are now, frozen; `undefined` when there is none of that name. */
  async getSkill(name: string): Promise<Skill | undefined> {
    const { entries } = await this.#operations.catalog.current();
    return entries.has(name) ? this.#operations.load(name) : undefined;
  }

  /** The tools that can be used with the skills of this moment; none without skills. */
  async getTools(): Promise<readonly SkillTool[]> {
    const tools = await this.#offer.tools();
    if (tools.some(({ name }) => name === "run_skill_script")) this.#operations.warmUp();
    return tools;
  }

  /**
   * What a person is being asked about, with `approvalBy: "framework"`, so that a page or a message can show all of it.
   *
   * @param callId the id of the tool call, as the framework knows it
   * @returns `undefined` where nothing waits for an answer under this id
   * @throws SkillError `function_failed` when the store of `approvals` fails
   */
  async getApprovalRequest(callId: string): Promise<ApprovalRequest | undefined> {
    return this.#operations.pendingApproval(callId);
  }

  /** What was wrong with skills and sources at the last load. */
  async getDiagnostics(): Promise<readonly Diagnostic[]> {
    const { diagnostics } = await this.#operations.catalog.current();
    if (!this.#options.excludeTools?.includes("load_skill")) return diagnostics;
    const message = "The tool load_skill is excluded, so that no model can read a skill's instructions.";
    return [...diagnostics, { code: "load-skill-excluded", severity: "warning", message }];
  }

  /** Lists all sources again. A source that fails keeps the skills that it had. Calls under way finish with the old set. */
  async reload(): Promise<SkillsChange> {
    return this.#operations.catalog.reload();
  }

  /**
   * Ends what scripts have left running in the background, which an executor lets them with `background: "keep"`. The toolset can
   * be used further.
   */
  async close(): Promise<void> {
    await this.#operations.close();
  }

  /** {@link SkillsToolset.close}, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** From the lowest to the highest precedence. */
function sourcesOf({ sources = [], directories = [], skills = [], maxDepth }: SkillsToolsetOptions): SkillSource[] {
  return [
    ...sources,
    ...directories.map((path) => directory(path, { maxDepth })),
    ...(skills.length > 0 ? [memory(skills)] : []),
  ];
}
