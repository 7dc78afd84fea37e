// Runs every regular expression of the packages on texts that repeat, and fails where the time grows with the square or worse:
// `npm run test:soak patterns`. Expressions are taken as literals, and as they are made by `new RegExp`. Judged is growth: how
// many times as long a text of twice the length takes, in processor time, the least of several.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import ts from "typescript-5";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const PUBLISHED = ["core", "cli", "ai-sdk", "langchain", "openai-agents", "json-schema"];
/** Twice the text may take so many times as long: linear is 2, quadratic 4. */
const MOST_GROWTH = 3;
/** In milliseconds: texts get longer until one takes so long, since less is noise. */
const MEASURABLE = 20;
const SHORTEST = 5_000;
/** A text of this length that takes less than what is measurable is no danger. */
const LONGEST = 160_000;
/** How often a growth is measured that is too high; the least of each length counts. */
const ROUNDS = 5;
/** In milliseconds: an exponential one never ends on one text. */
const SILENCE = 30_000;
/** Whose texts are ours or short by a limit: why is said beside each. */
const EXCUSED = new Map([
  [String.raw`/[^\0-\u007F]*$/`, "of a text only its last 64 units are looked at"],
  [String.raw`/\d+\s*$/`, "a line that the system writes"],
]);
/** What has to be found, and what must not: without that, no finding would mean nothing. */
const CONTROLS = [
  ["(a+)+$", "", true],
  [String.raw`\s+$`, "", true],
  [String.raw`[ \t]*\n`, "g", true],
  [String.raw`(?<![ \t])[ \t]*\n`, "g", false],
  ["a+", "g", false],
];

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

/** The literals in the sources. */
function literals() {
  const found = new Map();
  for (const source of PUBLISHED.map((name) => `${packages}${name}/src/`)) {
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
  }
  return found;
}

/** Those that core makes of constants and parts, while its modules are loaded or at their first use. */
async function madeExpressions() {
  const made = new Map();
  const built = `${packages}core/dist/`;
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags = ""]) {
      const isOurs = new Error().stack?.split("\n")[2]?.includes("/packages/core/dist/");
      if (isOurs && typeof pattern === "string") made.set(`/${pattern}/${flags}`, [pattern, flags]);
      return new target(pattern, flags);
    },
  });
  for (const file of readdirSync(built, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".js")) await import(built + file);
  }
  const { cleanText } = await import(`${built}text/clean-text.js`);
  cleanText("\u200B");
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

function timeOf([pattern, flags], text) {
  const expression = new RegExp(pattern, flags.includes("g") || flags.includes("y") ? flags : `${flags}g`);
  const startedAt = clock();
  text.replace(expression, "");
  return clock() - startedAt;
}

/** How many times as long twice the text takes; nothing where no text takes long. */
function growthOf(expression, make) {
  let length = SHORTEST;
  while (timeOf(expression, make(length)) < MEASURABLE) {
    if (length >= LONGEST) return undefined;
    length *= 2;
  }
  const [short, long] = [make(length), make(2 * length)];
  let [least, leastOfTwice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    least = Math.min(least, timeOf(expression, short));
    leastOfTwice = Math.min(leastOfTwice, timeOf(expression, long));
    if (leastOfTwice <= MOST_GROWTH * least) return undefined;
  }
  return { growth: Number((leastOfTwice / least).toFixed(1)), length, ms: Math.round(least) };
}

/** What a worker finds in all texts. Each of them is told before it is begun, as one may never end. */
function examine(expression) {
  const slow = [];
  for (const piece of pieces) {
    for (const ending of endings) {
      parentPort.postMessage({ begins: [piece, ending] });
      const growth = growthOf(expression, (length) => piece.repeat(length / piece.length) + ending);
      if (growth) slow.push({ piece, ending, ...growth });
    }
  }
  parentPort.postMessage({ slow });
}

/** Runs a worker to its end, or until one text takes too long. */
async function slowTextsOf(expression) {
  const worker = new Worker(new URL(import.meta.url), { workerData: expression });
  let begun;
  let timer;
  const slow = await new Promise((resolve) => {
    const neverEnds = () => resolve([{ text: begun, growth: "without end" }]);
    worker.on("message", ({ begins, slow }) => {
      clearTimeout(timer);
      if (slow) return resolve(slow);
      begun = begins;
      timer = setTimeout(neverEnds, SILENCE);
    });
    worker.once("error", (error) => resolve([{ text: begun, growth: String(error) }]));
  });
  clearTimeout(timer);
  await worker.terminate();
  return slow;
}

if (!isMainThread) {
  examine(workerData);
} else {
  for (const [pattern, flags, isSlow] of CONTROLS) {
    const slow = await slowTextsOf([pattern, flags]);
    if (slow.length > 0 === isSlow) continue;
    console.log(`control: /${pattern}/${flags} is ${isSlow ? "not " : ""}found: ${JSON.stringify(slow.slice(0, 3))}`);
    process.exitCode = 1;
  }
  const only = process.argv[2];
  const all = new Map([...literals(), ...(await madeExpressions())]);
  let failures = 0;
  let examined = 0;
  for (const [name, expression] of all) {
    if (only?.startsWith("--only=") && !name.includes(only.slice("--only=".length))) continue;
    examined += 1;
    const slow = await slowTextsOf(expression);
    if (slow.length === 0) continue;
    const excuse = EXCUSED.get(name);
    if (excuse === undefined) failures += 1;
    const verdict = excuse === undefined ? "more than linear" : `excused (${excuse})`;
    console.log(`${verdict}: ${name.slice(0, 200)} ${JSON.stringify(slow.slice(0, 3))}`);
  }
  const texts = pieces.length * endings.length;
  console.log(`${examined} expressions on ${texts} texts each: ${failures} take more than linear time`);
  if (failures > 0 || examined === 0) process.exitCode = 1;
}
