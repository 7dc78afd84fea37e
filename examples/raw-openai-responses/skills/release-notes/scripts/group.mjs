#!/usr/bin/env node
// Groups conventional commits and says which version comes next. Needs Node 18 or later.
const [version = "", ...subjects] = process.argv.slice(2);
const [, major, minor, patch] = (/^v?(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []).map(Number);
if (patch === undefined || subjects.length === 0) {
  console.error('Usage: group.mjs VERSION SUBJECT…, such as: group.mjs 2.3.1 "fix: keep the order"');
  process.exit(2);
}

const commits = subjects.map((subject) => {
  const {
    type = "other",
    bang,
    text = subject,
  } = /^(?<type>[a-z]+)(?:\([^()]*\))?(?<bang>!)?: (?<text>.+)$/.exec(subject)?.groups ?? {};
  return {
    group: bang ? "Breaking" : type === "feat" ? "New" : type === "fix" || type === "perf" ? "Fixed" : "Not for users",
    text,
  };
});
const has = (name) => commits.some(({ group }) => group === name);
const isStable = major > 0;
const next =
  has("Breaking") && isStable
    ? `${major + 1}.0.0`
    : has("New") || has("Breaking")
      ? `${major}.${minor + 1}.0`
      : `${major}.${minor}.${patch + 1}`;
console.log(`Next version: ${next}`);
for (const name of ["Breaking", "New", "Fixed", "Not for users"]) {
  if (!has(name)) continue;
  console.log(`\n${name}:`);
  for (const { group, text } of commits) if (group === name) console.log(`- ${text}`);
}
