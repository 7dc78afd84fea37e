import { tokenize } from "./tokenize.mjs";

const K1 = 1.2;

/** One text a skill. */
export const ONE_FIELD = [
  { read: ({ name, description, body }) => `${name} ${description} ${body}`, weight: 1, b: 0.75 },
];

/** What the literature calls BM25F: the fields' counts are weighed and added before they saturate. */
export const THREE_FIELDS = [
  { read: ({ name }) => name, weight: 3, b: 0.3 },
  { read: ({ description }) => description, weight: 3, b: 0.5 },
  { read: ({ body }) => body, weight: 0.3, b: 0.5 },
];

/**
 * A ranking by the formula alone: no re-ranking, nothing for requests of another language.
 *
 * @param {{ read: (skill: object) => string, weight: number, b: number }[]} fields
 */
export function createBm25(skills, fields) {
  /** Each term's documents, and how often each of their fields has it. */
  const postings = new Map();
  const lengths = fields.map(() => []);
  skills.forEach((skill, document) => {
    fields.forEach(({ read }, field) => {
      const terms = tokenize(read(skill));
      lengths[field].push(terms.length);
      for (const term of terms) count(postings, term, document, field, fields.length);
    });
  });
  const means = lengths.map((all) => all.reduce((sum, length) => sum + length, 0) / all.length || 1);

  const frequency = (document, counts) =>
    fields.reduce((sum, { weight, b }, field) => {
      const norm = 1 - b + (b * lengths[field][document]) / means[field];
      return sum + (weight * counts[field]) / norm;
    }, 0);

  return {
    search(query, limit) {
      const scores = new Map();
      for (const term of new Set(tokenize(query))) {
        const documents = postings.get(term) ?? new Map();
        const rarity = Math.log(1 + (skills.length - documents.size + 0.5) / (documents.size + 0.5));
        for (const [document, counts] of documents) {
          const found = frequency(document, counts);
          scores.set(document, (scores.get(document) ?? 0) + (rarity * found * (K1 + 1)) / (found + K1));
        }
      }
      const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, limit);
      return best.map(([document]) => skills[document].name);
    },
  };
}

function count(postings, term, document, field, fieldCount) {
  const documents = postings.get(term) ?? new Map();
  const counts = documents.get(document) ?? Array(fieldCount).fill(0);
  counts[field] += 1;
  postings.set(term, documents.set(document, counts));
}
