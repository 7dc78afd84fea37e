import type { AdapterRun } from "@skillplug/testing";
import type { ApprovedCallOptions } from "../src/index.js";

/** The person of a run as the one who is asked about each call. */
export function approveBy({ onApproval }: AdapterRun): Pick<ApprovedCallOptions, "approve"> {
  if (!onApproval) return {};
  const approve: ApprovedCallOptions["approve"] = ({ skillName, scriptName, args, stdin }) =>
    onApproval({ tool: "run_skill_script", input: { skill_name: skillName, script_name: scriptName, args, stdin } });
  return { approve };
}
