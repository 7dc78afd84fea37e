// The grammar of the command line: every command, argument and option.

import { Command, Option } from "commander";
import type { Outcome } from "./base/outcome.js";
import type { Terminal } from "./base/terminal.js";
import { cliVersion } from "./base/version.js";
import { collect, seconds, wholeNumber } from "./option-parsers.js";
import type { Places } from "./skills/load.js";

/** The commands with their arguments and options, in the order of the help. A command's own code is loaded when it is used. */
export function createProgram(terminal: Terminal, finish: Surroundings["finish"]): Command {
  const program = new Command("skillplug")
    .description("Lists, searches, runs, validates and measures Agent Skills.")
    .version(cliVersion())
    .option(
      "--dir <path>",
      `a folder with skills; repeatable, a later one wins (default: ${FOLDERS}, an earlier one wins)`,
      collect,
    )
    .option(
      "--max-depth <number>",
      "how many folders below that a skill may lie (default: 3; folders of hosts and plugins at any depth)",
      wholeNumber(0, MAX_DEPTH),
    )
    .option("--json", "print data for programs")
    .option("--no-color", "no colour; so does the variable NO_COLOR")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", EPILOGUE)
    .usage("[options] [command]");
  const globals = () => program.opts<GlobalOptions>();
  const places = () => ({ directories: globals().dir ?? [], maxDepth: globals().maxDepth });
  const surroundings = { terminal, places, wantsJson: () => globals().json === true, finish };
  addOverview(program, surroundings);
  addList(program, surroundings);
  addSearch(program, surroundings);
  addShow(program, surroundings);
  addSchema(program, surroundings);
  addPrompt(program, surroundings);
  addTokens(program, surroundings);
  addRun(program, surroundings);
  addNew(program, surroundings);
  addValidate(program, surroundings);
  addDoctor(program, surroundings);
  // After the commands, which would inherit it. What is too much here is the name of no command.
  program.allowExcessArguments();
  return program;
}

/** The options that every command has. */
export interface GlobalOptions {
  readonly dir?: readonly string[] | undefined;
  readonly maxDepth?: number | undefined;
  readonly json?: boolean | undefined;
  readonly color: boolean;
}

/** What the commands are given. */
interface Surroundings {
  readonly terminal: Terminal;
  /** Where to look for skills. */
  places(): Places;
  wantsJson(): boolean;
  /** Takes what a command came to. */
  finish(outcome: Promise<Outcome>): Promise<void>;
}

const FOLDERS = "./skills, ./.agents/skills, ./.claude/skills";
const EPILOGUE = `
Exit codes: 0 ok, 1 findings, 2 usage, 3 not found, 4 denied, 5 script failed, 6 timed out, 130 interrupted.`;
/** Deeper than any path leads. */
const MAX_DEPTH = 1_000;
/** More than any model takes. */
const MAX_TOKENS = 1_000_000_000;

/** What `skillplug` does without a command. */
function addOverview(program: Command, { places, finish }: Surroundings): void {
  program.action(() => {
    const [unknown] = program.args;
    if (unknown === undefined) {
      return finish(import("./commands/overview.js").then(({ overview }) => overview(places())));
    }
    const names = program.commands.map((command) => command.name()).join(", ");
    return program.error(`error: unknown command '${unknown}'. The commands are ${names}.`);
  });
}

function addList(program: Command, { places, finish }: Surroundings): void {
  program
    .command("list")
    .description("every skill and what it is for")
    .action(() => finish(import("./commands/list.js").then(({ list }) => list(places()))));
}

function addSearch(program: Command, { places, finish }: Surroundings): void {
  program
    .command("search")
    .argument("<query...>", "what the skill should do")
    .option("--limit <number>", "how many skills at most, 1 to 50", wholeNumber(1, 50), 10)
    .option("--explain", "what each skill was found by: words, and the lines that fit best")
    .description("the skills that fit a request, the best first")
    .action((words: string[], options: { limit: number; explain?: boolean }) =>
      finish(import("./commands/search.js").then(({ search }) => search(words.join(" "), places(), options))),
    );
}

