import { skillsMiddleware } from "@skillplug/langchain";
import { createMiddleware } from "langchain";
import { loop, toolByHand } from "./langchain.mjs";

export async function contenders({ skills, allTools, description, readSkill }) {
  const middlewareByHand = (read) =>
    createMiddleware({
      name: "ReaderMiddleware",
      tools: [toolByHand(description, read)],
      wrapModelCall: async (request, handler) =>
        handler({ ...request, systemMessage: request.systemMessage.concat(await skills.getInstructions()) }),
    });
  return {
    "a middleware by hand": loop({ middleware: [middlewareByHand((name) => skills.loadSkill(name))] }),
    "our middleware": loop({ middleware: [skillsMiddleware(skills)] }),
    "our middleware with all five tools": loop({ middleware: [skillsMiddleware(allTools)] }),
    "by hand, without core": loop({ middleware: [middlewareByHand(readSkill)] }),
  };
}
