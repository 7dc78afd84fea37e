/** Which documents have which terms in one field. Terms are keys of a `Map`, so that `constructor` is a term like any other. */
export interface FieldPostings {
  /** term -> document -> how many times */
  readonly frequencies: Map<string, Map<number, number>>;
  /** document -> number of tokens */
  readonly lengths: Map<number, number>;
  /** The sum of all lengths. */
  totalLength: number;
}

/** The postings of a field that no document has yet. */
export function createPostings(): FieldPostings {
  return { frequencies: new Map(), lengths: new Map(), totalLength: 0 };
}

/** Adds a document that is not there yet. */
export function addDocument(postings: FieldPostings, document: number, tokens: readonly string[]): void {
  postings.lengths.set(document, tokens.length);
  postings.totalLength += tokens.length;
  for (const token of tokens) {
    const documents = postings.frequencies.get(token);
    if (documents === undefined) postings.frequencies.set(token, new Map([[document, 1]]));
    else documents.set(document, (documents.get(document) ?? 0) + 1);
  }
}

/** Takes a document out again. `tokens` are those with which it was added. */
export function removeDocument(postings: FieldPostings, document: number, tokens: readonly string[]): void {
  postings.lengths.delete(document);
  postings.totalLength -= tokens.length;
  for (const token of tokens) {
    const documents = postings.frequencies.get(token);
    documents?.delete(document);
    if (documents?.size === 0) postings.frequencies.delete(token);
  }
}
