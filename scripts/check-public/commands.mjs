// Which commands in a skill's instructions reach a script of the skill through `run_skill_script`.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { loadPublic } from "./load-public.mjs";
import { meaningOf } from "./paths.mjs";

/** `uv run` with options, some of which have a value, and `python` behind them. */
const UV =
  /uv run(?:\s+(?:--(?:with|with-requirements|python|from|project|directory|extra|group)|-p)[\s=]\S+|\s+--?[\w-]+)*(?:\s+python[\d.]*)?/;
const RUNNER = `${UV.source}|(?:\\S+/)?python[\\d.]*|node|bash|sh|zsh|npx (?:-y )?tsx|bun(?: run)?|deno run(?: -\\S+)*|ruby|perl|source|\\.`;
const FILE = /\/?(?:[\w@.{}$<>~[\]-]+\/+)*[\w@.{}$-]+\.(?:py|sh|bash|mjs|cjs|js|ts|tsx|rb|pl)/;
const MODULE = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/;
/** A line of a shell, after `cd`, variables and a prompt: what starts a file or a module of Python, and that. */
const COMMAND = new RegExp(
  `^\\s*(?:\\$ )?(?:cd \\S+ && )?(?:[A-Z_]+=\\S+ )*(?:(?:sudo |exec |nohup )?(${RUNNER})\\s+(?:-(?!m\\b)\\w+ )*)?(?:-m (${MODULE.source})|("?)(${FILE.source})\\3)(?=\\s|$)`,
);
/** Any block between fences, so that the end of one is never taken for the beginning of the next. */
const BLOCK = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w-]*)[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;
const SHELL = new Set(["", "bash", "sh", "shell", "console", "zsh", "text"]);

export async function checkCommands(skills, { run, folder }) {
  const classes = new Map();
  const add = (name, item) => classes.set(name, [...(classes.get(name) ?? []), item]);
  const recording = await loadPublic(folder, { executor: runsNothing });
  const byFolder = new Map(recording.map((skill) => [skill.folder, skill]));
  for (const skill of skills) {
    for (const { line, runner, script, form } of commandsIn(skill)) {
      const item = `${skill.name}: ${line}`;
      const tool = byFolder.get(skill.folder)?.tools.run_skill_script;
      const answer = await tool?.execute({ skill_name: skill.name, script_name: script, args: [] });
      const told = answer?.ok ? item : `${item}  ${answer?.text.slice(0, 160) ?? ""}`;
      if (form === undefined) {
        add("all", item);
        add(answer?.ok ? "reach their script" : `not reached, with ${runner}`, told);
      } else add(`${form}: ${outcomeOf(answer)}`, told);
    }
  }
  if (run) await runAll(folder, add);
  const rows = [...classes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, items]) => ({ name, items }));
  return { title: "Commands", rows };
}

/** Says that all went well. */
const runsNothing = {
  execute: async () => ({ stdout: "", stderr: "", exitCode: 0, signal: null, durationMs: 0, truncated: false }),
};

/** What is said of a command whose file is not the skill's. */
function outcomeOf(answer) {
  if (answer?.ok) return "another file was run";
  return /leads out of the skill's folder|call run_skill_script/.test(answer?.text) ? "explained" : "not explained";
}

/** `form`: absent where the file is the skill's own. */
function* commandsIn(skill) {
  for (const [, , language, block] of skill.text.matchAll(BLOCK)) {
    if (!SHELL.has(language)) continue;
    for (const line of block.split("\n")) {
      const [, runner = "its path", module, , path] = COMMAND.exec(line) ?? [];
      const written = path ?? (module && `${module.replaceAll(".", "/")}.py`);
      const meaning = written && meaningOf(written, skill);
      if (!meaning) continue;
      const form = meaning.form === "below the plugin" ? "of a plugin's file" : "of a file out of the skill";
      const script = path ?? `-m ${module}`;
      yield { line: line.trim(), runner, script, file: meaning.file, ...(!meaning.inside && { form }) };
    }
  }
}

/** Starts each script that an instruction names with --help, in a copy that is thrown away. */
async function runAll(folder, add) {
  const copy = mkdtempSync(join(tmpdir(), "check-public-"));
  try {
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith("/.git") });
    for (const skill of await loadPublic(copy)) {
      const files = new Map(
        [...commandsIn(skill)].filter(({ form }) => !form).map((command) => [command.file, command]),
      );
      for (const { script } of files.values()) {
        const answer = await skill.tools.run_skill_script?.execute({
          skill_name: skill.name,
          script_name: script,
          args: ["--help"],
        });
        const item = `${relative(copy, skill.folder)}: ${script}`;
        add(
          answer?.ok ? "run with --help: succeed" : "run with --help: fail",
          answer?.ok ? item : `${item}  ${answer?.text.slice(0, 200).replaceAll("\n", " ") ?? ""}`,
        );
      }
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
