// Triage with the OpenAI Agents SDK: two specialists, each with skills of its own, and an agent that hands over to them.
import { Agent, Runner } from "@openai/agents";
import { runExample, SKILLS_FOLDER } from "@skillplug/example-model";
import { loadSkills, toOpenAIAgentsTools } from "@skillplug/openai-agents";
import { QUESTIONS, story } from "./story.js";

/** An agent that sees one of the skills. */
async function specialist(model: string, name: string, handoffDescription: string, skillName: string) {
  const skills = await loadSkills(SKILLS_FOLDER, { filter: (skill) => skill.name === skillName });
  return new Agent({
    name,
    model,
    handoffDescription,
    instructions: () => skills.getInstructions(),
    tools: await toOpenAIAgentsTools(skills),
  });
}

await runExample(story, async (model) => {
  const triage = new Agent({
    name: "Triage",
    model,
    instructions: "Hand each question over to the specialist for it. Answer none yourself.",
    handoffs: [
      await specialist(model, "Librarian", "Finds scientific papers.", "arxiv-search"),
      await specialist(model, "Analyst", "Knows how to examine data files.", "csv-profiler"),
    ],
  });
  // The SDK would send traces of each run to OpenAI.
  const runner = new Runner({ tracingDisabled: true });
  const answers: string[] = [];
  for (const question of QUESTIONS) {
    const { lastAgent, finalOutput } = await runner.run(triage, question);
    answers.push(`${lastAgent?.name}: ${finalOutput}`);
  }
  return answers.join("\n");
});