function addShow(program: Command, { places, finish }: Surroundings): void {
  program
    .command("show")
    .argument("<skill>")
    .description("one skill whole")
    .action((name: string) => finish(import("./commands/show.js").then(({ show }) => show(name, places()))));
}

function addSchema(program: Command, { places, finish }: Surroundings): void {
  const formats = ["openai-chat", "openai-responses", "anthropic", "gemini", "json-schema"];
  program
    .command("schema")
    .addOption(new Option("--format <format>", "whose definitions").choices(formats).default("json-schema"))
    .description("the tools' definitions, as a request takes them")
    .action((options: { format: string }) =>
      finish(import("./commands/schema.js").then(({ schema }) => schema(places(), options))),
    );
}

function addPrompt(program: Command, { places, finish }: Surroundings): void {
  program
    .command("prompt")
    .option("--max-tokens <number>", "what the prompt and the tools may cost together", wholeNumber(1, MAX_TOKENS))
    .addOption(new Option("--format <format>", "xml: the list alone").choices(["text", "xml"]).default("text"))
    .description("the text for the system prompt")
    .action((options: { format: string; maxTokens?: number }) =>
      finish(import("./commands/prompt.js").then(({ prompt }) => prompt(places(), options))),
    );
}

function addTokens(program: Command, { places, finish }: Surroundings): void {
  program
    .command("tokens")
    .description("what each skill costs, level by level")
    .action(() => finish(import("./commands/tokens.js").then(({ tokens }) => tokens(places()))));
}

interface RunFlags {
  readonly timeout?: number;
  readonly ask?: boolean;
  readonly yes?: boolean;
  readonly cwd?: string;
  readonly stdin?: string;
}

function addRun(program: Command, { terminal, places, wantsJson, finish }: Surroundings): void {
  program
    .command("run")
    .argument("<skill>")
    .argument("<script>")
    .argument("[args...]", "the script's own arguments, after --")
    .option("--timeout <seconds>", "how long it may run (default: 30)", seconds)
    .option("--cwd <path>", "the folder that it runs in (default: this one)")
    .option("--stdin <file>", "what it reads from standard input; - for what is piped into this command")
    .option("--ask", "ask before the script runs, also where its folder is trusted")
    .option("--yes", "do not ask")
    .description("run a script of a skill, and say which files it changed and what it left running")
    .showHelpAfterError("Put the script's own arguments after --: skillplug run SKILL SCRIPT -- --name value")
    .action((skillName: string, scriptName: string, args: string[], flags: RunFlags) => {
      const target = { skillName, scriptName, args };
      const options = { ...flags, timeoutMs: flags.timeout, json: wantsJson() };
      return finish(import("./commands/run.js").then(({ run }) => run(target, places(), options, terminal)));
    });
}

function addNew(program: Command, { places, finish }: Surroundings): void {
  program
    .command("new")
    .argument("<name>", "lower-case letters, digits and hyphens")
    .option("--description <text>", "what it does and when to use it")
    .description("make a skill that works, to be rewritten")
    .action((name: string, options: { description?: string }) =>
      finish(import("./commands/new.js").then(({ create }) => create(name, places().directories, options))),
    );
}

function addValidate(program: Command, { places, finish }: Surroundings): void {
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
      finish(
        import("./commands/validate.js").then(({ validate }) =>
          validate({ ...places(), directories: [...places().directories, ...paths] }, options),
        ),
      ),
    );
}

function addDoctor(program: Command, { places, finish }: Surroundings): void {
  program
    .command("doctor")
    .description("what could keep skills from working here")
    .action(() => finish(import("./commands/doctor.js").then(({ doctor }) => doctor(places()))));
}
