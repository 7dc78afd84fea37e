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

/** What it plays besides. */
export interface SnippetPlay {
  /** Calls a tool that nobody has, in the same turn as the others. */
  readonly makesUp?: boolean | undefined;
  /** Calls a tool in every turn, and never ends. */
  readonly isEndless?: boolean | undefined;
}

/** The model that plays in every snippet: it loads a skill, runs its script and asks for the weather, then says its last words. */
export interface SnippetModel extends ScriptedModel {
  /** How many conversations began: how often it has called `load_skill`. */
  readonly begun: number;
  /** The answers of each conversation that has come to its end. */
  readonly ended: readonly (readonly ToolAnswer[])[];
  /** Forgets all, and begins to play. */
  reset(play?: SnippetPlay): void;
}

/** How often a program may ask that plays with a model without end. */
const MOST_TURNS = 50;

function createSnippetModel(): SnippetModel {
  const requests: ModelRequest[] = [];
  const ended: (readonly ToolAnswer[])[] = [];
  let begun = 0;
  let play: SnippetPlay = {};
  return {
    requests,
    ended,
    get begun() {
      return begun;
    },
    reset(next = {}) {
      play = next;
      requests.length = ended.length = begun = 0;
    },
    async reply(request): Promise<ModelReply> {
      requests.push(request);
      const { answers, tools } = request;
      if (play.isEndless) {
        if (requests.length > MOST_TURNS) throw new Error(`The program has asked the model ${requests.length} times.`);
        return { text: "", calls: [{ id: `call_${requests.length}`, name: "list_skills", arguments: "{}" }] };
      }
      if (answers.some(({ name }) => name === "load_skill")) {
        ended.push(answers);
        return { text: LAST_WORDS, calls: [] };
      }
      const names = tools.map(({ name }) => name);
      const calls = CALLS.filter(({ tool }) => names.includes(tool));
      // A triage agent has no skills itself and hands the work on: to the last, who has the skill that is loaded here.
      const transfer = names.filter((name) => name.startsWith("transfer_to_")).slice(-1);
      const madeUp = play.makesUp ? [{ tool: "made_up", input: {} }] : [];
      const made = names.includes("load_skill") ? [...calls, ...madeUp] : transfer.map((tool) => ({ tool, input: {} }));
      if (names.includes("load_skill")) begun += 1;
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
