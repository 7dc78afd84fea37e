// The look-up of one skill by its name, with an error that helps.

import { type Skill, SkillError } from "@skillplug/core";
import { CliError } from "../base/cli-error.js";
import { EXIT } from "../base/exit-codes.js";
import { type LoadedSkills, notesOf } from "./load.js";

/**
 * A skill by its name.
 *
 * @throws SkillError `skill_not_found` with the nearest names; CliError where there are no skills at all
 */
export async function findSkill(loaded: LoadedSkills, name: string): Promise<Skill> {
  const skill = await loaded.toolset.getSkill(ownNameOf(loaded, name));
  if (skill) return skill;
  // It rejects with the names that exist, or with why the one of that name cannot be used.
  const failure: unknown = await loaded.toolset.loadSkill(name).then(
    () => new Error(`The skill ${name} appeared just now. Try again.`),
    (error: unknown) => error,
  );
  const isThere = SkillError.isInstance(failure) && failure.available === undefined;
  if (isThere || loaded.skills.length > 0) throw failure;
  const fix = notesOf(loaded).join(" ");
  throw new CliError(`Skill '${name}' not found.`, EXIT.notFound, { code: "skill_not_found", fix });
}

/** Any skill of a plugin may be called by that as well: `plugin:skill`. */
function ownNameOf({ skills }: LoadedSkills, name: string): string {
  return skills.find((skill) => `${skill.plugin?.name}:${skill.name}` === name)?.name ?? name;
}
