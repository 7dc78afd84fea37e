// Whether a file of code does anything when it runs, or only defines what others import.

/** How a language is read by the beginnings of its lines. */
interface Language {
  /** What can have lines of its own that are no code. Its groups are empty where its end is missing. */
  readonly texts: RegExp;
  readonly definitions: RegExp;
  /** What does nothing that anybody sees. What is nested stands further in, and is not looked at. */
  readonly harmless: RegExp;
}

const PYTHON: Language = {
  texts: /(?:"""[\s\S]*?(?:(""")|$))|(?:'''[\s\S]*?(?:(''')|$))/g,
  definitions: /^(?:async[ \t]+def|def|class)\b/,
  harmless:
    /^(?:#|@|import\b|from\b|[)\]}]|pass\b|["']|(?:try|else|finally|except\b.*):|if (?:typing\.)?TYPE_CHECKING:|(?:sys\.path|logging|warnings)\.\w+\(|[A-Za-z_]\w*[ \t]*(?::[^=]*)?=(?!=))/,
};
const JAVASCRIPT: Language = {
  texts: /(?:\/\*[\s\S]*?(?:(\*\/)|$))|(?:`[^`]*(?:(`)|$))/g,
  definitions:
    /^(?:(?:export[ \t]+)?(?:default[ \t]+)?(?:abstract[ \t]+)?(?:(?:async[ \t]+)?function|class)\b|(?:export[ \t]+)?(?:const|let|var)\b.*=>)/,
  harmless:
    /^(?:""|\/\/|#!|import[ \t{*"']|["']use |[)\]};]|(?:module\.)?exports\b|(?:export[ \t]+)?(?:[{*]|(?:declare|type|interface|enum)\b|(?:const|let|var)\b(?!.*\bawait\b)|default[ \t]+\w+;?$))/,
};

/** Longer ones nobody wrote: what was minified has its calls behind its functions, in characters. */
const MAX_LINE = 500;

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  [".py", PYTHON],
  ...[".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"].map((extension) => [extension, JAVASCRIPT] as const),
]);

/**
 * Whether a file defines functions or classes and does nothing with them. Of a line that is not understood it is taken that it does
 * something.
 *
 * @param extension with its full stop; of other languages than Python, JavaScript and TypeScript nothing is told (`false`)
 */
export function onlyDefines(text: string, extension: string): boolean {
  const language = LANGUAGES.get(extension);
  if (!language) return false;
  // Where a text has no end it is none: what stands in it may do something.
  const withoutTexts = text.replace(language.texts, (_, one?: string, other?: string) => (one || other ? '""' : "\n?"));
  const statements = withoutTexts
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => /^\S/.test(line));
  if (statements.some((line) => line.length > MAX_LINE)) return false;
  const defines = statements.filter((line) => language.definitions.test(line));
  const others = statements.filter((line) => !language.definitions.test(line));
  return defines.length > 0 && others.every((line) => language.harmless.test(line));
}
