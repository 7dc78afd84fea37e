// The TypeScript of a Markdown page as programs.
/** A program that a page shows: one block of TypeScript that begins with an import, and the blocks that go on from there. */
export interface Program {
  /** Where it stands, as `README.md:12`. */
  readonly place: string;
  readonly code: string;
  /** The folder in packages/ whose user would write it: that of the first package of ours that it imports. */
  readonly folder: string;
}

const BLOCK = /^```ts\n(.*?)^```$/gms;

/**
 * The programs of a Markdown page, in their order.
 *
 * @throws Error where a page begins with a block that goes on, or a program imports nothing of ours
 */
export function programsOf(page: string, markdown: string): Program[] {
  const programs: { place: string; code: string }[] = [];
  for (const { index, 1: code = "" } of markdown.matchAll(BLOCK)) {
    const place = `${page}:${markdown.slice(0, index).split("\n").length}`;
    const program = programs.at(-1);
    if (/^import\s/m.test(code)) programs.push({ place, code });
    else if (program) program.code += code;
    else throw new Error(`${place}: the first TypeScript of a page has to import what it uses.`);
  }
  return programs.map((program) => ({ ...program, folder: folderOf(program) }));
}

function folderOf({ place, code }: { place: string; code: string }): string {
  const [, folder] = /from "@skillplug\/([\w-]+)(?:\/[\w-]+)?"/.exec(code) ?? [];
  if (folder === undefined) throw new Error(`${place}: the program imports no package of ours.`);
  return folder;
}

/**
 * The program as a module: before it stands what it leaves to its reader.
 *
 * @param given the names that can be given to it, exported by `given/` of its folder
 */
export function toModule({ folder, code }: Program, given: readonly string[]): string {
  const names = given.filter((name) => isUsed(code, name) && !isDeclared(code, name));
  const lead =
    names.length > 0 ? `import { ${names.join(", ")} } from "@skillplug/testing/snippets/given/${folder}";\n` : "";
  // With an export it is a module even where it imports nothing but types.
  return `${lead}${code}export {};\n`;
}

function isUsed(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(code);
}

function isDeclared(code: string, name: string): boolean {
  return new RegExp(`^\\s*(?:const|let|function|import)\\b[^=;(]*\\b${name}\\b`, "m").test(code);
}
