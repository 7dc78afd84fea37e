// The skill that `skillplug new` makes, as text.

/** The script's path in the skill. */
export const SCRIPT = "scripts/greet.mjs";

/** What stands below the front matter. */
export const instructionsOf = (name: string) => `# ${name}

What a model should do, step by step, once it has decided to use this skill. The description above is all that it sees before.

## Steps

1. Find out what the user wants, and ask when it is not clear.
2. Run \`${SCRIPT}\` with \`--name\` and what it is about. It prints JSON.
3. Answer with what it printed, in a sentence.

## When something fails

- The script exits with 2 when \`--name\` is missing: ask the user for it.
`;

/** A script as a model can use it. */
export const SCRIPT_TEXT = `#!/usr/bin/env node
// Arguments in, JSON on standard output, problems on standard error with an exit code other than 0.
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { name: { type: "string" } } });
if (!values.name) {
  console.error("Pass --name, such as --name Ada.");
  process.exit(2);
}
console.log(JSON.stringify({ greeting: \`Hello, \${values.name}!\` }));
`;
