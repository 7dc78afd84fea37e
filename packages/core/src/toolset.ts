// The toolset, where the parts are put together: sources, catalogue, operations, events and tools.
/// <reference lib="esnext.disposable" preserve="true" />

import { directory, eventChannels, localExecutor, sharedFolders, warn } from "#platform";
import type { ApprovalRequest } from "./base/approval-request.js";
import type { Diagnostic } from "./base/diagnostics.js";
import { SkillError } from "./base/errors.js";
import type { ScriptArguments, Skill, SkillSummary } from "./base/skill.js";
import type { SkillTool, ToolCallOptions } from "./base/tool.js";
import { type SkillsChange, skillsOf } from "./catalog/catalog.js";
import { createLiveCatalog, type LiveCatalog } from "./catalog/live-catalog.js";
import { modelView } from "./catalog/model-view.js";
import { createEvents } from "./events/create-events.js";
import { isEventLogger } from "./events/logger.js";
import { asText } from "./files/resource-content.js";
import { createOperations, type Operations } from "./operations/operations.js";
import { createGates } from "./operations/script-gates.js";
import { createCatalogSearch, createSkillSearch, type SkillSearchHit } from "./operations/search-catalog.js";
import { formatSkillPage } from "./prompt/format-skill.js";
import { FUNCTION_TIMEOUT_MS } from "./scripts/function-timeout.js";
import { outputOf } from "./scripts/script-result.js";
import { memory } from "./sources/memory.js";
import type { SkillSource } from "./sources/source.js";
import { MAX_MESSAGE } from "./text/limits.js";
import { loggedLine } from "./text/shown-name.js";
import { createOffer, type Offer } from "./tools/offer.js";
import { checkToolsetOptions, type SkillsToolsetOptions } from "./toolset-options.js";

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
    checkToolsetOptions(options);
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
