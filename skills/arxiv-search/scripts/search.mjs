#!/usr/bin/env node
// Searches arXiv, or without a network the papers in assets/papers.json. Needs Node 18 or later and nothing else.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

const API = "http://export.arxiv.org/api/query";
const BUNDLED = new URL("../assets/papers.json", import.meta.url);
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 5_000_000;
const MAX_PAPERS = 100;

const USAGE = `Usage: search.mjs QUERY [--max-papers N] [--format text|json] [--online]

  QUERY             words, or arXiv syntax: ti:attention AND cat:cs.CL, au:kingma, "few-shot", 1706.03762
  --max-papers N    how many papers at most, 1 to ${MAX_PAPERS} (default: 10)
  --format FORMAT   text or json (default: text)
  --online          ask arXiv; without it only the small bundled list is searched
  --endpoint URL    an arXiv API address other than ${API}
  --help            this text`;

/** What the caller got wrong. Ends the program with status 2 and the usage text. */
class UsageError extends Error {}

// ---------------------------------------------------------------- the command line

const OPTIONS = {
  query: { type: "string" },
  "max-papers": { type: "string", default: "10" },
  format: { type: "string", default: "text" },
  online: { type: "boolean", default: false },
  endpoint: { type: "string", default: API },
  help: { type: "boolean", short: "h", default: false },
};

