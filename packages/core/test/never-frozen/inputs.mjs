// Arguments of tool calls of a megabyte each, as a model may send them: their JSON texts.

import { LENGTH } from "./texts.mjs";

/** The skill and the script that they call. */
export const CALLED = { skill: "s", script: "go" };
const START = `"skill_name":"${CALLED.skill}","script_name":"${CALLED.script}"`;
const repeated = (unit, length = LENGTH - 200) => unit.repeat(Math.floor(length / unit.length));
/** A list without its brackets, as long as the others. */
const items = (make, length = LENGTH - 200) => {
  const found = [];
  for (let index = 0, room = length; ; index += 1) {
    const item = make(index);
    room -= item.length + 1;
    if (room < 0) return found.join(",");
    found.push(item);
  }
};
const withArgs = (json) => `{${START},"args":${json}}`;
const nested = (open, core, close) => {
  const times = Math.floor((LENGTH - 200) / (open.length + close.length));
  return open.repeat(times) + core + close.repeat(times);
};
/** What is escaped takes more room than it had. */
const inText = (json) => withArgs(JSON.stringify(json));
const fields = (make, length) => `{${items((index) => `${make(index)}:1`, length)}}`;

export const INPUTS = {
  "ninety thousand unknown fields": `{${items((index) => `"q${index}":1`)}}`,
  "a hundred thousand fields that are numbers": `{${items((index) => `"${index}":1`)}}`,
  "one unknown field with a name of a megabyte": `{"${repeated("q")}":1}`,
  "a thousand unknown fields with names of a kilobyte": `{${items((index) => `"${index}${"q".repeat(990)}":1`)}}`,
  "__proto__, seventy thousand times": `{${items(() => '"__proto__":1')}}`,
  "__proto__ in __proto__, sixty thousand deep": nested('{"__proto__":', "1", "}"),
  "unknown lists, half a million deep": `{"q":${nested("[", "", "]")}}`,
  "args: ninety thousand fields": withArgs(fields((index) => `"q${index}"`)),
  "args: lists, half a million deep": withArgs(nested("[", "", "]")),
  "args: objects, a hundred and sixty thousand deep": withArgs(nested('{"a":', "1", "}")),
  "args: half a million numbers": withArgs(`[${items(() => "1")}]`),
  "args: a quarter of a million texts": withArgs(`[${items(() => '"a"')}]`),
  "args: three hundred thousand objects": withArgs(`[${items(() => "{}")}]`),
  "args: one text": withArgs(`["${repeated("a")}"]`),
  "args: escapes": withArgs(`["${repeated("\\u0001")}"]`),
  "args as a text: eighty thousand fields": inText(fields((index) => `"q${index}"`, 830_000)),
  "args as a text: lists, half a million deep": inText(nested("[", "", "]")),
  "args as a text: half a million numbers": inText(`[${items(() => "1")}]`),
  "args as a text: no JSON": withArgs(`"${repeated("[")}"`),
  "no JSON: brackets": repeated("["),
  "no JSON: fields without an end": `{${items((index) => `"q${index}":1`)}`,
  "no JSON: quotes": repeated('"'),
};
