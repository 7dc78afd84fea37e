// Compiles the TypeScript of every README and guide, in the package whose users would write it, against the built packages:
// with the compiler of this repository and with the one that many users still have. The tests run the same programs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { allPrograms, writePrograms } from "../packages/testing/dist/snippets/write-programs.js";

const compilers = {
  "TypeScript 7": ["node_modules/typescript/bin/tsc", "--ignoreConfig"],
  "TypeScript 5.9": ["node_modules/typescript-5/bin/tsc"],
};
const flags =
  "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module nodenext --skipLibCheck --types node";

const programs = allPrograms(".");
const { files, remove } = await writePrograms(".", programs);
try {
  const compile = async ([name, compiler]) => {
    const child = spawn(process.execPath, [...compiler, ...flags.split(" "), ...files], { stdio: "inherit" });
    const [status] = await once(child, "exit");
    console.log(`${name}: ${programs.length} programs ${status === 0 ? "compiled" : "did not compile"}`);
    return status === 0;
  };
  const compiled = await Promise.all(Object.entries(compilers).map(compile));
  process.exitCode = compiled.every(Boolean) ? 0 : 1;
} finally {
  remove();
}
