// The inverted index: which documents have which terms, how often and in which order.

/** The texts of a skill that are searched. */
export const FIELDS = ["name", "description", "body"] as const;

/** One of {@link FIELDS}. */
export type Field = (typeof FIELDS)[number];

/** The parts of a skill in which a term is counted. The lead is the beginning of the body, and counted there as well. */
export const PARTS = ["name", "description", "body", "lead"] as const;

/** One of {@link PARTS}. */
export type Part = (typeof PARTS)[number];

/** Postings: the documents that have something, each once, and how often: for each of them a number that {@link countIn} reads. */
export interface Occurrences {
  /** Orama's numbers of the documents. */
  readonly documents: readonly number[];
  readonly counts: readonly number[];
}

/** A term with its postings. */
export interface Term extends Occurrences {
  readonly text: string;
  /** Its place in the index's `byNumber`. */
  readonly number: number;
  readonly documents: number[];
  readonly counts: number[];
}

/** An inverted index. Terms are keys of a `Map`, so that `constructor` is a term like any other. */
export interface TermIndex {
  readonly terms: Map<string, Term>;
  /** `undefined` where a term was removed, until another takes its place. */
  readonly byNumber: (Term | undefined)[];
  readonly freeNumbers: number[];
  /** For each document the numbers of each field's terms, in the order of the text. */
  readonly documents: Map<number, DocumentTerms>;
  /** For each part how many terms each document has in it. */
  readonly lengths: Readonly<Record<Part, number[]>>;
  /** The sums of `lengths`. */
  readonly totals: Record<Part, number>;
}

/** The numbers of each field's terms, in the order of the text. */
export type DocumentTerms = Record<Field, Uint32Array>;

/** How many terms of a body are its lead: the title and the first paragraphs, which say what the skill is for. */
const LEAD_LENGTH = 200;

/** The place of each part's count in the one number that holds all four: a byte each, so that an index of long texts stays small. */
const SHIFTS: Readonly<Record<Part, number>> = { name: 0, description: 8, body: 16, lead: 24 };
const MAX_COUNT = 255;

/** An index without documents. */
export function createTermIndex(): TermIndex {
  return {
    terms: new Map(),
    byNumber: [],
    freeNumbers: [],
    documents: new Map(),
    lengths: { name: [], description: [], body: [], lead: [] },
    totals: { name: 0, description: 0, body: 0, lead: 0 },
  };
}

/** Adds a field that the document does not have yet. The fields of one document are added before those of the next. */
export function addField(index: TermIndex, document: number, field: Field, texts: readonly string[]): void {
  const numbers = new Uint32Array(texts.length);
  texts.forEach((text, position) => {
    const term = termOf(index, text, document);
    numbers[position] = term.number;
    countOne(term, document, field);
    if (field === "body" && position < LEAD_LENGTH) countOne(term, document, "lead");
  });
  const before = index.documents.get(document) ?? { name: NO_TERMS, description: NO_TERMS, body: NO_TERMS };
  index.documents.set(document, { ...before, [field]: numbers });
  setLength(index, document, field, texts.length);
  if (field === "body") setLength(index, document, "lead", Math.min(texts.length, LEAD_LENGTH));
}

/** Takes a document out, and the terms that no other has. */
export function removeDocument(index: TermIndex, document: number): void {
  const terms = index.documents.get(document);
  if (terms === undefined) return;
  index.documents.delete(document);
  for (const part of PARTS) {
    index.totals[part] -= index.lengths[part][document] ?? 0;
    index.lengths[part][document] = 0;
  }
  for (const term of new Set(FIELDS.flatMap((field) => [...terms[field]]))) removeFromTerm(index, document, term);
}

/** How often a part has what the `counts` of {@link Occurrences} are of; at most 255. */
export function countIn(part: Part, counts: number): number {
  return (counts >>> SHIFTS[part]) & MAX_COUNT;
}

/** The number that {@link countIn} reads. */
export function packCounts(name: number, description: number, body: number, lead: number): number {
  return (
    Math.min(name, MAX_COUNT) |
    (Math.min(description, MAX_COUNT) << SHIFTS.description) |
    (Math.min(body, MAX_COUNT) << SHIFTS.body) |
    (Math.min(lead, MAX_COUNT) << SHIFTS.lead)
  );
}

const NO_TERMS = new Uint32Array();

function countOne({ documents, counts }: Term, document: number, part: Part): void {
  const one = 1 << SHIFTS[part];
  const last = documents.length - 1;
  const before = counts[last] ?? 0;
  if (documents[last] !== document) {
    documents.push(document);
    counts.push(one);
  } else if (countIn(part, before) < MAX_COUNT) counts[last] = before + one;
}

function setLength(index: TermIndex, document: number, part: Part, length: number): void {
  index.lengths[part][document] = length;
  index.totals[part] += length;
}

/** The term of that text, which the document is about to have. */
function termOf({ terms, byNumber, freeNumbers }: TermIndex, text: string, document: number): Term {
  const known = terms.get(text);
  if (known) return known;
  const number = freeNumbers.pop() ?? byNumber.length;
  // an array that begins empty takes room for 17 entries at once, and half of all terms stand in one document
  const term: Term = { text, number, documents: [document], counts: [0] };
  terms.set(text, term);
  byNumber[number] = term;
  return term;
}

function removeFromTerm(index: TermIndex, document: number, number: number): void {
  const term = index.byNumber[number];
  if (term === undefined) return;
  const position = term.documents.indexOf(document);
  term.documents.splice(position, 1);
  term.counts.splice(position, 1);
  if (term.documents.length > 0) return;
  index.terms.delete(term.text);
  index.byNumber[number] = undefined;
  index.freeNumbers.push(number);
}
