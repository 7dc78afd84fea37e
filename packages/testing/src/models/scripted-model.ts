// A model that plays a script, independent of any framework.
/** One tool call that the scripted model makes. */
export interface ScriptedCall {
  readonly tool: string;
  /** Sent as JSON. */
  readonly input?: unknown;
  /** Sent as it is, in place of `input`. */
  readonly rawInput?: string | undefined;
}

/** What the model says in one turn: calls of tools, or the text that ends the run. */
export type Turn = { readonly calls: readonly ScriptedCall[] } | { readonly text: string };

/** A turn, or what makes one of the answers that the model has seen so far. */
export type ScriptStep = Turn | ((answers: readonly ToolAnswer[]) => Turn | Promise<Turn>);

/** A tool as the model is offered it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
}

/** The answer to a tool call as the model sees it. */
export interface ToolAnswer {
  readonly name: string;
  readonly text: string;
  /** `undefined` where the protocol cannot say. */
  readonly isError: boolean | undefined;
  /** Images and files. `data` is base64. */
  readonly media: readonly { readonly mediaType: string; readonly data: string }[];
}

/** What the model is sent in one turn. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[];
  /** All answers of the conversation, in the order in which they stand in it. */
  readonly answers: readonly ToolAnswer[];
}

/** What the model replies in one turn. Without calls it ends the run. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
}

/** A model that plays a script. A harness translates its framework's requests and replies to it. */
export interface ScriptedModel {
  reply(request: ModelRequest): Promise<ModelReply>;
  /** Every request so far. */
  readonly requests: readonly ModelRequest[];
}

export function scriptedModel(script: readonly ScriptStep[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    async reply(request) {
      const number = requests.push(request);
      const step = script[number - 1];
      if (step === undefined)
        throw new Error(`The script has ${script.length} turns, and the model was asked once more.`);
      const turn = typeof step === "function" ? await step(request.answers) : step;
      if ("text" in turn) return { text: turn.text, calls: [] };
      const calls = turn.calls.map(({ tool, input, rawInput }, index) => ({
        id: `call_${number}_${index + 1}`,
        name: tool,
        arguments: rawInput ?? JSON.stringify(input ?? null),
      }));
      return { text: "", calls };
    },
  };
}
