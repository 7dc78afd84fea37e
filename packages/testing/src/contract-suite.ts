import { describe } from "vitest";
import { contractFor } from "./contract/contract.js";
import { testControl } from "./contract/control.js";
import { testFailures } from "./contract/failures.js";
import { testTools } from "./contract/tools.js";
import type { AdapterHarness } from "./harness.js";

/**
 * The contract of every adapter, proven on its framework's own agent loop with a scripted model, real skills and real scripts.
 *
 * A new adapter is one harness and one call of this function.
 */
export function describeAdapter(name: string, harness: AdapterHarness): void {
  describe(name, () => {
    const contract = contractFor(harness);
    testTools(contract);
    testFailures(contract);
    testControl(contract);
  });
}
