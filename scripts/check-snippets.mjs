// Compiles the TypeScript of every README and guide, in the package whose users would write it, against the built packages:
// with the compiler of this repository and with the one that many users still have. The tests run the same programs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { allPrograms, writePrograms } from "../packages/testing/dist/snippets/write-programs.js";

const compilers = {
  "TypeScript 7": ["node_modules/typescript/bin/tsc", "--ignoreConfig"],
  "TypeScript 5.9": ["node_modules/typescript-5/bin/tsc"],
};
const strict = "--noEmit --strict --target es2022 --module nodenext --skipLibCheck --types node".split(" ");
const exact = "--exactOptionalPropertyTypes";
/** With exact optional properties, LangChain's own type of this function takes no argument at all. */
const isLoose = (file) => readFileSync(file, "utf8").includes("humanInTheLoopMiddleware");

const { files, remove } = await writePrograms(".", allPrograms("."));
const groups = [
  { name: `with ${exact}`, flags: [...strict, exact], files: files.filter((file) => !isLoose(file)) },
  { name: "without it", flags: strict, files: files.filter(isLoose) },
];
try {
  const runs = Object.entries(compilers).flatMap(([compiler, command]) =>
    groups.map(async ({ name, flags, files }) => {
      const child = spawn(process.execPath, [...command, ...flags, ...files], { stdio: "inherit" });
      const [status] = await once(child, "exit");
      console.log(`${compiler} ${name}: ${files.length} programs ${status === 0 ? "compiled" : "did not compile"}`);
      return status === 0;
    }),
  );
  process.exitCode = (await Promise.all(runs)).every(Boolean) ? 0 : 1;
} finally {
  remove();
}
