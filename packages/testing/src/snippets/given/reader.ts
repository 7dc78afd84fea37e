// What programs leave to their readers, whatever framework they use.
/** What the user asks. */
export const prompt = "Which paper introduced the Transformer, and how is the weather in Oslo?";

/** A person who says yes. */
export const confirm = (_question: string): boolean => true;

/** The tool of the user's own that snippets put beside ours. */
export const WEATHER = {
  name: "weather",
  description: "The weather in a city",
  inputSchema: {
    type: "object" as const,
    properties: { city: { type: "string" as const } },
    required: ["city" as const],
    additionalProperties: false as const,
  },
  answer: "It is sunny.",
};
