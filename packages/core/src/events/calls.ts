import type { Diagnostic } from "../base/diagnostics.js";
import type { ScriptArguments, Skill } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool-call.js";
import { type Catalog, compareCatalogs } from "../catalog/catalog.js";
import type { ResourceContent } from "../operations/read-resource.js";
import type { CatalogSearchResult } from "../operations/search-catalog.js";
import type { ScriptResult } from "../scripts/executor.js";
import { describeFailure } from "../scripts/script-result.js";
import type { ToldCall } from "./create-events.js";
import type { SkillEnding, SkillEvent } from "./event.js";

/** What a load or a reload tells. */
export function discoverCall(sources: number, before: Catalog): ToldCall<Catalog> {
  return {
    operation: "discover",
    output: (after) => compareCatalogs(before, after),
    end: (ending, after) => {
      const { added, changed, removed } = compareCatalogs(before, after ?? before);
      const diagnostics = after?.diagnostics ?? [];
      return [
        ...warningEvents(diagnostics, ending),
        {
          type: "discover",
          ...ending,
          sources,
          skills: (after ?? before).entries.size,
          added: added.length,
          changed: changed.length,
          removed: removed.length,
          problems: diagnostics.length,
        },
      ];
    },
  };
}

/** What a search tells. */
export function searchCall(query: string): ToldCall<CatalogSearchResult> {
  return {
    operation: "search",
    input: query,
    output: ({ hits }) => hits,
    end: (ending, { hits, warnings } = { hits: [], warnings: [] }) => [
      ...warningEvents(warnings, ending),
      { type: "search", ...ending, queryLength: query.length, hits: hits.length },
    ],
  };
}

function warningEvents(diagnostics: readonly Diagnostic[], { callId }: SkillEnding): SkillEvent[] {
  return diagnostics.map((diagnostic) => ({ type: "warning", callId, diagnostic }));
}

/** What the loading of a skill tells. */
export function loadCall(skill: string): ToldCall<Skill> {
  return {
    operation: "load",
    skill,
    output: ({ content }) => content,
    end: (ending, loaded) => [{ type: "load", ...ending, skill, length: loaded?.content.length }],
  };
}

/** What the reading of a resource tells. */
export function readCall(
  skill: string,
  resource: string,
  args: Readonly<Record<string, unknown>> | undefined,
  { context }: ToolCallOptions,
): ToldCall<ResourceContent> {
  return {
    operation: "read",
    skill,
    resource,
    context,
    input: args,
    output: (content) => (content.kind === "text" ? content.text : undefined),
    end: (ending, content) => {
      const length = content && (content.kind === "text" ? content.text : content.bytes).length;
      return [{ type: "read", ...ending, skill, resource: content?.name ?? resource, length }];
    },
  };
}

/**
 * What the run of a script tells.
 *
 * @param resolved the script's name, as far as it is known at the end
 */
export function runCall(
  skill: string,
  script: string,
  args: ScriptArguments | undefined,
  { context }: ToolCallOptions,
  resolved: () => string,
): ToldCall<ScriptResult> {
  return {
    operation: "run",
    skill,
    script,
    context,
    input: args,
    start: (call) => ({ type: "run-start", ...call, skill, script }),
    output: ({ stdout }) => stdout,
    failure: (result) => {
      const error = describeFailure(result);
      return error === undefined ? undefined : { outcome: result.interrupted?.code ?? "script_failed", error };
    },
    end: (ending, result) => {
      const { callId, outcome } = ending;
      const names = { skill, script: resolved() };
      const figures = result && {
        exitCode: result.exitCode,
        scriptMs: result.durationMs,
        length: result.stdout.length,
      };
      const ended: SkillEvent = { type: "run-end", ...ending, ...names, ...figures };
      return outcome === "denied" ? [{ type: "denied", callId, ...names }, ended] : [ended];
    },
  };
}
