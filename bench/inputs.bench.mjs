// The longest turn of the event loop while a tool call with arguments of a megabyte goes through each framework's loop, in
// milliseconds of processor time: with a tool that does nothing, which is the framework's own part, and with ours.
// `npm run bench inputs [FRAMEWORK]`.
import { defineSkill, SkillsToolset } from "@skillplug/core";
import { CALLED, INPUTS } from "../packages/core/test/never-frozen/inputs.mjs";
import { longestTurn } from "../packages/core/test/never-frozen/watch-loop.mjs";
import { FRAMEWORKS } from "./inputs/frameworks.mjs";

const ROUNDS = 3;
const LIMIT_MS = 200;

const input = { type: "object", properties: { list: { type: "array" } }, additionalProperties: false };
const skill = defineSkill({
  name: CALLED.skill,
  description: "d",
  scripts: [{ name: CALLED.script, input, run: () => "ran" }],
});
const skills = new SkillsToolset({ skills: [skill], logger: false });
const idle = {
  getInstructions: () => skills.getInstructions(),
  getTools: async () =>
    (await skills.getTools()).map((tool) => ({ ...tool, execute: async () => ({ ok: true, text: "done" }) })),
};
const contenders = { "does nothing": idle, ours: skills };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const wanted = process.argv[3];
for (const [framework, make] of Object.entries(FRAMEWORKS).filter(([name]) => !wanted || name === wanted)) {
  console.log(`\n${framework}`);
  const calls = await Promise.all(Object.entries(contenders).map(async ([name, given]) => [name, await make(given)]));
  for (const [, call] of calls) await call("{}");
  for (const [shape, json] of Object.entries(INPUTS)) {
    const turns = calls.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, [, call]] of calls.entries()) turns[index].push(await longestTurn(() => call(json)));
    }
    const figures = calls.map(([name], index) => `${name} ${Math.round(median(turns[index])).toString().padStart(5)}`);
    const late = turns.map(median).some((ms) => ms >= LIMIT_MS) ? "  over 200" : "";
    console.log(`  ${shape.padEnd(50)} ${figures.join("  ")}${late}`);
  }
}
