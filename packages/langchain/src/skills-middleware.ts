// A middleware for LangChain's createAgent, which brings the tools and instructions of each turn.

import type { AIMessage, SystemMessage } from "@langchain/core/messages";
import type { ClientTool, ServerTool } from "@langchain/core/tools";
import { type SkillsToolset, type SkillTools, TOOL_NAMES, type ToolName } from "@skillplug/core";
import { checkOptions, sameNameError } from "@skillplug/core/adapter";
import {
  type LangChainSkillTool,
  type LangChainToolsOptions,
  type MappedSkillTool,
  RULES,
  toLangChainTool,
} from "./to-langchain-tools.js";

/** As much of LangChain's model request as skills are about. */
type ModelRequest = { tools: (ClientTool | ServerTool)[]; systemMessage: SystemMessage };

/** A middleware for `createAgent`, typed without `langchain`. */
export interface SkillsMiddleware {
  name: string;
  tools: readonly LangChainSkillTool[];
  wrapModelCall<Request extends ModelRequest>(
    request: Request,
    handler: (request: Request) => AIMessage | Promise<AIMessage>,
  ): Promise<AIMessage>;
}

/**
 * Tools and instructions in one: `createAgent({ model, tools: [weather], middleware: [skillsMiddleware(skills)] })`.
 *
 * Each turn of the model is offered the tools and told the skills of that moment. The model call rejects with a SkillError
 * `invalid_option` when another tool has the name of a skill tool.
 *
 * @throws SkillError `invalid_option` for an option that there is not, and for a value that it does not take
 */
export function skillsMiddleware(
  skills: Pick<SkillsToolset, "getTools" | "getInstructions">,
  options: LangChainToolsOptions = {},
): SkillsMiddleware {
  checkOptions("skillsMiddleware", options, RULES);
  // The agent knows all five from the start, and each turn is offered those that can be used. If they were added in each turn,
  // this middleware would have to run them, and then LangChain lets any failing tool, also of the user's, end the run.
  const known = TOOL_NAMES.map((name) => toLangChainTool(toolOfTheMoment(skills, name), options));
  return {
    name: "SkillsMiddleware",
    tools: known,
    async wrapModelCall(request, handler) {
      const { tools, systemMessage } = request;
      const [offered, instructions] = await Promise.all([skills.getTools(), skills.getInstructions()]);
      const others = tools.filter((tool) => !known.some((ours) => ours === tool));
      const twice = TOOL_NAMES.find((name) => others.some((tool) => tool.name === name));
      if (twice) throw sameNameError(twice, "of the agent", ", and give the agent what toLangChainTools makes of them");
      const ours = offered.flatMap(({ name, description, inputSchema: schema }) => {
        const tool = known.find((candidate) => candidate.name === name);
        // In place, since LangChain refuses another tool of that name. It depends on the skills alone, never on the run.
        return tool && tools.includes(tool) ? [Object.assign(tool, { description, schema })] : [];
      });
      const text = systemMessage.text ? `\n\n${instructions}` : instructions;
      return handler({ ...request, tools: [...others, ...ours], systemMessage: systemMessage.concat(text) });
    },
  };
}

/** A tool that finds out at each call what it is: the agent is made before the skills are loaded. */
function toolOfTheMoment(skills: SkillTools, name: ToolName): MappedSkillTool {
  return {
    name,
    description: "",
    inputSchema: { type: "object", properties: {} },
    async execute(input, options) {
      const tool = (await skills.getTools()).find((offered) => offered.name === name);
      if (tool !== undefined) return tool.execute(input, options);
      const message = `There is no tool ${name} at the moment.`;
      return { ok: false, text: `Error: ${message}`, error: { code: "unsupported", message } };
    },
  };
}
