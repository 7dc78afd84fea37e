import type { ModelReply, ScriptedModel } from "@skillplug/testing/models/scripted-model";

/** How much is shown of an answer, and of a line. */
const MAX_LINES = 3;
const MAX_WIDTH = 110;

/** The same model; every call that it makes is printed, and the first lines of every answer that it gets. */
export function printing(model: ScriptedModel): ScriptedModel {
  let calls: ModelReply["calls"] = [];
  return {
    requests: model.requests,
    async reply(request) {
      for (const { name, text } of calls.length > 0 ? request.answers.slice(-calls.length) : [])
        printAnswer(name, text);
      const reply = await model.reply(request);
      calls = reply.calls;
      for (const { name, arguments: input } of calls) printLine(`model calls ${name} ${input}`);
      return reply;
    },
  };
}

function printAnswer(name: string, text: string): void {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const more = lines.length - MAX_LINES;
  printLine(`  ${name} answers: ${lines.length === 1 ? lines[0] : ""}`.trimEnd());
  for (const line of lines.length > 1 ? lines.slice(0, MAX_LINES) : []) printLine(`  | ${line}`);
  if (more > 0) printLine(`  | and ${more} more ${more === 1 ? "line" : "lines"}`);
}

function printLine(line: string): void {
  console.log(line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line);
}
