// Packs each published package with `npm pack`, installs it with npm alone beside its peers in an empty folder, and runs
// there what a user would write, with `import` and with `require`. Needs the built packages and the registry.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { manifestOf, publishedPackages } from "./published-packages.mjs";

/** How a user of each package gets a skill's text through a tool call of the framework's own form. */
const users = {
  core: `
import { loadSkills } from "@skillplug/core";
const skills = await loadSkills("./skills");
console.log(await skills.loadSkill("greeting"));`,
  "ai-sdk": `
import { loadSkills, toAiSdkTools } from "@skillplug/ai-sdk";
const skills = await loadSkills("./skills");
const tools = await toAiSdkTools(skills);
const answer = await tools.load_skill.execute({ name: "greeting" }, { toolCallId: "1", messages: [] });
console.log(answer.text);`,
  langchain: `
import { loadSkills, toLangChainTools } from "@skillplug/langchain";
const skills = await loadSkills("./skills");
const tools = await toLangChainTools(skills);
const tool = tools.find(({ name }) => name === "load_skill");
console.log(await tool.invoke({ name: "greeting" }));`,
  "openai-agents": `
import { RunContext } from "@openai/agents";
import { loadSkills, toOpenAIAgentsTools } from "@skillplug/openai-agents";
const skills = await loadSkills("./skills");
const tools = await toOpenAIAgentsTools(skills);
const tool = tools.find(({ name }) => name === "load_skill");
console.log(await tool.invoke(new RunContext(), JSON.stringify({ name: "greeting" })));`,
  "json-schema": `
import { loadSkills, runOpenAIChatToolCalls, toOpenAIChatTools } from "@skillplug/json-schema";
const skills = await loadSkills("./skills");
const tools = await toOpenAIChatTools(skills);
const { name } = tools.map((tool) => tool.function).find(({ name }) => name === "load_skill");
const call = { id: "1", type: "function", function: { name, arguments: '{ "name": "greeting" }' } };
const [message] = await runOpenAIChatToolCalls(skills, { role: "assistant", tool_calls: [call] });
console.log(message.content);`,
};
/** What a user of the command line types, and what it prints. */
const commandLine = { args: ["skillplug", "list"], expected: "greeting\tGreets people.\n" };
const skill = "---\nname: greeting\ndescription: Greets people.\n---\nGreet them twice.\n";
const expected = /^<skill_content name="greeting">.*Greet them twice\..*<\/skill_content>\n$/s;
/** All that a tarball may hold. */
const allowed = /^(?:LICENSE|README\.md|CHANGELOG\.md|package\.json|dist\/[\w/-]+\.(?:js|js\.map|d\.ts))$/;

const license = readFileSync("LICENSE", "utf8");
const execute = promisify(execFile);
const npm = (...args) => execute("npm", [...args, "--loglevel=error"], { shell: process.platform === "win32" });
const work = mkdtempSync(join(tmpdir(), "skillplug-packages-"));
function tarballOf(folder) {
  const { name, version } = manifestOf(`packages/${folder}`);
  return join(work, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
}

/** The tarballs of a package and of those of ours that it needs. */
function tarballsFor(folder) {
  const ours = Object.keys(manifestOf(`packages/${folder}`).dependencies ?? {}).filter((name) =>
    name.startsWith("@skillplug/"),
  );
  return [...new Set([...ours.map((name) => tarballOf(name.replace("@skillplug/", ""))), tarballOf(folder)])];
}

/** Packs one package; resolves to what is wrong with what lies in it. */
async function pack(name) {
  const { stdout } = await npm("pack", `./packages/${name}`, "--json", "--pack-destination", work);
  const paths = JSON.parse(stdout)[0].files.map(({ path }) => path);
  const entry = name === "cli" ? ["dist/main.js"] : ["dist/index.js", "dist/index.d.ts"];
  const needed = ["LICENSE", "README.md", ...entry].filter((path) => !paths.includes(path));
  return [
    ...paths.filter((path) => !allowed.test(path)).map((path) => `${path} does not belong into the package`),
    ...needed.map((path) => `${path} is missing in the package`),
    ...(readFileSync(`packages/${name}/LICENSE`, "utf8") === license ? [] : ["LICENSE is not the repository's"]),
  ];
}

/** A package's peers at the versions that are tested here. What they need themselves comes with npm. */
function peersOf(name) {
  const peers = Object.keys(manifestOf(`packages/${name}`).peerDependencies ?? {});
  return peers.map((peer) => `${peer}@${manifestOf(`packages/${name}/node_modules/${peer}`).version}`);
}

/** Installs one package and runs its user's program both ways; resolves to what is wrong. */
async function tryOut(name) {
  const folder = join(work, name);
  mkdirSync(join(folder, "skills/greeting"), { recursive: true });
  writeFileSync(join(folder, "skills/greeting/SKILL.md"), skill);
  writeFileSync(join(folder, "package.json"), "{}");
  const wanted = [...tarballsFor(name), ...peersOf(name)];
  await npm("install", "--prefix", folder, "--no-audit", "--no-fund", ...wanted);
  if (name === "cli") return tryCommandLine(folder);
  const required = users[name].replaceAll(/^import (.+) from (.+);$/gm, "const $1 = require($2);");
  const programs = { "user.mjs": users[name], "user.cjs": `(async () => {${required}\n})();` };
  const problems = [];
  for (const [file, code] of Object.entries(programs)) {
    writeFileSync(join(folder, file), code);
    const { stdout, stderr } = await execute(process.execPath, [file], { cwd: folder });
    if (stderr || !expected.test(stdout)) problems.push(`${file} printed ${JSON.stringify({ stdout, stderr })}`);
  }
  return problems;
}

async function tryCommandLine(cwd) {
  const { args, expected } = commandLine;
  const { stdout, stderr } = await execute("npx", args, { cwd, shell: process.platform === "win32" });
  return stdout === expected ? [] : [`npx ${args.join(" ")} printed ${JSON.stringify({ stdout, stderr })}`];
}

/** Runs one check of every package at once; a check that throws is a problem too. */
const checkAll = (names, check) =>
  Promise.all(
    names.map(async (name) => (await check(name).catch(({ message }) => [message])).map((problem) => [name, problem])),
  );

try {
  const packed = await checkAll(publishedPackages, pack);
  const tried = await checkAll(publishedPackages, tryOut);
  const problems = [...packed, ...tried].flat();
  for (const [name, problem] of problems) console.error(`packages/${name}: ${problem}`);
  console.log(`${publishedPackages.length} packages packed, installed and used; ${problems.length} problems`);
  process.exitCode = problems.length ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}
