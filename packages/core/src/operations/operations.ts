// The operations on one live catalogue, as the toolset and the tools receive them.

import type { ApprovalRequest } from "../base/approval-request.js";
import type { ScriptArguments, Skill } from "../base/skill.js";
import type { ApprovalCall, ToolCallOptions } from "../base/tool.js";
import type { LiveCatalog } from "../catalog/live-catalog.js";
import type { ReadShared } from "../files/read-shared.js";
import type { ResourceContent } from "../files/resource-content.js";
import type { ScriptResult } from "../scripts/executor.js";
import type { ApprovalRule } from "./approval.js";
import { askFor } from "./asked-skill.js";
import { loadSkill } from "./load-skill.js";
import { readResource } from "./read-resource.js";
import type { ScriptGates } from "./script-gates.js";
import type { SearchCatalog } from "./search-catalog.js";
import { knownWorkFolder } from "./work-folder.js";

/** What the toolset and its tools do. Each call sees the catalogue of its moment; for a wrong name it rejects with a SkillError that lists those that exist. */
export interface Operations {
  readonly catalog: LiveCatalog;
  readonly approvalRule: ApprovalRule;
  load(skillName: string): Promise<Skill>;
  read(
    skillName: string,
    resourceName: string,
    args?: Readonly<Record<string, unknown>>,
    options?: ToolCallOptions,
  ): Promise<ResourceContent>;
  run(skillName: string, scriptName: string, args?: ScriptArguments, options?: ToolCallOptions): Promise<ScriptResult>;
  /** Has what runs scripts loaded, a moment later. Called when the tool that runs them is handed out. */
  warmUp(): void;
  readonly search: SearchCatalog;
  /** Where scripts run, as far as it is known without a call. */
  workFolder(): Promise<string | undefined>;
  /** Ends what scripts have left running in the background. */
  close(): Promise<void>;
  /** What a framework has to ask a person about before a run, as a tool's own `requestApproval` tells it. */
  requestApproval(
    skillName: string,
    scriptName: string,
    args: ScriptArguments | undefined,
    call: ApprovalCall,
  ): Promise<ApprovalRequest | undefined>;
  /** The request that waits for its answer under this id. */
  pendingApproval(callId: string): Promise<ApprovalRequest | undefined>;
}

/** How long after the tools were asked for what runs scripts is loaded: by then the program mostly waits for its model. */
const WARM_UP_MS = 20;

/** Lazy, with all that approves, copies and starts scripts: most programs run none in their first second. */
function loadRunning() {
  return Promise.all([import("./run-script.js"), import("./clean-output.js")]);
}

/** Puts the operations on one catalogue together. */
export function createOperations(
  catalog: LiveCatalog,
  gates: ScriptGates,
  search: SearchCatalog,
  readShared?: ReadShared,
): Operations {
  const ask = (skillName: string) => askFor(catalog, skillName);
  return {
    catalog,
    approvalRule: gates,
    load: (skillName) => loadSkill(ask(skillName), gates),
    read: (skillName, resourceName, args, options = {}) =>
      readResource(ask(skillName), resourceName, args, options, { ...gates, readShared }),
    async run(skillName, scriptName, args, options = {}) {
      const [{ runScript }, { withCleanOutput }] = await loadRunning();
      return withCleanOutput(options, (clean) => runScript(ask(skillName), scriptName, args, clean, gates));
    },
    warmUp() {
      // What fails here fails again with the first script, and is told there. Outside Node a timer is a number.
      setTimeout(() => void loadRunning().catch(() => {}), WARM_UP_MS).unref?.();
      gates.executor.warmUp?.();
    },
    search,
    workFolder: () => knownWorkFolder(gates),
    close: async () => gates.executor.close?.(),
    async requestApproval(skillName, scriptName, args, call) {
      const { requestApproval } = await import("./request-approval.js");
      return requestApproval(ask(skillName), scriptName, args, call, gates);
    },
    pendingApproval: async (callId) => (await gates.records.get(callId))?.request,
  };
}
