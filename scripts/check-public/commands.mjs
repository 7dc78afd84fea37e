// Which commands in a skill's instructions reach a script of the skill through `run_skill_script`.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { loadPublic } from "./load-public.mjs";
import { meaningOf } from "./paths.mjs";

/** A line of a shell, after `cd`, variables and a prompt: what starts a file, and the file. */
const COMMAND =
  /^\s*(?:\$ )?(?:cd \S+ && )?(?:[A-Z_]+=\S+ )*(?:(?:sudo |exec )?(python3?|node|bash|sh|zsh|uv run(?: --script)?(?: python3?)?|npx (?:-y )?tsx|bun(?: run)?|deno run(?: -\S+)*|ruby|perl|source|\.)\s+(?:-\w+ )*)?("?)((?:[\w@.{}$<>~-]+\/)*[\w@.{}$-]+\.(?:py|sh|bash|mjs|cjs|js|ts|tsx|rb|pl))\2(?=\s|$)/;
const SHELL_BLOCK = /```(?:bash|sh|shell|console|zsh|text)?\n([\s\S]*?)```/g;

export async function checkCommands(skills, { run, folder }) {
  const classes = new Map();
  const add = (name, item) => classes.set(name, [...(classes.get(name) ?? []), item]);
  const recording = await loadPublic(folder, { executor: runsNothing });
  const byFolder = new Map(recording.map((skill) => [skill.folder, skill]));
  for (const skill of skills) {
    for (const { line, runner, script } of commandsIn(skill)) {
      const item = `${skill.name}: ${line}`;
      add("all", item);
      const tool = byFolder.get(skill.folder)?.tools.run_skill_script;
      const answer = await tool?.execute({ skill_name: skill.name, script_name: script, args: [] });
      add(
        answer?.ok ? "reach their script" : `not reached, with ${runner}`,
        answer?.ok ? item : `${item}  ${answer?.text.slice(0, 120) ?? ""}`,
      );
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

function* commandsIn(skill) {
  for (const [, block] of skill.text.matchAll(SHELL_BLOCK)) {
    for (const line of block.split("\n")) {
      const [, runner = "its path", , script] = COMMAND.exec(line) ?? [];
      if (script === undefined) continue;
      const meaning = meaningOf(script, skill);
      if (meaning?.inside) yield { line: line.trim(), runner, script, file: meaning.file };
    }
  }
}

/** Starts each script that an instruction names with --help, in a copy that is thrown away. */
async function runAll(folder, add) {
  const copy = mkdtempSync(join(tmpdir(), "check-public-"));
  try {
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith("/.git") });
    for (const skill of await loadPublic(copy)) {
      const files = new Map([...commandsIn(skill)].map((command) => [command.file, command]));
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
