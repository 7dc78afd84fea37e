import { type Command, Option } from "commander";
import { wholeNumber } from "./option-parsers.js";
import type { Surroundings } from "./surroundings.js";

const SCHEMA_FORMATS = ["openai-chat", "openai-responses", "anthropic", "gemini", "json-schema"];
/** What any model could take. */
const MANY_TOKENS = 1_000_000_000;

/** The commands that show something of the skills. */
export function addReadingCommands(program: Command, { directories, finish }: Surroundings): void {
  program
    .command("list")
    .description("every skill and what it is for")
    .action(() => finish(import("./commands/list.js").then(({ list }) => list(directories()))));
  program
    .command("search")
    .argument("<query...>", "what the skill should do")
    .option("--limit <number>", "how many skills at most, 1 to 50", wholeNumber(1, 50), 10)
    .option("--explain", "what each skill was found by: words, and the lines that fit best")
    .description("the skills that fit a request, the best first")
    .action((words: string[], options: { limit: number; explain?: boolean }) =>
      finish(import("./commands/search.js").then(({ search }) => search(words.join(" "), directories(), options))),
    );
  program
    .command("show")
    .argument("<skill>")
    .description("one skill whole")
    .action((name: string) => finish(import("./commands/show.js").then(({ show }) => show(name, directories()))));
  program
    .command("schema")
    .addOption(new Option("--format <format>", "whose definitions").choices(SCHEMA_FORMATS).default("json-schema"))
    .description("the tools' definitions, as a request takes them")
    .action((options: { format: string }) =>
      finish(import("./commands/schema.js").then(({ schema }) => schema(directories(), options))),
    );
  program
    .command("prompt")
    .option("--max-tokens <number>", "what the prompt and the tools may cost together", wholeNumber(1, MANY_TOKENS))
    .addOption(new Option("--format <format>", "xml: the list alone").choices(["text", "xml"]).default("text"))
    .description("the text for the system prompt")
    .action((options: { format: string; maxTokens?: number }) =>
      finish(import("./commands/prompt.js").then(({ prompt }) => prompt(directories(), options))),
    );
  program
    .command("tokens")
    .description("what each skill costs, level by level")
    .action(() => finish(import("./commands/tokens.js").then(({ tokens }) => tokens(directories()))));
}
