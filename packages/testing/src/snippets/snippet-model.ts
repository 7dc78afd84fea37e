// The model that plays in every program of a page.
import type { ModelReply, ModelRequest, ScriptedCall, ScriptedModel, ToolAnswer } from "../models/scripted-model.js";

/** What the model says at the end of each conversation. */
export const LAST_WORDS = "The papers are found.";

/** What it calls in each conversation, as far as it is offered, all in one turn. */
const CALLS: readonly ScriptedCall[] = [
  { tool: "load_skill", input: { name: "arxiv-search" } },
  { tool: "weather", input: { city: "Oslo" } },
  {
    tool: "run_skill_script",
    input: { skill_name: "arxiv-search", script_name: "scripts/search.mjs", args: ["--help"] },
  },
];

/** The model that plays in every snippet: it loads a skill, runs its script and asks for the weather, then says its last words. */
export interface SnippetModel extends ScriptedModel {
  /** How many conversations began: how often it has called `load_skill`. */
  readonly begun: number;
  /** The answers of each conversation that has come to its end. */
  readonly ended: readonly (readonly ToolAnswer[])[];
  /** Forgets all. */
  reset(): void;
}

function createSnippetModel(): SnippetModel {
  const requests: ModelRequest[] = [];
  const ended: (readonly ToolAnswer[])[] = [];
  let begun = 0;
  return {
    requests,
    ended,
    get begun() {
      return begun;
    },
    reset() {
      requests.length = ended.length = begun = 0;
    },
    async reply(request): Promise<ModelReply> {
      requests.push(request);
      const { answers, tools } = request;
      if (answers.some(({ name }) => name === "load_skill")) {
        ended.push(answers);
        return { text: LAST_WORDS, calls: [] };
      }
      const names = tools.map(({ name }) => name);
      const calls = CALLS.filter(({ tool }) => names.includes(tool));
      // A triage agent has no skills itself and hands the work on.
      const transfer = names.filter((name) => name.startsWith("transfer_to_")).slice(0, 1);
      const made = names.includes("load_skill") ? calls : transfer.map((tool) => ({ tool, input: {} }));
      if (made === calls) begun += 1;
      if (made.length === 0) throw new Error(`The model was offered no tool that it knows, but ${names.join(", ")}.`);
      const toReply = ({ tool, input }: ScriptedCall, index: number) => {
        return { id: `call_${requests.length}_${index}`, name: tool, arguments: JSON.stringify(input) };
      };
      return { text: "", calls: made.map(toReply) };
    },
  };
}

/** One for all: the module that a snippet becomes and the test that runs it share it. */
export const snippetModel = createSnippetModel();
