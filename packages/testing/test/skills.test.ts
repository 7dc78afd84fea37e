import { execFile, execFileSync } from "node:child_process";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProgram } from "@skillplug/testing/has-program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const skillsRoot = fileURLToPath(new URL("../../../skills/", import.meta.url));

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. A failing one is an outcome, not a rejection. */
function run(command: string, args: readonly string[], cwd?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(command, args, { cwd, maxBuffer: 50_000_000 }, (error, stdout, stderr) => {
      resolve({ status: error ? (child.exitCode ?? -1) : 0, stdout, stderr });
    });
  });
}

const firstLine = (text: string) => text.split("\n", 1)[0];

describe("arxiv-search", () => {
  const script = join(skillsRoot, "arxiv-search/scripts/search.mjs");
  const search = (...args: string[]) => run(process.execPath, [script, ...args]);
  /** The ids that a query finds offline, best first. */
  const idsOf = async (query: string) => {
    const { stdout } = await search(query, "--format", "json", "--max-papers", "100");
    return (JSON.parse(stdout) as { readonly papers: readonly { readonly id: string }[] }).papers.map(
      (paper) => paper.id,
    );
  };

  test("says on its first line that it searched the bundled papers, not arXiv", async () => {
    const { status, stdout } = await search("attention");
    expect(status).toBe(0);
    expect(firstLine(stdout)).toBe("Offline: searched 25 bundled papers, not arXiv. Add --online to ask arXiv itself.");
    expect(stdout).toContain("1. Attention Is All You Need\n   arXiv:1706.03762 | 2017-06-12 | cs.CL, cs.LG");
  });

  test.each([
    ["ti:transformers AND cat:cs.CV", ["2010.11929"]],
    ["au:kingma", ["1412.6980", "1312.6114"]],
    ["diffusion ANDNOT au:rombach", ["2006.11239"]],
    ['(gan OR vae) AND cat:stat ANDNOT "discriminator"', ["1312.6114"]],
    ["au:perelman OR au:dessi", ["2302.04761", "math/0211159"]],
    ["https://arxiv.org/pdf/2005.11401v4", ["2005.11401"]],
    ["abs:attention ti:translate", ["1409.0473"]],
    ["poincare", ["math/0211159"]],
    ["zebra", []],
  ])("%s finds exactly %j", async (query, ids) => {
    expect((await idsOf(query)).sort()).toEqual([...ids].sort());
  });

  test("ranks the paper that holds more of the words first, the same in every run", async () => {
    const first = await idsOf("papers about retrieval augmented generation");
    expect(first[0]).toBe("2005.11401");
    expect(await idsOf("papers about retrieval augmented generation")).toEqual(first);
  });

  test("prints one JSON object with a note, a source and complete papers", async () => {
    const { stdout } = await search("--query", "adam", "--max_papers=1", "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      source: "bundled",
      query: "adam",
      note: expect.stringContaining("not arXiv"),
      papers: [
        { id: "1412.6980", authors: ["Diederik P. Kingma", "Jimmy Ba"], url: "https://arxiv.org/abs/1412.6980" },
      ],
    });
  });

  test.each([
    [[], "A query is missing."],
    [["x", "--max-papers", "0"], "--max-papers takes a whole number from 1 to 100"],
    [["x", "--format", "xml"], '--format takes "text" or "json"'],
    [["x", "--frmat", "json"], "Unknown option '--frmat'"],
    [["foo:x"], '"foo:" is no field of arXiv'],
    [["(a OR b"], 'A "(" in the query is not closed.'],
    [['"a b'], "A quotation mark in the query is not closed."],
    [["a AND"], "A word is missing at the end of the query."],
    [["x", "--online", "--endpoint", "file:///etc/passwd"], "--endpoint takes an http or https address"],
  ])("refuses %j with status 2, the reason and the usage on stderr", async (args, reason) => {
    const { status, stdout, stderr } = await search(...args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(firstLine(stderr)).toContain(reason);
    expect(stderr).toContain("Usage: search.mjs QUERY");
  });

  test("--help prints the usage", async () => {
    expect(await search("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Usage: search.mjs QUERY"),
    });
  });

  test("a query is text, never a command", async () => {
    const { status, stdout } = await search("$(touch /tmp/skillplug-pwned); `id`");
    expect(status).toBe(0);
    expect(stdout).toContain("No papers match");
  });

  describe("--online", () => {
    let server: Server;
    let base = "";
    const asked: URL[] = [];

    beforeAll(async () => {
      server = createServer((request, response) => {
        const url = new URL(request.url ?? "/", "http://127.0.0.1");
        asked.push(url);
        if (url.pathname === "/down") response.writeHead(503).end("try later");
        else if (url.pathname === "/portal") response.end("<html>Please log in</html>");
        else if (url.pathname === "/refused") response.writeHead(400).end(ATOM_ERROR);
        else response.end(ATOM_FEED);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    });
    afterAll(() => server.close());

    test("asks the API in arXiv's syntax and prints what it answers, as safe text", async () => {
      const query = 'what about "few shot" learning ANDNOT cat:cs';
      const { stdout } = await search(query, "--online", "--max-papers", "7", "--endpoint", `${base}/query`);
      const { searchParams } = asked.at(-1) ?? new URL(base);
      expect(searchParams.get("search_query")).toBe('((all:"few shot" AND all:learning) ANDNOT cat:cs.*)');
      expect(searchParams.get("max_results")).toBe("7");
      expect(stdout).toContain(
        "Online: asked arXiv, 41 papers match.\n\n1. Sums & <products>\n   arXiv:2401.00001 | 2024-01-01 | math.NT",
      );
      expect(stdout).not.toContain("\u001b");
    });

    test("asks for ids as ids", async () => {
      await search("1706.03762 math/0211159", "--online", "--endpoint", `${base}/query`);
      expect(asked.at(-1)?.searchParams.get("id_list")).toBe("1706.03762,math/0211159");
    });

    test.each([
      ["down", "HTTP status 503"],
      ["portal", "no Atom feed"],
      ["refused", "arXiv refused the query: malformed id"],
    ])("falls back to the bundled papers and says why: %s", async (path, reason) => {
      const { status, stdout } = await search("attention", "--online", "--endpoint", `${base}/${path}`);
      expect(status).toBe(0);
      expect(firstLine(stdout)).toContain(`arXiv could not be asked (`);
      expect(firstLine(stdout)).toContain(reason);
      expect(firstLine(stdout)).toContain("Offline instead: searched 25 bundled papers, not arXiv.");
      expect(stdout).toContain("arXiv:1706.03762");
    });
  });

  test("the bundled list has 25 papers, each once and complete", async () => {
    const papers = JSON.parse(await readFile(join(skillsRoot, "arxiv-search/assets/papers.json"), "utf8")) as Record<
      string,
      unknown
    >[];
    expect(new Set(papers.map((paper) => paper.id)).size).toBe(25);
    for (const paper of papers) {
      expect(paper).toMatchObject({
        id: expect.stringMatching(/^(\d{4}\.\d{4,5}|math\/\d{7})$/),
        title: expect.any(String),
        published: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        summary: expect.any(String),
        authors: expect.arrayContaining([expect.any(String)]),
        categories: expect.arrayContaining([expect.any(String)]),
      });
    }
  });
});

const ATOM_FEED = `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
  <opensearch:totalResults>41</opensearch:totalResults>
  <entry>
    <id>http://arxiv.org/abs/2401.00001v3</id><published>2024-01-01T08:00:00Z</published>
    <title>Sums &amp;
      &lt;products&gt;</title>
    <summary>Plain &#x1b;[31m text \u001b[0m</summary>
    <author><name>Ann Example</name></author>
    <category term="math.NT" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
</feed>`;
const ATOM_ERROR = `<feed><entry><id>http://arxiv.org/api/errors#bad</id><title>Error</title><summary>malformed id</summary></entry></feed>`;

/** The interpreter itself: a version manager's stand-in would slow every start. Empty where there is no Python. */
const pythonPath = hasProgram("python3")
  ? execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).trim()
  : "";

