#!/usr/bin/env node
// Checks receipts against assets/limits.json. Needs Node 18 or later.
import { readFile } from "node:fs/promises";

const limits = JSON.parse(await readFile(new URL("../assets/limits.json", import.meta.url), "utf8"));
const receipts = process.argv.slice(2).map((text) => {
  const [, kind, amount, people = "1"] = /^([a-z]+):(\d+(?:\.\d\d?)?)(?::([1-9]\d*))?$/.exec(text) ?? [];
  if (kind === undefined) {
    console.error(`A receipt is KIND:AMOUNT or meal:AMOUNT:PEOPLE, not "${text}".`);
    process.exit(2);
  }
  return { kind, cents: Math.round(Number(amount) * 100), people: Number(people) };
});
if (receipts.length === 0) {
  console.error("Give at least one receipt, such as taxi:38.50.");
  process.exit(2);
}

const euro = (cents) => `${(cents / 100).toFixed(2)} EUR`;
let total = 0;
for (const { kind, cents, people } of receipts) {
  const rule = limits[kind];
  const allowed = rule ? rule.limit * 100 * people : 0;
  total += Math.min(cents, allowed);
  if (!rule) console.log(`${kind} ${euro(cents)}: there is no rule, ask the manager`);
  else if (cents <= allowed) console.log(`${kind} ${euro(cents)}: fine`);
  else console.log(`${kind} ${euro(cents)}: ${euro(cents - allowed)} over ${euro(rule.limit * 100)} a ${rule.per}`);
}
console.log(`To hand in: ${euro(total)}`);
