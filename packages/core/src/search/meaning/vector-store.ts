// The embeddings of skills, made lazily and once for each text.

import { type AnyOrama, create, insert, remove, searchVector } from "@orama/orama";
import { messageOf, SkillError } from "../../base/errors.js";
import type { Embed } from "../search-engine.js";

/** The vectors of texts, in an Orama database. */
export interface VectorStore {
  /** Gives an id another text. It is embedded lazily, by the next {@link VectorStore.similarities}, unless the same text was. */
  put(id: string, text: string): Promise<void>;
  remove(id: string): void;
  /** How many ids have a text. */
  count(): number;
  /**
   * The cosine similarity of each id's text and the request, -1 to 1.
   *
   * @throws SkillError `embed_failed` when the function rejects or answers anything but one vector a text. The next call tries again.
   */
  similarities(request: string): Promise<ReadonlyMap<string, number>>;
}

/** How many texts are embedded in one call: fewer than any provider accepts. */
const BATCH = 64;

/** A store without texts. Importing this file loads Orama. */
export function createVectorStore(embed: Embed): VectorStore {
  const hashes = new Map<string, string>();
  const waiting = new Map<string, string>();
  const embedded = new Set<string>();
  let database: AnyOrama | undefined;
  let vectorLength: number | undefined;
  let embedding: Promise<void> = Promise.resolve();

  // Deferred to the next search: what is replaced mostly comes back with the same text.
  const forgetUnused = async (): Promise<void> => {
    const used = new Set(hashes.values());
    for (const hash of waiting.keys()) if (!used.has(hash)) waiting.delete(hash);
    const unused = [...embedded].filter((hash) => !used.has(hash));
    for (const hash of unused) embedded.delete(hash);
    for (const hash of unused) if (database) await remove(database, hash);
  };
  const embedWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, BATCH);
      const vectors = await embedTexts(
        embed,
        batch.map(([, text]) => text),
        vectorLength,
      );
      vectorLength ??= vectors[0]?.length ?? 0;
      database ??= create({ schema: { id: "string", vector: `vector[${vectorLength}]` } });
      for (const [position, [hash]] of batch.entries()) {
        waiting.delete(hash);
        await insert(database, { id: hash, vector: vectors[position] });
        embedded.add(hash);
      }
    }
  };
  return {
    async put(id, text) {
      const hash = await hashOf(text);
      hashes.set(id, hash);
      if (!embedded.has(hash)) waiting.set(hash, text);
    },
    remove(id) {
      hashes.delete(id);
    },
    count: () => hashes.size,
    async similarities(request) {
      embedding = embedding
        .catch(() => undefined)
        .then(forgetUnused)
        .then(embedWaiting);
      await embedding;
      if (!database) return new Map();
      const [value = []] = await embedTexts(embed, [request], vectorLength);
      const { hits } = await searchVector(database, {
        mode: "vector",
        vector: { property: "vector", value },
        similarity: -1,
        limit: embedded.size,
      });
      const scores = new Map(hits.map(({ id, score }) => [id, score]));
      return new Map([...hashes].map(([id, hash]) => [id, scores.get(hash) ?? 0]));
    },
  };
}

/** @param length what earlier vectors had */
async function embedTexts(embed: Embed, texts: string[], length?: number): Promise<number[][]> {
  const asked = Promise.resolve([...texts]).then(embed);
  const answer: unknown = await asked.catch((error: unknown) => {
    throw failure(`failed: ${messageOf(error)}`, error);
  });
  if (!Array.isArray(answer) || answer.length !== texts.length) {
    const found = Array.isArray(answer) ? `${answer.length} vectors` : typeof answer;
    throw failure(`must answer one vector a text, but for ${texts.length} texts it answered ${found}`);
  }
  const vectors = answer.map((item: unknown) => {
    const vector = isNumbers(item) ? Array.from(item) : [];
    if (vector.length > 0 && vector.every(Number.isFinite)) return vector;
    throw failure("must answer vectors of finite numbers");
  });
  const expected = length ?? vectors[0]?.length;
  const odd = vectors.find((vector) => vector.length !== expected);
  if (!odd) return vectors;
  throw failure(`must answer vectors of one length, but answered one of ${odd.length} after others of ${expected}`);
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  return (
    (Array.isArray(value) && value.every((item) => typeof item === "number")) ||
    value instanceof Float32Array ||
    value instanceof Float64Array
  );
}

function failure(problem: string, cause?: unknown): SkillError {
  return new SkillError("embed_failed", `The function given as embed ${problem}.`, { cause });
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
