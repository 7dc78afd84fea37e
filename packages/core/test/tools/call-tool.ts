import { type SkillInput, SkillsToolset, type SkillTool, type ToolName, type ToolResult } from "@skillplug/core";

/** One of the tools that a toolset offers. */
export async function toolOf(toolset: SkillsToolset, name: ToolName): Promise<SkillTool> {
  const tool = (await toolset.getTools()).find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`${name} is not offered`);
  return tool;
}

/** A tool's answer, as a model gets it. */
export async function callTool(
  name: ToolName,
  input: unknown,
  skills: readonly SkillInput[] = [weather, research],
): Promise<ToolResult> {
  return (await toolOf(new SkillsToolset({ skills }), name)).execute(input);
}

/** A skill that has something for each of the tools. */
export const weather: SkillInput = {
  name: "weather",
  description: "Looks up the weather of a city",
  content: "# Weather\n\nRun the script.\n",
  resources: [
    { name: "references/cities.md", content: "Paris\nRome\n" },
    { name: "dot.png", content: Buffer.from("\x89PNG\r\n\x1A\n", "latin1") },
    { name: "data.bin", content: new Uint8Array([0, 1, 2]) },
    { name: "query", function: (args: unknown) => args },
  ],
  scripts: [
    {
      name: "now",
      description: "The weather now",
      function: (args: unknown) => args,
      functionSchema: { type: "object", properties: { city: { type: "string" } } },
    },
    { name: "echo", function: (args: unknown) => args },
    {
      name: "breaks",
      function: () => {
        throw new Error("the service is down");
      },
    },
    { name: "silent", function: () => undefined },
  ],
};

/** A skill of instructions alone. */
export const research: SkillInput = {
  name: "web-research",
  description: "Researches the web",
  content: "# Research",
};
