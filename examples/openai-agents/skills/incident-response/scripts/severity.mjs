#!/usr/bin/env node
// Prints the severity of an incident by the team's rule. Needs Node 18 or later.
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { affected: { type: "string" }, outage: { type: "boolean" }, "data-loss": { type: "boolean" } },
});
const affected = Number(values.affected);
if (!Number.isInteger(affected) || affected < 0) {
  console.error(`--affected takes the number of customers, not "${values.affected}".`);
  process.exit(2);
}
const [severity, told] =
  values["data-loss"] || (values.outage && affected >= 100)
    ? ["SEV1", "the head of engineering, now"]
    : values.outage || affected >= 100
      ? ["SEV2", "the team lead, within 30 minutes"]
      : ["SEV3", "the team, in the morning"];
console.log(`${severity}: tell ${told}.`);
