// Runs every regular expression of core on texts that repeat, of n and of four times n characters, and fails where the time
// grows with the square: `npm run test:soak patterns`. Expressions are taken as they are made, by `new RegExp` and as literals.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import ts from "typescript-5";

const source = fileURLToPath(new URL("../packages/core/src/", import.meta.url));
/** Four times the text may take so many times as long: linear is 4, quadratic 16. */
const MOST_GROWTH = 10;
/** In milliseconds. Below it figures are noise, and nothing is measured again; above the other it counts. */
const LEAST = 8;
const SURE = 100;
const LENGTH = 20_000;
/** In milliseconds: an exponential one never ends. */
const SILENCE = 240_000;
/** Whose texts are ours or short by a limit: why is said beside each. */
const EXCUSED = new Map();

const pieces = [
  "a",
  "A",
  "1",
  " ",
  "\n",
  "\r",
  "\t",
  "-",
  ".",
  "/",
  "\\",
  "<",
  ">",
  "&",
  "'",
  '"',
  "`",
  ":",
  "#",
  "[",
  "]",
  "{",
  "|",
  "_",
  "+",
  "~",
  "%",
  ";",
  "(",
  "技",
  "あ",
  "한",
  "ภ",
  "e\u0301",
  "\u0315",
  "👩",
  "\u200D",
  "\uFE0F",
  "\u001B",
  "\u001B[",
  "\u009B",
  "\u202E",
  "\uD83D",
  "\u2028",
  "a1",
  "aB",
  "a ",
  " a",
  "a-",
  "1.",
  "--",
  "---",
  "---\n",
  " \n",
  "\r\n",
  "a: ",
  " #",
  "''",
  "../",
  "..",
  "%2e",
  ";#",
  "?;",
  "v1.",
  ".js",
  "c++",
  "a\n",
  ". ",
];
const endings = ["", "!", "a", "\n", "\u0000", "x\n", " ", "-"];

function expressions() {
  const found = new Map();
  for (const file of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.endsWith("terms.ts")) continue;
    const tree = ts.createSourceFile(file, readFileSync(source + file, "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        found.set(node.text, [node.text.slice(1, end), node.text.slice(end + 1)]);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

/** Those that are made while the modules are loaded: of constants and parts. */
async function madeExpressions() {
  const made = new Map();
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags = ""]) {
      if (typeof pattern === "string" && pattern.length < 5_000) made.set(`/${pattern}/${flags}`, [pattern, flags]);
      return new target(pattern, flags);
    },
  });
  const built = fileURLToPath(new URL("../packages/core/dist/", import.meta.url));
  for (const file of [
    "format/front-matter.js",
    "format/clean-text.js",
    "base/normalize-unicode.js",
    "search/language/bigrams.js",
    "search/language/find-runs.js",
    "search/language/words.js",
    "search/language/translations.js",
  ]) {
    await import(built + file);
  }
  globalThis.RegExp = original;
  return made;
}

/** The processor time of this thread in milliseconds, where the system tells it: others use this machine too. */
function clock() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

function timeOf(pattern, flags, text) {
  const expression = new RegExp(pattern, flags.includes("g") || flags.includes("y") ? flags : `${flags}g`);
  const startedAt = clock();
  text.replace(expression, "");
  return clock() - startedAt;
}

if (!isMainThread) {
  const [pattern, flags] = workerData;
  const slow = [];
  for (const piece of pieces) {
    for (const ending of endings) {
      const text = (length) => piece.repeat(length / piece.length) + ending;
      const long = timeOf(pattern, flags, text(4 * LENGTH));
      if (long < LEAST) continue;
      // Sure only at lengths where noise is small; the best of three, since others use this machine too.
      const best = (length) => Math.min(...[1, 2, 3].map(() => timeOf(pattern, flags, text(length))));
      const [short, longer] = [best(4 * LENGTH), best(16 * LENGTH)];
      if (longer > SURE && longer > MOST_GROWTH * Math.max(short, 1)) {
        slow.push({ piece, ending, growth: Math.round(longer / short), ms: Math.round(longer) });
      }
    }
  }
  parentPort.postMessage(slow);
} else {
  const all = new Map([...expressions(), ...(await madeExpressions())]);
  let failures = 0;
  for (const [name, expression] of all) {
    const worker = new Worker(new URL(import.meta.url), { workerData: expression });
    const slow = await new Promise((resolve) => {
      const timer = setTimeout(() => resolve([{ piece: "?", growth: "without end" }]), SILENCE);
      worker.once("message", (told) => {
        clearTimeout(timer);
        resolve(told);
      });
      worker.once("error", (error) => {
        clearTimeout(timer);
        resolve([{ piece: String(error), growth: "?" }]);
      });
    });
    await worker.terminate();
    if (slow.length === 0) continue;
    const excuse = EXCUSED.get(name);
    if (excuse === undefined) failures += 1;
    console.log(
      `${excuse === undefined ? "quadratic" : `excused (${excuse})`}: ${name.slice(0, 200)} ${JSON.stringify(slow.slice(0, 3))}`,
    );
  }
  console.log(
    `${all.size} expressions on ${pieces.length * endings.length} texts each: ${failures} take more than linear time`,
  );
  process.exitCode = failures === 0 ? 0 : 1;
}
