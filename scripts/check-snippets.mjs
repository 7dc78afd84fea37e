// Compiles the TypeScript of every README, in the package whose users would write it, against the built packages.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const aiSdk = `declare const model: import("ai").LanguageModel;\ndeclare const weather: import("ai").Tool;\n`;

/** Each page, the package that it is about, and what its snippets leave to the reader. */
const pages = [
  { page: "README.md", folder: "packages/ai-sdk", given: aiSdk },
  { page: "packages/ai-sdk/README.md", folder: "packages/ai-sdk", given: aiSdk },
  { page: "packages/json-schema/README.md", folder: "packages/json-schema", given: "declare const model: string;\n" },
  { page: "packages/core/README.md", folder: "packages/core", given: "" },
];

const files = pages.flatMap(({ page, folder, given }) => {
  const blocks = [...readFileSync(page, "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  mkdirSync(join(folder, ".snippets"), { recursive: true });
  return blocks.map((code, index) => {
    const file = join(folder, ".snippets", `${page.replaceAll(/\W/g, "-")}-${index}.ts`);
    writeFileSync(file, `${given}${code}export {};\n`);
    return file;
  });
});

const flags = "--noEmit --ignoreConfig --strict --target es2022 --module nodenext --skipLibCheck --types node".split(
  " ",
);
const { status } = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", ...flags, ...files], {
  stdio: "inherit",
});
for (const { folder } of pages) rmSync(join(folder, ".snippets"), { recursive: true, force: true });
console.log(`${files.length} snippets compiled`);
process.exit(status ?? 1);
