/** A skill of the program itself, with one script that answers its own name and arguments. */
export function ownSkill(name: string) {
  return {
    name,
    description: `All about ${name}.`,
    content: `Run say to hear of ${name}.`,
    scripts: [{ name: "say", function: (args: unknown) => `${name} says ${JSON.stringify(args)}` }],
  };
}
