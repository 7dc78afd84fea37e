// The skills of one folder in one call, without search, tools and reload.

import { directory, eventChannels, localExecutor, warn } from "#platform";
import type { Diagnostic } from "./base/diagnostics.js";
import { aFunction, checkOptions, type OptionRules, oneOf, wholeNumber } from "./base/options.js";
import type { Skill } from "./base/skill.js";
import { loadCatalog, type ValidateMode } from "./catalog/load-catalog.js";
import { createEvents } from "./events/create-events.js";
import { withInstructions } from "./operations/load-skill.js";
import { createGates } from "./operations/script-gates.js";
import { FUNCTION_TIMEOUT_MS } from "./scripts/function-timeout.js";

/** How {@link FileSystemDiscovery.discover} looks. */
export interface DiscoveryOptions {
  /** @default true, which is "lenient" */
  readonly validate?: ValidateMode | undefined;
  /** @default 3 */
  readonly maxDepth?: number | undefined;
  /** Receives what was wrong. @default a process warning for each skill that was not loaded */
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
}

const RULES: OptionRules<DiscoveryOptions> = {
  validate: oneOf("lenient", "strict", true, false),
  maxDepth: wholeNumber(0, Number.POSITIVE_INFINITY),
  onDiagnostic: aFunction,
};

/** Finds the skills below a folder, for callers who want the skills and no toolset. */
export const FileSystemDiscovery = {
  /**
   * Every skill with its instructions, sorted by name. A skill that cannot be loaded is left out and reported.
   *
   * @throws SkillError when the folder itself cannot be read, and `invalid_option` for an option that there is not
   */
  async discover(rootDir: string | URL, options: DiscoveryOptions = {}): Promise<Skill[]> {
    checkOptions("FileSystemDiscovery.discover", options, RULES);
    const { validate = true, maxDepth, onDiagnostic = warnOfErrors } = options;
    const source = directory(rootDir, { maxDepth });
    const listing = await source.list({ signal: undefined });
    const once = { ...source, list: async () => listing };
    const { entries, diagnostics } = await loadCatalog([once], { validate });
    for (const diagnostic of diagnostics) onDiagnostic(diagnostic);
    const events = createEvents({ logger: false }, { channels: eventChannels(), warn });
    const rule = { approval: "untrusted", approvalBy: "core" } as const;
    const gates = createGates({ executor: localExecutor(), ...rule, events, functionTimeoutMs: FUNCTION_TIMEOUT_MS });
    return Promise.all([...entries.values()].map((entry) => withInstructions(entry, gates)));
  },
};

function warnOfErrors({ severity, message }: Diagnostic): void {
  if (severity === "error") warn(message);
}
