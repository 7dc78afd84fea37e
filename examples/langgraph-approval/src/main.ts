// A LangGraph graph of our own that stops before a script runs, and goes on once a person has decided.
import { Command, INTERRUPT, isInterrupted } from "@langchain/langgraph";
import { runExample, SKILLS_FOLDER } from "@skillplug/example-model";
import { loadSkills } from "@skillplug/langchain";
import { approvalGraph, type Decision } from "./graph.js";
import { askPerson, type Question } from "./person.js";
import { story } from "./story.js";

await runExample(story, async (model, isScripted) => {
  const skills = await loadSkills(SKILLS_FOLDER, { approval: "always", approvalBy: "framework" });
  const graph = await approvalGraph(model, skills);
  const thread = { configurable: { thread_id: "1" } };
  const question = "Find papers about diffusion, first in the bundled list, then on arXiv itself.";
  let state = await graph.invoke({ messages: [{ role: "user", content: question }] }, thread);
  while (isInterrupted<Question>(state)) {
    const resume: Decision = { isAllowed: await askPerson(state[INTERRUPT][0]?.value, isScripted) };
    state = await graph.invoke(new Command({ resume }), thread);
  }
  return state.messages.at(-1)?.text ?? "";
});
