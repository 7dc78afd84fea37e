import { type Command, Option } from "commander";
import { seconds } from "./option-parsers.js";
import type { Surroundings } from "./surroundings.js";

interface RunFlags {
  readonly timeout?: number;
  readonly ask?: boolean;
  readonly yes?: boolean;
}

/** The commands that run, write or check something. */
export function addActingCommands(program: Command, surroundings: Surroundings): void {
  const { directories, finish } = surroundings;
  addRun(program, surroundings);
  program
    .command("new")
    .argument("<name>", "lower-case letters, digits and hyphens")
    .option("--description <text>", "what it does and when to use it")
    .description("make a skill that works, to be rewritten")
    .action((name: string, options: { description?: string }) =>
      finish(import("./commands/new.js").then(({ create }) => create(name, directories(), options))),
    );
  const formats = new Option("--format <format>", "of the findings").choices(["text", "json", "sarif", "github"]);
  const profiles = new Option(
    "--profile <profile>",
    "strict: warnings count too; agentskills: the standard's own rules",
  );
  program
    .command("validate")
    .argument("[path...]", "folders with skills, skills' folders or SKILL.md files")
    .addOption(formats.default("text"))
    .addOption(profiles.choices(["lenient", "strict", "agentskills"]).default("lenient"))
    .description("hold skills against the format; exit code 1 with findings")
    .action((paths: string[], options: { format: string; profile: string }) =>
      finish(import("./commands/validate.js").then(({ validate }) => validate([...directories(), ...paths], options))),
    );
  program
    .command("doctor")
    .description("what could keep skills from working here")
    .action(() => finish(import("./commands/doctor.js").then(({ doctor }) => doctor(directories()))));
}

function addRun(program: Command, { terminal, directories, wantsJson, finish }: Surroundings): void {
  program
    .command("run")
    .argument("<skill>")
    .argument("<script>")
    .argument("[args...]", "the script's own arguments, after --")
    .option("--timeout <seconds>", "how long it may run (default: 30)", seconds)
    .option("--ask", "ask before the script runs, also where its folder is trusted")
    .option("--yes", "do not ask")
    .description("run a script of a skill")
    .showHelpAfterError("Put the script's own arguments after --: skillplug run SKILL SCRIPT -- --name value")
    .action((skillName: string, scriptName: string, args: string[], flags: RunFlags) => {
      const target = { skillName, scriptName, args };
      const options = { ...flags, timeoutMs: flags.timeout, json: wantsJson() };
      return finish(import("./commands/run.js").then(({ run }) => run(target, directories(), options, terminal)));
    });
}
