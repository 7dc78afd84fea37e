import type { SkillInput, SkillSource } from "@skillplug/core";
import { skillText } from "@skillplug/testing/temporary-folder";

/** What a changing source has of a skill. */
export type SkillTexts = Pick<SkillInput, "name" | "description" | "content">;

/** How a changing source behaves. */
export interface ChangingSourceOptions {
  /** Whether skills tell a revision, which is their text. @default true */
  readonly revisions?: boolean;
  /** Skills that cannot be read. @default none */
  readonly unreadable?: ReadonlySet<string>;
}

/** A source over a map that can be changed, and the names of the skills that were read since they were last taken. */
export function changingSource(
  inputs: readonly SkillTexts[],
  { revisions = true, unreadable = new Set() }: ChangingSourceOptions = {},
) {
  const skills = new Map(inputs.map((input) => [input.name, input]));
  let read: string[] = [];
  const source: SkillSource = {
    id: "changing",
    trusted: true,
    list: async () => ({
      skills: [...skills.values()].map(({ name, description, content }) => ({
        name,
        description,
        metadata: {},
        resources: [],
        scripts: [],
        ...(revisions && { revision: `${description}\n${content}` }),
      })),
      diagnostics: [],
    }),
    readFile: async ({ name }) => {
      read.push(name);
      const { description = "", content = "" } = skills.get(name) ?? {};
      if (unreadable.has(name)) throw new Error("the disk is gone");
      return new TextEncoder().encode(skillText(name, JSON.stringify(description), content));
    },
  };
  const takeRead = () => {
    const names = read.toSorted();
    read = [];
    return names;
  };
  return { source, skills, takeRead };
}
