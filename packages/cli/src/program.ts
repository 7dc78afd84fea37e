import { Command } from "commander";
import { addActingCommands } from "./acting-commands.js";
import { collect } from "./option-parsers.js";
import { addReadingCommands } from "./reading-commands.js";
import type { Surroundings } from "./surroundings.js";
import type { Terminal } from "./terminal.js";
import { cliVersion } from "./version.js";

/** The options that every command has. */
export interface GlobalOptions {
  readonly dir?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
  readonly color: boolean;
}

const FOLDERS = "./skills, ./.agents/skills, ./.claude/skills";
const EPILOGUE = `
Exit codes: 0 ok, 1 findings, 2 usage, 3 not found, 4 denied, 5 script failed, 6 timed out, 130 interrupted.`;

/** The commands and their options. A command's own code is loaded when it is used. */
export function createProgram(terminal: Terminal, finish: Surroundings["finish"]): Command {
  const program = new Command("skillplug")
    .description("Lists, searches, runs, validates and measures Agent Skills.")
    .version(cliVersion())
    .option("--dir <path>", `a folder with skills; repeatable, a later one wins (default: ${FOLDERS})`, collect)
    .option("--json", "print data for programs")
    .option("--no-color", "no colour; so does the variable NO_COLOR")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", EPILOGUE)
    .usage("[options] [command]");
  const globals = () => program.opts<GlobalOptions>();
  const directories = () => globals().dir ?? [];
  program.action(() => {
    const [unknown] = program.args;
    if (unknown === undefined) {
      return finish(import("./commands/overview.js").then(({ overview }) => overview(directories())));
    }
    const names = program.commands.map((command) => command.name()).join(", ");
    return program.error(`error: unknown command '${unknown}'. The commands are ${names}.`);
  });
  const surroundings = { terminal, directories, wantsJson: () => globals().json === true, finish };
  addReadingCommands(program, surroundings);
  addActingCommands(program, surroundings);
  // After the commands, which would inherit it. What is too much here is the name of no command.
  program.allowExcessArguments();
  return program;
}
