import type { SkillsToolset } from "@skillplug/core";

/** The part of a toolset that an agent loop needs. */
export type Skills = Pick<SkillsToolset, "getInstructions" | "getTools">;

/** Where the model is. Empty: the provider's own server, with the key from the environment. */
interface Connection {
  readonly apiKey?: string;
  readonly baseURL?: string;
}

/** What is the same for every adapter. */
export interface Task {
  readonly model: string;
  readonly connection: Connection;
  readonly skills: Skills;
  readonly prompt: string;
}

/** What a loop came to: how often the model was asked, and what it said last. */
export interface Outcome {
  readonly turns: number;
  readonly text: string;
}

/** One way to give the task to a model. */
export interface Run {
  readonly name: string;
  /** The functions that the run shows. */
  readonly uses: string;
  readonly adapter: "ai-sdk" | "langchain" | "openai-agents" | "json-schema";
  /** The API that it speaks. */
  readonly api: "openai-chat" | "openai-responses" | "anthropic" | "gemini";
  start(task: Task): Promise<Outcome>;
}

/** A model that goes in circles is stopped here. */
export const MAX_TURNS = 12;