/** What the tests look at in the JSON of references/output.md. */
interface Profile {
  readonly file: Record<string, unknown>;
  readonly rows: Record<string, unknown>;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly distinct: { readonly count: number; readonly estimated: boolean };
    readonly numbers: { readonly median: number } | null;
  }[];
  readonly warnings: readonly {
    readonly code: string;
    readonly column: string | null;
    readonly message: string;
    readonly action: string;
    readonly rows: readonly number[];
    readonly examples: readonly { readonly row: number; readonly value: string }[];
  }[];
}

describe("csv-profiler", () => {
  const skill = join(skillsRoot, "csv-profiler");
  const script = join(skill, "scripts/profile.py");
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "skillplug-csv-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const python = (args: readonly string[], cwd?: string) => run(pythonPath, [script, ...args], cwd);
  /** Writes a file, profiles it and returns the JSON. */
  async function profile(content: string | Uint8Array, ...options: string[]): Promise<Profile> {
    const path = join(folder, "data.csv");
    await writeFile(path, content);
    const { status, stdout, stderr } = await python([path, "--format", "json", ...options]);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    return JSON.parse(stdout) as Profile;
  }
  const typesOf = (result: Profile) => Object.fromEntries(result.columns.map((column) => [column.name, column.type]));
  const codesOf = (result: Profile) => result.warnings.map((warning) => warning.code);
  const warningOf = (result: Profile, code: string) => result.warnings.find((warning) => warning.code === code);

  test.skipIf(!hasProgram("python3"))("profiles the bundled sample as a page that names each problem", async () => {
    const { status, stdout } = await python([join(skill, "assets/sample.csv")]);
    expect(status).toBe(0);
    for (const expected of [
      "- Read as: utf-8; comma between cells; header in row 1",
      "- Size: 40 data rows, 12 columns",
      "- Exact duplicate rows: 1",
      "**repeated-identifier** in `order_id`",
      "**ambiguous-dates** in `order_date`",
      "North (14) / NORTH (2) / north (1)",
      "**digits-not-numbers** in `sku`",
      "row 27 `tbd`",
      "row 24 `5000`",
      "| 9 | discount | percent | 7 (17.5%) | 6 | 0 to 12 |",
    ]) {
      expect(stdout).toContain(expected);
    }
  });

  test.skipIf(!hasProgram("python3"))("computes the figures of a column of numbers", async () => {
    const result = await profile("n,s\n1,a\n2,bb\n3,a\n4,\n5,a\n");
    expect(result.columns[0]).toMatchObject({
      type: "integer",
      missing: { count: 0, share: 0 },
      distinct: { count: 5, estimated: false },
      numbers: {
        minimum: 1,
        maximum: 5,
        mean: 3,
        median: 3,
        first_quartile: 2,
        third_quartile: 4,
        standard_deviation: 1.58113883,
        quartiles_estimated: false,
      },
    });
    expect(result.columns[1]).toMatchObject({
      type: "text",
      missing: { count: 1, share: 0.2, spellings: { "": 1 } },
      text: { shortest: 1, longest: 2, mean_length: 1.25 },
      top: [
        { value: "a", count: 3 },
        { value: "bb", count: 1 },
      ],
    });
  });

  test.skipIf(!hasProgram("python3")).each([
    [
      "semicolons, decimal commas and German dates",
      "datum;betrag\n01.02.2024;1.234,56\n15.02.2024;99,00\n",
      ";",
      { datum: "date", betrag: "number" },
    ],
    ["tabs", "a\tb\n1\tx, y\n2\tz, w\n", "\t", { a: "integer", b: "text" }],
    ["pipes", "a|b\n1|x\n2|y\n", "|", { a: "integer", b: "text" }],
    ["Excel's own first line", "sep=;\na;b\n1;2\n", ";", { a: "integer", b: "integer" }],
    ["old Mac line ends", "a,b\r1,2\r3,4\r", ",", { a: "integer", b: "integer" }],
    [
      "quoted line breaks and quotation marks",
      'a,b\n"x\ny","1,000.5"\n"say ""hi""",2\n',
      ",",
      { a: "text", b: "number" },
    ],
    ["many kinds of numbers", "n;p\n(1200);5%\n-5;7 %\n$3;1%\n€ 4.50;2%\n1e3;3%\n", ";", { n: "number", p: "percent" }],
    [
      "dates and times",
      "d,t\n2024-01-31,2024-01-31T10:20:30Z\n2024-02-29,2024-02-29 11:00\n",
      ",",
      { d: "date", t: "datetime" },
    ],
    ["dates that do not exist", "d,x\n2024-02-30,1\n2023-02-29,1\n", ",", { d: "text", x: "integer" }],
  ])("reads %s", async (_, content, delimiter, types) => {
    const result = await profile(content);
    expect(result.file.delimiter).toBe(delimiter);
    expect(typesOf(result)).toEqual(types);
  });

  test.skipIf(!hasProgram("python3"))("takes the decimal comma for what it is", async () => {
    const result = await profile("betrag;x\n1.234,56;1\n-0,44;2\n");
    expect(result.columns[0]?.numbers).toMatchObject({ minimum: -0.44, maximum: 1234.56, decimal_mark: "," });
  });

  test.skipIf(!hasProgram("python3")).each([
    ["a byte order mark", Buffer.from("\ufeffname,age\nZoë,3\n"), "utf-8-sig", "Zoë"],
    ["UTF-16", Buffer.from("\ufeffname,age\nZoë,3\n", "utf16le"), "utf-16", "Zoë"],
    ["Windows-1252", Buffer.from("name,age\nZoë,3\n", "latin1"), "cp1252", "Zoë"],
    [
      "GB18030",
      Buffer.concat([Buffer.from("name,age\n"), Buffer.from([0xb1, 0xb1, 0xbe, 0xa9]), Buffer.from(",3\n")]),
      "gb18030",
      "北京",
    ],
  ])("finds the encoding: %s", async (_, content, encoding, value) => {
    const result = await profile(content);
    expect(result.file.encoding).toBe(encoding);
    expect(result.columns[0]).toMatchObject({ name: "name", examples: [value] });
    expect(codesOf(result).includes("encoding-guessed")).toBe(encoding === "cp1252" || encoding === "gb18030");
  });

  test.skipIf(!hasProgram("python3")).each([
    ["ragged-rows", "a,b,c\n1,2,3\n1,2\n4,5,6\n1,2,3,4\n7,8,9\n", [], [3, 5]],
    ["duplicate-rows", "a,b\n1,2\n3,4\n1,2\n", [], [4]],
    ["empty-rows", "a,b\n1,2\n,\n3,4\n", [], [3]],
    ["duplicate-header", "id,id\n1,2\n", [], [1]],
    ["empty-header", "a,,c\n1,2,3\n", [], [1]],
    ["header-too-short", "Report 2024\nregion,qty\nNorth,1\nSouth,2\n", [], [1]],
    ["likely-no-header", "1,2024-01-01\n2,2024-01-02\n", [], [1]],
    ["likely-wrong-delimiter", "a;b;c\n1;2;3\n4;5;6\n", ["--delimiter", "comma"], []],
    ["single-column", "name\nann\nbob\n", [], []],
    ["undecodable-characters", Buffer.from("a,b\né,1\n", "latin1"), ["--encoding", "utf-8"], [2]],
    ["nul-bytes", "a,b\n1,\u00002\n3,4\n", [], []],
    ["unclosed-quote", `a,b\n1,"open\n${"2,x\n".repeat(200)}`, [], [2]],
    ["header-only", "a,b\n", [], []],
    ["empty-file", "", [], []],
  ])("warns of %s in the file", async (code, content, options, rows) => {
    const result = await profile(content, ...options);
    expect(codesOf(result)).toContain(code);
    expect(warningOf(result, code)?.rows).toEqual(rows);
  });

  const rowsOf = (values: readonly string[]) =>
    `v,w\n${values.map((value, index) => `${value},${index % 7}\n`).join("")}`;
  const thirty = Array.from({ length: 30 }, (_, index) => String(10 + (index % 5)));
  test.skipIf(!hasProgram("python3")).each([
    ["mixed-types", ["1", "2", "x", "4"], [4]],
    ["constant-column", ["a", "a", "a"], []],
    ["empty-column", ["", "NA", "-"], []],
    ["mostly-missing", ["", "null", "", "7"], []],
    ["missing-spellings", ["", "N/A", "x"], []],
    ["digits-not-numbers", ["00123", "45678", "00001"], [2, 4]],
    ["likely-identifier", Array.from({ length: 20 }, (_, index) => `SO-${index}`), []],
    ["surrounding-whitespace", ["x", " y ", "z"], [3]],
    ["spelling-variants", ["North", "north", "South"], []],
    ["outliers", [...thirty, "9999"], [32]],
    ["ambiguous-dates", ["01/02/2024", "03/04/2024"], [2]],
    ["mixed-date-order", ["13/02/2024", "02/14/2024"], [2, 3]],
    ["mixed-date-forms", ["2024-01-02", "5 Jan 2024"], [2, 3]],
    ["mixed-units", ["5%", "10", "0.2"], [2]],
    ["ambiguous-numbers", ['"1,234"', '"2,500"'], [2, 3]],
  ])("warns of %s in a column", async (code, values, rows) => {
    const result = await profile(rowsOf(values));
    const warning = result.warnings.find((candidate) => candidate.code === code && candidate.column === "v");
    expect(warning?.examples.map((example) => example.row)).toEqual(rows);
    expect(warning?.action).not.toBe("");
  });

  test.skipIf(!hasProgram("python3"))("finds nothing to warn of in a clean file", async () => {
    const lines = Array.from(
      { length: 30 },
      (_, index) => `${["red", "blue"][index % 2]},${index % 9},2024-01-${index + 1 < 10 ? "0" : ""}${index + 1}`,
    );
    expect((await profile(`colour,score,day\n${lines.join("\n")}\n`)).warnings).toEqual([]);
  });

  test.skipIf(!hasProgram("python3"))(
    "keeps figures exact and marks estimates when the values no longer fit",
    async () => {
      const count = 60_000;
      const lines = Array.from({ length: count }, (_, index) => `${index + 1},${index % 3}`);
      const result = await profile(`id,group\n${lines.join("\n")}\n`);
      expect(result.rows).toMatchObject({ count, complete: true, exact_duplicates: 0 });
      expect(result.columns[0]).toMatchObject({
        distinct: { estimated: true },
        numbers: { count, minimum: 1, maximum: count, mean: 30_000.5, quartiles_estimated: true },
      });
      expect(Math.abs(result.columns[0]!.distinct.count / count - 1)).toBeLessThan(0.1);
      expect(Math.abs(result.columns[0]!.numbers!.median / 30_000 - 1)).toBeLessThan(0.05);
      expect(result.columns[1]).toMatchObject({
        distinct: { count: 3, estimated: false },
        top: [{ value: "0", count: 20_000 }, {}, {}],
      });
    },
  );

  test.skipIf(!hasProgram("python3"))("--max-rows, --top, --skip-rows and --no-header do what they say", async () => {
    const result = await profile(
      "Title\n1,x\n2,y\n3,z\n",
      "--max_rows",
      "2",
      "--top=1",
      "--skip-rows",
      "1",
      "--no-header",
    );
    expect(result.rows).toMatchObject({ count: 2, complete: false });
    expect(result.file.header_row).toBeNull();
    expect(result.columns).toMatchObject([
      { name: "column_1", numbers: { maximum: 2 } },
      { name: "column_2", top: [{ value: "x" }] },
    ]);
  });

  test.skipIf(!hasProgram("python3"))("cell contents cannot break the page", async () => {
    const path = join(folder, "hostile.csv");
    await writeFile(path, 'a|x,`b`\n<script>alert(1)</script>,"| y |\n# Heading"\n\u001b[31mred,\u202eevil\n');
    const { stdout } = await python([path]);
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toContain("\u202e");
    expect(stdout).not.toContain("\n# Heading");
    expect(stdout).not.toMatch(/^\|.*[^\\]<script>/m);
  });

  test.skipIf(!hasProgram("python3"))("a file that cannot be profiled ends with status 1 and what to do", async () => {
    const workbook = join(folder, "book.csv");
    await writeFile(workbook, "PK\u0003\u0004rest");
    expect(await python(["missing.csv"], folder)).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^No file at .*missing\.csv\. A relative path is resolved against .*: give an absolute path\.\n$/,
      ),
    });
    expect(await python([folder])).toMatchObject({ status: 1, stderr: expect.stringContaining("is a folder") });
    expect(await python([workbook])).toMatchObject({ status: 1, stderr: expect.stringContaining("Excel workbook") });
  });

  test
    .skipIf(!hasProgram("python3"))
    .each([
      [[]],
      [["a.csv", "--delimiter", "xx"]],
      [["a.csv", "--encoding", "klingon"]],
      [["a.csv", "--max-rows", "0"]],
      [["a.csv", "--format", "xml"]],
      [["a.csv", "b.csv"]],
    ])("wrong arguments %j end with status 2 and the usage", async (args) => {
    const { status, stderr } = await python(args);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^usage: profile\.py/);
  });

  test.skipIf(!hasProgram("python3"))("leaves the skill's folder as it was", async () => {
    await profile("a\n1\n");
    expect(await readdir(join(skill, "lib/csv_profiler"))).not.toContain("__pycache__");
  });

  test("every warning that SKILL.md explains exists in the code, and the other way round", async () => {
    const code = await readFile(join(skill, "lib/csv_profiler/findings.py"), "utf8");
    const page = await readFile(join(skill, "SKILL.md"), "utf8");
    const raised = new Set([...code.matchAll(/warning\(\s*"([a-z-]+)"/g)].map(([, word]) => word));
    const table = page.slice(page.indexOf("## Act on a warning"), page.indexOf("## Troubleshooting"));
    const explained = new Set([...table.matchAll(/`([a-z-]+)`(?=[^|]*\|[^|]*\|$)/gm)].map(([, word]) => word));
    expect(explained).toEqual(raised);
  });

  test("SKILL.md names only files that exist", async () => {
    for (const name of ["arxiv-search", "csv-profiler"]) {
      const page = await readFile(join(skillsRoot, name, "SKILL.md"), "utf8");
      for (const [path] of page.matchAll(/\b(?:scripts|references|assets)\/[\w.-]+\w/g))
        await access(join(skillsRoot, name, path));
    }
  });
});
