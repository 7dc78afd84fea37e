// The programs of all pages as files that can be compiled and run.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Program, programsOf, toModule } from "./programs.js";

/** What programs leave to their readers, by the folder of the package that they use. */
const GIVEN: Readonly<Record<string, () => Promise<object>>> = {
  "ai-sdk": () => import("./given/ai-sdk.js"),
  "json-schema": () => import("./given/json-schema.js"),
  langchain: () => import("./given/langchain.js"),
  "openai-agents": () => import("./given/openai-agents.js"),
};

/**
 * The programs of all READMEs and guides.
 *
 * @param root the folder of the repository
 */
export function allPrograms(root: string): Program[] {
  const readmes = readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`);
  const guides = readdirSync(join(root, "docs")).map((name) => `docs/${name}`);
  const pages = ["README.md", ...readmes, ...guides].filter(
    (page) => page.endsWith(".md") && existsSync(join(root, page)),
  );
  return pages.flatMap((page) => programsOf(page, readFileSync(join(root, page), "utf8")));
}

/** Programs as files, until they are removed. */
export interface WrittenPrograms {
  /** One absolute path a program. */
  readonly files: readonly string[];
  remove(): void;
}

/** Writes programs as modules where their imports mean what they mean to a reader: inside the packages that they use. */
export async function writePrograms(root: string, programs: readonly Program[]): Promise<WrittenPrograms> {
  const folders = new Map<string, string>();
  const files: string[] = [];
  for (const program of programs) {
    const { folder, place } = program;
    const into = folders.get(folder) ?? mkdtempSync(join(root, "packages", folder, ".snippets-"));
    folders.set(folder, into);
    const file = join(into, `${place.replaceAll(/\W+/g, "-")}.ts`);
    writeFileSync(file, toModule(program, Object.keys((await GIVEN[folder]?.()) ?? {})));
    files.push(file);
  }
  return { files, remove: () => [...folders.values()].forEach((folder) => void rmSync(folder, { recursive: true })) };
}
