import { toJsonSchemas } from "@skillplug/json-schema";
import { print, printWrapped } from "./print.js";
import type { Outcome, Run, Skills } from "./run.js";
import { printCall, type RecordedCall, watched } from "./transcript.js";

/** A run that is over. */
export interface PlayedRun extends Outcome {
  readonly name: string;
  readonly calls: readonly RecordedCall[];
  readonly seconds: number;
  /** Characters of what the model is sent of the skills in every turn: instructions and tool definitions. */
  readonly promptLength: number;
}

/** Gives the task to a model through one adapter, and shows what happens while it does. */
export async function play(
  { name, uses }: Run,
  start: (skills: Skills) => Promise<Outcome>,
  skills: Skills,
  { position, brief }: { readonly position: string; readonly brief: boolean },
): Promise<PlayedRun> {
  print();
  print(`[${position}] ${name}: ${uses}`, { style: "bold" });
  const calls: RecordedCall[] = [];
  const watchedSkills = watched(skills, (call) => {
    printCall(calls.push(call), call, brief);
  });
  const startedAt = performance.now();
  const { turns, text } = await start(watchedSkills);
  const seconds = (performance.now() - startedAt) / 1000;
  print("model answers:", { indent: 2, style: "cyan" });
  printWrapped(text, { indent: 5 });
  const promptLength = (await skills.getInstructions()).length + JSON.stringify(await toJsonSchemas(skills)).length;
  return { name, turns, text, calls, seconds, promptLength };
}
