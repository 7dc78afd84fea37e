// The contract that every adapter passes, as one suite.
import { describe } from "vitest";
import { testApprovals } from "./approvals.js";
import { contractFor } from "./contract.js";
import { testControl } from "./control.js";
import { testFailures } from "./failures.js";
import type { AdapterHarness } from "./harness.js";
import { testInvocation } from "./invocation.js";
import { testNames } from "./names.js";
import { testRunners } from "./runners.js";
import { testRuns } from "./runs.js";
import { testTools } from "./tools.js";

/**
 * The contract of every adapter, proven on its framework's own agent loop with a scripted model, real skills and real scripts.
 *
 * A new adapter is one harness and one call of this function.
 */
export function describeAdapter(name: string, harness: AdapterHarness): void {
  describe(name, () => {
    const contract = contractFor(harness);
    testTools(contract);
    testNames(contract);
    testRunners(contract);
    testFailures(contract);
    testRuns(contract);
    testInvocation(contract);
    testControl(contract);
    testApprovals(contract);
  });
}
