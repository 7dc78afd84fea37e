// Every public entry of core, with foreign text in each place where it can stand.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { INPUTS } from "./inputs.mjs";
import { FEW, KINDS, LENGTH } from "./texts.mjs";

const FRONT_MATTER = 32_000;
const all = Object.entries(KINDS);
const few = all.filter(([kind]) => FEW.includes(kind));
const range = (count) => Array.from({ length: count }, (_, index) => index);
const skillText = (name, description, body = "") => `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
const silent = { logger: false };

/** Does one thing in a turn of its own: what answers at once would share a turn with the next. */
const inTurns = async (...things) => {
  for (const thing of things) {
    await Promise.resolve(thing()).catch(String);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** Cases by group: a name, and what is done. What is prepared before is not measured. */
export function casesOf({ core, format, search }, folder) {
  const { defineSkill, directory, FileSystemDiscovery, loadSkills, memory, SkillsToolset } = core;
  let folders = 0;
  /** A folder of skills, by the name of their folders. */
  const tree = (files) => {
    folders += 1;
    const root = join(folder, String(folders));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  };
  const each = (kinds, length, name, run) => kinds.map(([kind, make]) => [`${name}: ${kind}`, () => make(length), run]);
  const one = (name, prepare, run) => [[name, prepare, run]];
  const made = (name, description, content, more = {}) => ({ name, description, content, ...more });
  const toolsetOf = (...skills) => new SkillsToolset({ skills, ...silent });
  const useAll = async (toolset, name) => {
    const input = { name, skill_name: name, query: "word", resource_name: "a", script_name: "a" };
    await inTurns(
      () => toolset.listSkills(),
      () => toolset.loadSkill(name),
      () => toolset.getSkill(name),
      () => toolset.searchSkills("a word 技能 of something", 5, { explain: true }),
      ...(await toolset.getTools()).map((tool) => () => tool.execute(input)),
    );
  };
  const parse = (text) => format.parseSkill(text);
  const pattern = { type: "object", properties: { text: { type: "string", pattern: "^(a+)+$" } } };
  const script = (input) =>
    defineSkill({ name: "s", description: "d", scripts: [{ name: "go", input, run: () => "ran" }] });
  const parsed = (json) => {
    try {
      return JSON.parse(json);
    } catch {
      return json;
    }
  };
  const deep = (depth) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
  const skillsWith = (count, text) => range(count).map((index) => made(`skill-${index}`, text(index), text(index)));

  return {
    format: [
      ...each(all, LENGTH, "parseSkill, a body", (text) => parse(skillText("a", "b", text))),
      ...each(all, LENGTH, "parseSkill, in place of a skill", parse),
      ...each(all, FRONT_MATTER, "parseSkill, a plain value", (text) => parse(skillText("a", `x ${text}`))),
      ...each(all, FRONT_MATTER, "parseSkill, a value in quotes", (text) => parse(skillText("a", `"x${text}"`))),
      ...each(all, FRONT_MATTER, "parseSkill, a value in single quotes", (text) => parse(skillText("a", `'x${text}'`))),
      ...each(all, FRONT_MATTER, "parseSkill, a block", (text) =>
        parse(skillText("a", `|\n  ${text.replaceAll("\n", "\n  ").slice(0, FRONT_MATTER)}`)),
      ),
      ...each(all, FRONT_MATTER, "parseSkill, a folded block", (text) => parse(skillText("a", `>\n  ${text}`))),
      ...each(all, FRONT_MATTER, "parseSkill, a key", (text) => parse(`---\nname: a\n? ${text}\n: b\n---\n`)),
      ...each(all, FRONT_MATTER, "parseSkill, a line of its own", (text) => parse(`---\nname: a\n${text}\n---\n`)),
      ...each(all, FRONT_MATTER, "parseSkill, before a comment", (text) =>
        parse(`---\nname: a\nb: [1]\n${text}# c\n---\n`),
      ),
      ...each(all, FRONT_MATTER, "parseSkill, in a list", (text) => parse(`---\nname: a\nb: [${text}]\n---\n`)),
      ...each(all, FRONT_MATTER, "parseSkill, broken values", (text) =>
        parse(
          `---\n${range(10)
            .map((index) => `f${index}: a: ${text.slice(0, 3_000)}`)
            .join("\n")}\n---\n`,
        ),
      ),
      ...one(
        "parseSkill, ten thousand aliases",
        () => `a: &a "${"x".repeat(2_000)}"\nb: [${"*a,".repeat(9_000)}]`,
        (text) => parse(`---\nname: a\ndescription: b\n${text}\n---\n`),
      ),
      ...one(
        "parseSkill, anchors",
        () =>
          range(3_000)
            .map((index) => `k${index}: &a${index} b`)
            .join("\n"),
        (text) => parse(`---\nname: a\n${text}\n---\n`),
      ),
      ...one(
        "parseSkill, ten thousand fields",
        () =>
          range(4_000)
            .map((index) => `k${index}: b`)
            .join("\n"),
        (text) => parse(`---\nname: a\ndescription: b\n${text}\n---\n`),
      ),
      ...each(all, LENGTH, "validateSkill, name and description", (text) => {
        const skill = made(text, text, "", { compatibility: text, baseDir: text });
        return inTurns(
          () => format.validateSkill(skill),
          () => format.validateSkill(skill, { profile: "agentskills" }),
        );
      }),
      ...each(all, LENGTH, "serializeSkill, a body", (text) => format.serializeSkill(made("a", "b", text))),
      ...each(all, FRONT_MATTER, "serializeSkill, fields", (text) =>
        format.serializeSkill(made("a", text, "", { license: text, metadata: { a: text, [text]: [text] } })),
      ),
      ...each(all, LENGTH, "normalizeSkillName", (text) => format.normalizeSkillName(text)),
    ],
    search: [
      ...each(all, LENGTH, "a body", async (text) => {
        const manager = new search.OramaSearchManager();
        await manager.buildIndex(new Map([["a", made("a", "b", text)]]));
        await manager.search("a word 技能 b", { explain: true });
        await manager.insert(made("a", "c", text));
        await manager.remove("a");
      }),
      ...each(all, LENGTH, "a name and a description", async (text) => {
        const manager = new search.OramaSearchManager();
        await manager.buildIndex(new Map([["a", made(text, text, "")]]));
        await manager.search("a word 技能 b", { explain: true });
      }),
      ...each(
        all,
        LENGTH,
        "a query",
        (() => {
          let manager;
          return async (text) => {
            if (!manager) {
              manager = new search.OramaSearchManager();
              await manager.buildIndex(
                new Map(skillsWith(300, (index) => `Word ${index} 技能 한국어 a b`).map((one) => [one.name, one])),
              );
            }
            await manager.search(text, { explain: true });
          };
        })(),
      ),
      ...one(
        "sixty bodies of 900 kB, and fifty explanations",
        () => skillsWith(60, () => KINDS.words(900_000)),
        async (skills) => {
          const manager = new search.OramaSearchManager();
          await manager.buildIndex(new Map(skills.map((skill) => [skill.name, skill])));
          await manager.search("word", { explain: true, limit: 50 });
          await Promise.all(skills.map((skill) => manager.insert({ ...skill, description: "x" })));
          await Promise.all(skills.map(({ name }) => manager.remove(name)));
        },
      ),
      ...one(
        "ten thousand skills, built, searched, changed and taken out",
        () => skillsWith(10_000, (index) => `Word ${index} about ${index % 97} things`),
        async (skills) => {
          const manager = new search.OramaSearchManager();
          await manager.buildIndex(new Map(skills.map((skill) => [skill.name, skill])));
          await manager.search("word about 42 things", { explain: true, limit: 50 });
          await Promise.all(skills.slice(0, 2_000).map((skill) => manager.insert({ ...skill, content: "other" })));
          await Promise.all(skills.slice(0, 2_000).map(({ name }) => manager.remove(name)));
        },
      ),
    ],
    toolset: [
      ...each(all, LENGTH / 3, "a SKILL.md with this body", async (text) => {
        const root = tree({ "a/SKILL.md": skillText("a", "b", text) });
        await useAll(await loadSkills(root, silent), "a");
        await FileSystemDiscovery.discover(root);
      }),
      ...each(all, LENGTH / 4, "names of skills, some of them strangers'", async (text) => {
        const strangers = { ...memory([made(`${text}c`, "d", "")], { id: "strangers" }), trusted: false };
        const skills = [made(`${text}a`, "d", ""), made(`${text}b`, "d", "")];
        const toolset = new SkillsToolset({ skills, sources: [strangers], ...silent });
        await inTurns(
          () => toolset.listSkills(),
          () => toolset.getDiagnostics(),
          () => toolset.reload(),
          () => toolset.loadSkill("no"),
          () => toolset.searchSkills("a b c", 5, { explain: true }),
        );
      }),
      ...each(all, FRONT_MATTER, "a SKILL.md with this description", async (text) => {
        const root = tree({ "a/SKILL.md": skillText("a", JSON.stringify(`x ${text}`)) });
        const toolset = await loadSkills(root, silent);
        await toolset.reload();
        await toolset.getDiagnostics();
        await toolset.searchSkills("x");
      }),
      ...each(few, 300_000, "a resource", async (text) => {
        const root = tree({ "a/SKILL.md": skillText("a", "b"), "a/b.md": text, "a/c": text, "a/c.sh": text });
        const toolset = await loadSkills(root, silent);
        await toolset.readSkillResource("a", "b.md");
        await toolset.readSkillResource("a", "c");
      }),
      ...each(
        all,
        LENGTH,
        "names and queries of calls",
        (() => {
          const toolset = toolsetOf(
            ...skillsWith(300, (index) => `Word ${index}`),
            made("a", "b", "", { resources: range(300).map((index) => ({ name: `r${index}.md`, content: "" })) }),
          );
          return async (text) => {
            await inTurns(
              () => toolset.loadSkill(text),
              () => toolset.getSkill(text),
              () => toolset.readSkillResource("a", text),
              () => toolset.runSkillScript("a", text),
              () => toolset.searchSkills(text, 5, { explain: true }),
            );
          };
        })(),
      ),
      ...one(
        "a path of a thousand parts, among thousands of files and skills",
        () => `../${"x/".repeat(1_000)}y.md`,
        (() => {
          const toolset = toolsetOf(
            ...skillsWith(3_000, () => "d"),
            made("a", "b", "", {
              resources: range(40_000).map((index) => ({ name: `Deep/R${index}.md`, content: "" })),
              scripts: range(2_000).map((index) => ({ name: `scripts/s${index}.py`, content: "" })),
            }),
          );
          return async (text) => {
            await inTurns(
              () => toolset.readSkillResource("a", text),
              () => toolset.readSkillResource("a", `${text}#a`),
              () => toolset.runSkillScript("a", text),
            );
          };
        })(),
      ),
      ...each(
        all,
        LENGTH,
        "input of tools",
        (() => {
          const toolset = toolsetOf(
            script(pattern),
            made("a", "b", "", { resources: [{ name: "r.md", content: "" }] }),
          );
          return async (text) => {
            for (const tool of await toolset.getTools()) {
              const names = { name: "s", skill_name: "s", query: "s", resource_name: "r.md", script_name: "go" };
              await inTurns(
                () => tool.execute(text),
                ...Object.keys(names).map((field) => () => tool.execute({ ...names, [field]: text })),
                () => tool.execute({ ...names, args: text }),
                () => tool.execute({ ...names, args: { text } }),
                () => tool.execute({ ...names, args: [text] }),
                () => tool.execute({ [text]: text }),
              );
            }
          };
        })(),
      ),
      ...one(
        "an alias used nine thousand times, at reloads",
        () => `a: &a "${"x".repeat(14_000)}"\nb: [${"*a,".repeat(5_500)}]`,
        async (text) => {
          const root = tree({
            "a/SKILL.md": `---\nname: a\ndescription: b\n${text}\n---\n`,
            "b/SKILL.md": skillText("b", "c"),
          });
          const toolset = await loadSkills(root, silent);
          for (const round of range(3)) {
            writeFileSync(join(root, "a/SKILL.md"), `---\nname: a\ndescription: b${round}\n${text}\n---\n`);
            await toolset.reload();
            await toolset.searchSkills("b");
          }
        },
      ),
      ...one(
        "twenty SKILL.md with blank lines",
        () =>
          tree(
            Object.fromEntries(
              range(20).map((index) => [
                `s${index}/SKILL.md`,
                `---\nname: s${index}\ndescription: b\nc: [1]${"\n".repeat(32_000)}---\n`,
              ]),
            ),
          ),
        async (root) => {
          const toolset = await loadSkills(root, silent);
          await toolset.searchSkills("b");
        },
      ),
      ...one(
        "three hundred descriptions of 30 kB, searched and compared",
        () => skillsWith(300, (index) => `${index} ${KINDS.words(30_000)}`),
        async (skills) => {
          const toolset = toolsetOf(...skills);
          await toolset.listSkills();
          await toolset.searchSkills("word", 50, { explain: true });
          await toolset.reload();
        },
      ),
      ...one(
        "sixty SKILL.md of 900 kB",
        () =>
          tree(
            Object.fromEntries(
              range(60).map((index) => [`s${index}/SKILL.md`, skillText(`s${index}`, "b", KINDS.words(900_000))]),
            ),
          ),
        async (root) => {
          const toolset = await loadSkills(root, silent);
          await toolset.searchSkills("word", 50, { explain: true });
        },
      ),
      ...one(
        "ten thousand skills of two sources, a wrong name, a reload",
        () => skillsWith(10_000, (index) => `Word ${index}`),
        async (skills) => {
          const strangers = {
            ...memory(
              skills.map((skill) => ({ ...skill, name: skill.name.toUpperCase() })),
              { id: "strangers" },
            ),
            trusted: false,
          };
          const toolset = new SkillsToolset({ skills, sources: [strangers], ...silent });
          await toolset.listSkills();
          await toolset.getDiagnostics();
          await toolset.loadSkill("skill-99999").catch(String);
          await toolset.reload();
        },
      ),
      ...one(
        "two thousand skills without revisions and with large fields, at a reload",
        () => range(2_000).map((index) => made(`s${index}`, "b", "", { metadata: { list: range(1_000) } })),
        async (skills) => {
          let source = memory(skills);
          const toolset = new SkillsToolset({
            sources: [{ ...source, list: (options) => source.list(options) }],
            ...silent,
          });
          await toolset.listSkills();
          source = memory(structuredClone(skills));
          await toolset.reload();
        },
      ),
    ],
    schema: [
      ...one(
        "a pattern that never ends",
        () => script(pattern),
        (skill) => toolsetOf(skill).runSkillScript("s", "go", { text: `${"a".repeat(50)}!` }),
      ),
      ...one(
        "a list whose items must differ",
        () => script({ type: "object", properties: { list: { type: "array", uniqueItems: true } } }),
        (skill) => toolsetOf(skill).runSkillScript("s", "go", { list: range(200_000) }),
      ),
      ...one(
        "ten thousand parameters",
        () =>
          script({
            type: "object",
            properties: Object.fromEntries(range(10_000).map((index) => [`p${index}`, { type: "string" }])),
            additionalProperties: false,
          }),
        async (skill) => {
          const toolset = toolsetOf(skill);
          await toolset.listSkills();
          await inTurns(
            () =>
              toolset.runSkillScript("s", "go", Object.fromEntries(range(10_000).map((index) => [`q${index}`, index]))),
            () => toolset.runSkillScript("s", "go", {}),
          );
        },
      ),
      ...one(
        "a hundred thousand unknown fields",
        () => [
          toolsetOf(script({ type: "object", properties: {}, additionalProperties: false })),
          Object.fromEntries(range(100_000).map((index) => [`q${index}`, 1])),
        ],
        ([toolset, args]) => toolset.runSkillScript("s", "go", args),
      ),
      ...one(
        "half a million lists in lists",
        () => [toolsetOf(script(pattern)), { list: range(5_000).map(() => deep(90)) }],
        ([toolset, args]) => toolset.runSkillScript("s", "go", args),
      ),
      ...one(
        "arguments that nest deep",
        () => script(pattern),
        async (skill) => {
          const toolset = toolsetOf(skill);
          await inTurns(
            () => toolset.runSkillScript("s", "go", { text: deep(400_000) }),
            () => toolset.runSkillScript("s", "go", "[".repeat(LENGTH)),
          );
        },
      ),
      ...each(all, LENGTH, "a JSON text of arguments", (text) =>
        toolsetOf(script(pattern)).runSkillScript("s", "go", JSON.stringify({ text })),
      ),
      ...each(few, LENGTH, "a skill made in code", (text) => {
        const make = () => defineSkill({ name: text, description: text, content: text, license: text });
        try {
          make();
        } catch {}
        return directory(text).list({}).catch(String);
      }),
      ...one(
        "ten thousand scripts",
        () => range(10_000).map((index) => ({ name: `s${index}`, run: () => "" })),
        (scripts) => toolsetOf(defineSkill({ name: "a", description: "b", scripts })).runSkillScript("a", "no"),
      ),
    ],
    /** What a model sends to a tool, as text and as data, and what is asked of it before. */
    inputs: Object.entries(INPUTS).flatMap(([what, json]) =>
      one(
        `a tool's input: ${what}`,
        () => ({
          toolset: new SkillsToolset({
            skills: [script(pattern)],
            approvalBy: "framework",
            approval: "always",
            ...silent,
          }),
          inputs: [json, parsed(json)],
        }),
        async ({ toolset, inputs }) => {
          const tools = await toolset.getTools();
          const asked = tools.filter(({ requestApproval }) => requestApproval);
          for (const input of inputs) {
            await inTurns(
              ...tools.map((tool) => () => tool.execute(input)),
              ...asked.map((tool) => () => tool.requestApproval(input, { callId: "1" })),
            );
          }
        },
      ),
    ),
    /** What others than the catalogue, the search and the format have to bound: prompts, tools, processes. */
    others: [
      ...each(all, LENGTH, "toAvailableSkillsXml", (text) =>
        core.toAvailableSkillsXml([made(text, text, "", { uri: text })]),
      ),
      ...each(all, LENGTH, "estimateTokens", (text) => core.estimateTokens(text)),
      ...each(all, LENGTH / 3, "instructions and tools", async (text) => {
        const toolset = toolsetOf(made("a", text, text), made(text, "b", ""));
        await inTurns(
          () => toolset.getInstructions(),
          () => toolset.loadSkill("a"),
          ...(await toolset.getTools()).map((tool) => () => tool.execute({ name: "a", query: "a" })),
        );
      }),
      ...one(
        "three hundred descriptions of 30 kB",
        () => skillsWith(300, (index) => `${index} ${KINDS.words(30_000)}`),
        async (skills) => {
          const toolset = toolsetOf(...skills);
          await inTurns(
            () => toolset.getInstructions(),
            ...(await toolset.getTools()).map((tool) => () => tool.execute({ name: "skill-1", query: "word" })),
          );
        },
      ),
      ...one(
        "three hundred processes that left the group, with environments of a megabyte",
        () => {
          const large = `large=$(head -c 120000 /dev/zero | tr '\\0' x); for i in 0 1 2 3 4 5 6 7 8 9; do export "V$i=$large"; done`;
          const leave = "i=0; while [ $i -lt 300 ]; do setsid sleep 20 & i=$((i + 1)); done";
          return tree({ "a/SKILL.md": skillText("a", "b"), "a/go.sh": `${large}; ${leave}; wait\n` });
        },
        async (root) => {
          const executor = core.localExecutor({ timeoutMs: 4_000, killGraceMs: 500 });
          await (await loadSkills(root, { ...silent, executor })).runSkillScript("a", "go.sh");
        },
      ),
      ...each(all, 250_000, "what a script prints", async (text) => {
        const root = tree({
          "a/SKILL.md": skillText("a", "b"),
          "a/out.txt": text,
          "a/go.sh": 'cat "$SKILL_DIR/out.txt"\n',
          "a/fail.sh": 'cat "$SKILL_DIR/out.txt" >&2; exit 1\n',
        });
        const toolset = await loadSkills(root, silent);
        const tool = (await toolset.getTools()).find(({ name }) => name === "run_skill_script");
        await inTurns(
          () => toolset.runSkillScript("a", "go.sh"),
          () => tool.execute({ skill_name: "a", script_name: "go.sh" }),
          () => tool.execute({ skill_name: "a", script_name: "fail.sh" }),
        );
      }),
      // What a failed script seems to miss is read from its end.
      ...each(all, 260_000, "the end of a script that declares its Python", async (text) => {
        const lead = "ModuleNotFoundError: No module named 'x'\nImportError: \nSyntaxError: ";
        const root = tree({
          "a/SKILL.md": skillText("a", "b"),
          "a/err.txt": `${lead}${text.slice(0, 260_000 - lead.length - 2)}\nx`,
          "a/fail.py": `# /// script\n# requires-python = ">=3.8"\n# ///\nimport os\nos.system('cat "$SKILL_DIR/err.txt" >&2')\nexit(1)`,
        });
        await (await loadSkills(root, silent)).runSkillScript("a", "fail.py");
      }),
      ...each(all, 16_000, "the beginning of a Python script", async (text) => {
        const root = tree({
          "a/SKILL.md": skillText("a", "b"),
          "a/s/b.py": `from .${text}`,
          "a/s/c.py": `${text}\nfrom ${text}`,
        });
        const toolset = await loadSkills(root, silent);
        await inTurns(
          () => toolset.runSkillScript("a", "s/b.py"),
          () => toolset.runSkillScript("a", "s/c.py"),
        );
      }),
    ],
  };
}
