/** What a list shows of a skill. */
export interface ListedSkill {
  readonly name: string;
  readonly description: string;
}

/** A description is not cut below this many characters; past that it is left out. */
const SHORTEST_DESCRIPTION = 40;

/**
 * One line a skill, within a length: first descriptions are shortened, all to the same length, then left out; then names
 * are left out, and a last line says how many and where to find them.
 *
 * @param maxLength in characters
 * @param elsewhere how to find the others, such as `search_skills finds them`
 */
export function listSkillsWithin(maxLength: number, skills: readonly ListedSkill[], elsewhere: string): string {
  const listed = skills.map(({ name, description }) => ({ name, description: oneLine(description) }));
  const render = (length: number): string =>
    listed
      .map(({ name, description }) => (length === 0 ? `- ${name}` : `- ${name}: ${shorten(description, length)}`))
      .join("\n");
  const longest = Math.max(0, ...listed.map(({ description }) => description.length));
  if (render(longest).length <= maxLength) return render(longest);
  const length = largest(SHORTEST_DESCRIPTION, longest, (candidate) => render(candidate).length <= maxLength);
  if (length !== undefined) return render(length);
  if (render(0).length <= maxLength) return render(0);
  return namesWithin(maxLength, listed, elsewhere);
}

/** On one line, cut at a word within `length` characters. */
export function shorten(text: string, length: number): string {
  const line = oneLine(text);
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  // A cut in the middle of a surrogate pair would leave half a character.
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function namesWithin(maxLength: number, skills: readonly ListedSkill[], elsewhere: string): string {
  const lines: string[] = [];
  const rest = (): string => `and ${skills.length - lines.length} more: ${elsewhere}.`;
  let used = rest().length;
  for (const { name } of skills) {
    used += name.length + 3;
    if (used > maxLength) break;
    lines.push(`- ${name}`);
  }
  return [...lines, rest()].join("\n");
}

/** The largest whole number from `low` to `high` that fits, where fitting stops once and for all; found in log steps. */
function largest(low: number, high: number, fits: (candidate: number) => boolean): number | undefined {
  if (!fits(low)) return undefined;
  let [known, above] = [low, high];
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2);
    if (fits(middle)) known = middle;
    else above = middle;
  }
  return known;
}
