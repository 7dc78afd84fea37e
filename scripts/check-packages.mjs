// Packs each published package with `npm pack`, installs it with npm alone beside its peers in an empty folder, and runs
// there what a user would write: with `import`, with `require`, and bundled. Compiles its types as users do. Needs the built
// packages and the registry.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { asCommonJs, bundle } from "./check-packages/bundles.mjs";
import { checkTypes } from "./check-packages/types.mjs";
import { faultOf, skillFiles, users, withProviders } from "./check-packages/users.mjs";
import { manifestOf, publishedPackages } from "./published-packages.mjs";

/** What a user of the command line types, and what it prints. */
const commandLine = { args: ["skillplug", "list"], expected: "greeting\tGreets people, whoever they are.\n" };
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

/** What is installed beside a package, at the versions that are tested here. What they need themselves comes with npm. */
function besides(name) {
  const peers = Object.keys(manifestOf(`packages/${name}`).peerDependencies ?? {});
  const others = [...peers, ...(users[name]?.install ?? [])];
  const versions = others.map((other) => `${other}@${manifestOf(`packages/${name}/node_modules/${other}`).version}`);
  return [...versions, `@types/node@${manifestOf("node_modules/@types/node").version}`];
}

/** Installs one package and runs its user's program in every way; resolves to what is wrong. */
async function tryOut(name) {
  const folder = join(work, name);
  for (const [path, text] of Object.entries(skillFiles)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, "package.json"), "{}");
  await npm("install", "--prefix", folder, "--no-audit", "--no-fund", ...tarballsFor(name), ...besides(name));
  if (name === "cli") return tryCommandLine(folder);
  const { code } = users[name];
  writeFileSync(join(folder, "user.mjs"), code);
  writeFileSync(join(folder, "user.cjs"), await asCommonJs(code));
  const problems = [];
  for (const file of ["user.mjs", "user.cjs", ...(await bundle(folder, name))]) {
    const printed = await withProviders((env) =>
      execute(process.execPath, [file], { cwd: folder, env: { ...process.env, ...env } }),
    );
    const fault = faultOf(printed);
    if (fault) problems.push(`${file} printed ${fault}`);
  }
  return [...problems, ...(await checkTypes(folder, manifestOf(`packages/${name}`).name))];
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
