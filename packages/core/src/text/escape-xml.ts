// Escapes texts that stand between or inside XML tags of a prompt, and our own tags in texts that stay as they are.

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
);

/** A text for an attribute in quotes. */
export function escapeXmlAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A text between tags, where quotes may stand as they are. */
export function escapeXmlText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** The inverse of both. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => CHARACTERS.get(entity) ?? entity);
}

/** Our own tags, however they are spelled. */
const OWN_TAG = /<(?=\s*\/?\s*(?:skill_content|available_skills)(?![\w-]))/gi;

/** A text in which no tag of ours begins or ends anything; other tags stay as they are. */
export function escapeOwnTags(text: string): string {
  return text.replace(OWN_TAG, "&lt;");
}