function readArguments(argv) {
  const { values, positionals } = parse(argv.map(withHyphens));
  if (values.help) return { help: true };
  const query = [values.query, ...positionals].filter(Boolean).join(" ").trim();
  if (query === "") throw new UsageError("A query is missing.");
  const maxPapers = Number(values["max-papers"]);
  if (!Number.isInteger(maxPapers) || maxPapers < 1 || maxPapers > MAX_PAPERS) {
    throw new UsageError(`--max-papers takes a whole number from 1 to ${MAX_PAPERS}, not "${values["max-papers"]}".`);
  }
  if (values.format !== "text" && values.format !== "json") {
    throw new UsageError(`--format takes "text" or "json", not "${values.format}".`);
  }
  return { help: false, query, maxPapers, format: values.format, online: values.online, endpoint: endpointOf(values.endpoint) };
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

/** Models like to write `--max_papers`. */
function withHyphens(argument) {
  return argument.replace(/^--[a-z_]+/, (name) => name.replaceAll("_", "-"));
}

function endpointOf(text) {
  if (!/^https?:/.test(text) || !URL.canParse(text)) {
    throw new UsageError(`--endpoint takes an http or https address, not "${text}".`);
  }
  return text;
}

// ---------------------------------------------------------------- the query

const FIELDS = ["ti", "au", "abs", "co", "jr", "cat", "rn", "id", "all"];
const STOP_WORDS = new Set(
  "a about an and any are as at by can do find for from give have how i in is it latest me of on or paper papers recent research search show some that the there this to using what which with you".split(" "),
);
const ARCHIVES = /^(astro-ph|cond-mat|cs|econ|eess|math|nlin|physics|q-bio|q-fin|stat)$/i;
const ARXIV_ID = /^(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?$/i;

/**
 * A tree of {all: nodes}, {any: nodes}, {both: [node, node]}, {not: [node, without]} and terms {field, text}.
 * Words side by side form a group: `words` may match, `fields` must.
 */
function parseQuery(query) {
  const tokens = tokensOf(query);
  let position = 0;
  const peek = () => tokens[position];

  function either() {
    const branches = [both()];
    while (peek()?.operator === "OR") {
      position += 1;
      branches.push(both());
    }
    return branches.length === 1 ? branches[0] : { kind: "or", branches };
  }
  function both() {
    let left = unit();
    for (let token = peek(); token?.operator === "AND" || token?.operator === "ANDNOT"; token = peek()) {
      position += 1;
      left = { kind: token.operator === "AND" ? "and" : "andnot", branches: [left, unit()] };
    }
    return left;
  }
  function unit() {
    const parts = [];
    for (let token = peek(); token !== undefined && (token.text !== undefined || token.operator === "("); token = peek()) {
      position += 1;
      if (token.operator !== "(") {
        parts.push({ kind: "term", ...token });
        continue;
      }
      parts.push(either());
      if (peek()?.operator !== ")") throw new UsageError('A "(" in the query is not closed.');
      position += 1;
    }
    if (parts.length === 0) throw new UsageError(`A word is missing ${peek() ? `before "${peek().operator}"` : "at the end of the query"}.`);
    return parts.length === 1 ? parts[0] : { kind: "group", branches: withoutStopWords(parts) };
  }

  const tree = either();
  if (position < tokens.length) throw new UsageError(`There is a "${peek().operator}" too many in the query.`);
  return tree;
}

function withoutStopWords(parts) {
  const kept = parts.filter((part) => part.kind !== "term" || part.field !== undefined || !STOP_WORDS.has(part.text.toLowerCase()));
  return kept.length > 0 ? kept : parts;
}

function tokensOf(text) {
  const query = text.replace(/https?:\/\/arxiv\.org\/(?:abs|pdf)\//gi, "arxiv:").replace(/(\d)\.pdf\b/gi, "$1");
  const tokens = [];
  const pattern = /\s*(?:([()])|(AND NOT|ANDNOT|AND|OR)(?=[\s()]|$)|(?:([A-Za-z]+):(?=["\w\p{L}]))?(?:"([^"]*)"|([^\s()"]+))|("))/uy;
  while (pattern.lastIndex < query.length) {
    const match = pattern.exec(query);
    if (match === null) break; // only white space is left
    const [, bracket, operator, field, phrase, word, quote] = match;
    if (quote !== undefined) throw new UsageError("A quotation mark in the query is not closed.");
    if (bracket !== undefined || operator !== undefined) tokens.push({ operator: bracket ?? operator.replace(" ", "") });
    else if ((phrase ?? word).trim() !== "") tokens.push(termOf(field, phrase ?? word));
  }
  return tokens;
}

function termOf(prefix, text) {
  const field = prefix?.toLowerCase();
  if (field === undefined) return { field: ARXIV_ID.test(text) ? "id" : undefined, text };
  if (field === "arxiv") return { field: "id", text };
  if (!FIELDS.includes(field)) {
    throw new UsageError(`"${prefix}:" is no field of arXiv. The fields are ${FIELDS.map((name) => `${name}:`).join(" ")}`);
  }
  return { field: field === "all" ? undefined : field, text };
}

/** The same query in arXiv's own syntax, every word with its field. */
function toArxivSyntax(node) {
  if (node.kind === "term") {
    const text = node.field === "cat" ? node.text.replace(ARCHIVES, "$1.*") : node.text;
    return `${node.field ?? "all"}:${/\s/.test(text) ? `"${text}"` : text}`;
  }
  const operator = { or: " OR ", and: " AND ", andnot: " ANDNOT ", group: " AND " }[node.kind];
  return `(${node.branches.map(toArxivSyntax).join(operator)})`;
}

/** The ids of a query that consists of nothing else. */
function idsOf(node) {
  if (node.kind === "term") return node.field === "id" ? [node.text] : undefined;
  if (node.kind !== "group" && node.kind !== "or") return undefined;
  const ids = node.branches.map(idsOf);
  return ids.every((list) => list !== undefined) ? ids.flat() : undefined;
}

// ---------------------------------------------------------------- the bundled list

const WEIGHTS = { id: 5, ti: 3, au: 2, abs: 1, cat: 1 };

/** Lower-case words without accents; a plural counts as its singular. */
function wordsOf(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word));
}

function fieldsOf(paper) {
  const spaced = (text) => ` ${wordsOf(text).join(" ")} `;
  return {
    id: paper.id.toLowerCase(),
    cat: paper.categories.map((category) => category.toLowerCase()),
    ti: spaced(paper.title),
    au: spaced(paper.authors.join(" , ")),
    abs: spaced(paper.summary),
  };
}

/** The weight of the best field in which the term occurs; 0 when it does not. */
function weightOf(term, fields) {
  const wanted = term.field === undefined ? Object.keys(WEIGHTS) : [term.field];
  return Math.max(0, ...wanted.map((field) => (field in WEIGHTS && occurs(term.text, field, fields) ? WEIGHTS[field] : 0)));
}

function occurs(text, field, fields) {
  if (field === "id") return text.toLowerCase().replace(/v\d+$/, "") === fields.id;
  if (field === "cat") {
    const wanted = text.toLowerCase().replace(/\.?\*$/, "");
    return fields.cat.some((category) => category === wanted || category.startsWith(`${wanted}.`));
  }
  const phrase = wordsOf(text).join(" ");
  return phrase !== "" && fields[field].includes(` ${phrase} `);
}

/** The score of a paper, or 0 when the query does not let it through. Rare words count more. */
function scoreOf(node, fields, rarity) {
  if (node.kind === "term") return weightOf(node, fields) * rarity(node);
  const scores = node.branches.map((branch) => scoreOf(branch, fields, rarity));
  const sum = scores.reduce((total, score) => total + score, 0);
  if (node.kind === "or") return sum;
  if (node.kind === "and") return scores.every((score) => score > 0) ? sum : 0;
  if (node.kind === "andnot") return scores[1] > 0 ? 0 : scores[0];
  const missing = node.branches.some((branch, index) => scores[index] === 0 && (branch.field !== undefined || branch.kind !== "term"));
  return missing ? 0 : sum;
}

/** Best first; of equals the newer one, then the smaller id, so that the order never depends on the list's. */
function rank(papers, tree) {
  const candidates = papers.map((paper) => ({ paper, fields: fieldsOf(paper) }));
  const rarity = (term) => {
    const holders = candidates.filter(({ fields }) => weightOf(term, fields) > 0).length;
    return Math.log(1 + papers.length / Math.max(1, holders));
  };
  return candidates
    .map(({ paper, fields }) => ({ paper, score: scoreOf(tree, fields, rarity) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compare(b.paper.published, a.paper.published) || compare(a.paper.id, b.paper.id))
    .map(({ paper }) => paper);
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function searchBundled(tree, note) {
  const papers = JSON.parse(await readFile(BUNDLED, "utf8"));
  const found = rank(papers, tree);
  return { source: "bundled", note: note(papers.length), total: found.length, papers: found };
}

// ---------------------------------------------------------------- arXiv itself

async function searchOnline(tree, { endpoint, maxPapers }) {
  const url = new URL(endpoint);
  const ids = idsOf(tree);
  if (ids === undefined) url.searchParams.set("search_query", toArxivSyntax(tree));
  else url.searchParams.set("id_list", ids.join(","));
  url.searchParams.set("start", "0");
  url.searchParams.set("max_results", String(maxPapers));
  url.searchParams.set("sortBy", "relevance");
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { "user-agent": "skillplug-arxiv-search/1.0" } });
  const atom = await textOf(response);
  const refusal = /<id>[^<]*\/api\/errors[\s\S]*?<summary>([\s\S]*?)<\/summary>/.exec(atom);
  if (refusal) throw new Error(`arXiv refused the query: ${plainText(refusal[1])}`);
  if (!response.ok) throw new Error(`the server answered with HTTP status ${response.status}`);
  if (!/<feed[\s>]/.test(atom)) throw new Error("the answer is no Atom feed; a proxy or a login page may have answered");
  const papers = [...atom.matchAll(/<entry[\s>]([\s\S]*?)<\/entry>/g)].map(([, entry]) => paperOf(entry));
  const total = Number(/<opensearch:totalResults[^>]*>(\d+)</.exec(atom)?.[1] ?? papers.length);
  return { source: "arxiv", note: `Online: asked arXiv, ${total} papers match.`, total, papers };
}

async function textOf(response) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
  }
  return text + decoder.decode();
}

function paperOf(entry) {
  const one = (tag) => plainText(new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`).exec(entry)?.[1] ?? "");
  return {
    id: one("id").replace(/^https?:\/\/arxiv\.org\/abs\//, "").replace(/v\d+$/, ""),
    title: one("title"),
    authors: [...entry.matchAll(/<name>([\s\S]*?)<\/name>/g)].map(([, name]) => plainText(name)),
    published: one("published").slice(0, 10),
    categories: [...entry.matchAll(/<category[^>]*\sterm="([^"]*)"/g)].map(([, term]) => plainText(term)),
    summary: one("summary"),
  };
}

const ENTITIES = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** One line of text: entities resolved, white space joined, control characters gone. */
function plainText(xml) {
  return xml
    .replace(/&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (whole, name, decimal, hex) => {
      if (name) return ENTITIES[name];
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
}

// ---------------------------------------------------------------- the answer

const MAX_AUTHORS = 6;

function render(result, { query, format }) {
  const papers = result.papers.map((paper) => ({ ...paper, url: `https://arxiv.org/abs/${paper.id}` }));
  if (format === "json") {
    const { source, note, total } = result;
    return JSON.stringify({ note, source, query, total, papers }, null, 2);
  }
  const body = papers.length === 0 ? [`No papers match: ${query}`, hintFor(result.source)] : papers.map(renderPaper);
  return [result.note, "", body.join(papers.length === 0 ? "\n" : "\n\n")].join("\n");
}

function hintFor(source) {
  return source === "arxiv"
    ? "arXiv wants every word to occur. Try fewer words, OR between synonyms, or only a field such as ti:diffusion."
    : "The bundled list holds only a few well-known papers. Add --online to search all of arXiv.";
}

function renderPaper(paper, index) {
  const more = paper.authors.length - MAX_AUTHORS;
  const authors = paper.authors.slice(0, MAX_AUTHORS).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const indent = "   ";
  return [
    `${index + 1}. ${paper.title}`,
    `${indent}arXiv:${paper.id} | ${paper.published} | ${paper.categories.join(", ")}`,
    `${indent}${authors}`,
    `${indent}${paper.url}`,
    `${indent}${paper.summary}`,
  ].join("\n");
}

// ---------------------------------------------------------------- putting it together

async function search(options) {
  const tree = parseQuery(options.query);
  if (!options.online) {
    return searchBundled(tree, (count) => `Offline: searched ${count} bundled papers, not arXiv. Add --online to ask arXiv itself.`);
  }
  try {
    return await searchOnline(tree, options);
  } catch (error) {
    const reason = error.name === "TimeoutError" ? `no answer within ${TIMEOUT_MS / 1000} seconds` : (error.cause?.message ?? error.message);
    return searchBundled(tree, (count) => `arXiv could not be asked (${plainText(String(reason))}). Offline instead: searched ${count} bundled papers, not arXiv.`);
  }
}

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (options.help) return USAGE;
  const result = await search(options);
  return render({ ...result, papers: result.papers.slice(0, options.maxPapers) }, options);
}

main().then(
  (text) => process.stdout.write(`${text}\n`),
  (error) => {
    const wrongUse = error instanceof UsageError;
    process.stderr.write(wrongUse ? `${error.message}\n\n${USAGE}\n` : `The search failed: ${error.message}\n`);
    process.exitCode = wrongUse ? 2 : 1;
  },
);
