import type { SkillsToolset } from "@skillplug/ai-sdk";

/** The part of a toolset that an agent loop needs. */
export type Skills = Pick<SkillsToolset, "getInstructions" | "getTools">;

/** What a loop came to: how often the model was asked, and what it said last. */
export interface Outcome {
  readonly turns: number;
  readonly text: string;
}

/** One way to give the task to a model. */
export interface Run {
  readonly title: Title;
  start(skills: Skills): Promise<Outcome>;
}

/** A model that goes in circles is stopped here. */
export const MAX_TURNS = 12;

interface Title {
  readonly name: string;
  /** The functions that the run shows. */
  readonly uses: string;
}

export const AI_SDK: Title = { name: "AI SDK", uses: "generateText with toAiSdkTools" };
export const OPENAI_CLIENT: Title = {
  name: "OpenAI client",
  uses: "chat.completions.create with toOpenAIChatTools and runOpenAIChatToolCalls",
};
export const ANTHROPIC_CLIENT: Title = {
  name: "Anthropic client",
  uses: "messages.create with toAnthropicTools and runAnthropicToolCalls",
};
