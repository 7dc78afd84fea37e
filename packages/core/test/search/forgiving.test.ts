import { OramaSearchManager, type SearchableSkill, type SearchEngineOptions } from "@skillplug/core/search";
import { describe, expect, test } from "vitest";

const skill = (name: string, description: string, content = ""): SearchableSkill => ({ name, description, content });

async function managerOf(skills: readonly SearchableSkill[], options: SearchEngineOptions = {}) {
  const manager = new OramaSearchManager<SearchableSkill>(options);
  await manager.buildIndex(new Map(skills.map((each) => [each.name, each])));
  return manager;
}

async function find(skills: readonly SearchableSkill[], query: string, options?: SearchEngineOptions) {
  return (await (await managerOf(skills, options)).search(query)).map((hit) => hit.skill.name);
}

const english = [
  skill("xlsx", "Repairs formulas in spreadsheets"),
  skill("pptx", "Makes presentations for meetings"),
  skill("legal", "Writes contracts"),
];

describe("typing errors", () => {
  test.each([
    ["spredsheet with a brokn formulla", ["xlsx"]],
    ["presentaton", ["pptx"]],
    ["meetnigs", ["pptx"]],
    ["contrcats", ["legal"]],
    ["xlxs", []],
    ["zzzzzzzz", []],
  ])("%j finds %j", async (query, names) => {
    expect(await find(english, query)).toEqual(names);
  });

  test("a word that a skill has is never taken for another", async () => {
    const skills = [...english, skill("typos", "Collects words such as presentaton")];
    expect(await find(skills, "presentaton")).toEqual(["typos"]);
  });

  test("what is right counts for more than what was corrected", async () => {
    const skills = [skill("alpha", "About invoices"), skill("beta", "About contracts")];
    const scores = async (query: string) =>
      (await (await managerOf(skills)).search(query)).map((hit) => [hit.skill.name, hit.score] as const);
    expect((await scores("invoces contracts")).map(([name]) => name)).toEqual(["beta", "alpha"]);
    expect((await scores("invoices contrcats")).map(([name]) => name)).toEqual(["alpha", "beta"]);
  });

  test("a word that a dictionary knows is not corrected", async () => {
    const translate = (word: string) => (word === "contrato" ? ["agreement"] : []);
    const skills = [skill("contracts", "Handles contrat"), skill("agreements", "Handles an agreement")];
    expect(await find(skills, "contrato", { translate })).toEqual(["agreements"]);
  });

  test("a request of more than 30 words is found by those that are right, and twelve errors are forgiven", async () => {
    const padding = "word ".repeat(30);
    expect(await find(english, "presentaton")).toEqual(["pptx"]);
    expect(await find(english, `${padding} presentaton`)).toEqual([]);
    const others = Array.from({ length: 12 }, (_, index) => `qqqq${"abcdefghijkl"[index]}zzz`);
    expect(await find(english, `${others.slice(1).join(" ")} presentaton`)).toEqual(["pptx"]);
    expect(await find(english, `${others.join(" ")} presentaton`)).toEqual([]);
  });

  test("the words of a skill that is gone correct nothing", async () => {
    const manager = await managerOf(english);
    await manager.remove("pptx");
    expect(await manager.search("presentaton")).toEqual([]);
    await manager.insert(skill("decks", "Presentation decks"));
    expect((await manager.search("presentaton")).map((hit) => hit.skill.name)).toEqual(["decks"]);
  });

  test("an explanation tells what a word was taken for", async () => {
    const manager = await managerOf([skill("xlsx", "Repairs spreadsheets", "# X\n\nOpen the spreadsheet first.\n")]);
    const [hit] = await manager.search("spredsheet repairs", { explain: true });
    expect(hit?.explanation).toEqual({
      matches: [
        { field: "description", words: ["spredsheet → spreadsheets", "repairs"] },
        { field: "body", words: ["spredsheet → spreadsheets"] },
      ],
      passage: { text: "Open the spreadsheet first.", startLine: 3, endLine: 3 },
    });
  });
});

const german = skill(
  "vertragswerk",
  "Prüft die Verträge und Bücher einer Firma und schreibt dazu auch ein Protokoll mit Docker",
  "# Ablauf\n\nLies zuerst jeden Vertrag und alle Bücher.\n",
);
const french = skill(
  "courrier",
  "Rédige des lettres sur les chevaux pour les clients avec une formule de politesse dans votre style",
);
const spanish = skill(
  "facturero",
  "Crea facturas escribiendo para los clientes y también los recordatorios de una empresa muy grande",
);

describe("German, French and Spanish", () => {
  const skills = [...english, german, french, spanish];

  test.each([
    ["Bitte prüfe meinen Vertrag", "vertragswerk"],
    ["Protokolle einer Firma", "vertragswerk"],
    ["Prüfe das Buch", "vertragswerk"],
    ["Parler du cheval avec nous", "courrier"],
    ["Quiero escribir para nosotros", "facturero"],
    ["Rédiger une lettre pour mon client", "courrier"],
    ["Cómo creo una factura", "facturero"],
  ])("%j finds the skill in its language first, in whatever form its words stand", async (query, name) => {
    expect((await find(skills, query))[0]).toBe(name);
  });

  test("function words of the request's language find nothing", async () => {
    const noise = skill("noise", "The word muy is here, and des and sind and wie");
    expect(await find([noise], "Wie sind die Verträge")).toEqual([]);
    expect(await find([noise], "des lettres pour nous")).toEqual([]);
    expect(await find([noise], "cartas muy largas para nosotros")).toEqual([]);
  });

  test("single letters stay what they are: C and R are languages", async () => {
    expect(
      await find([skill("c", "Reviews C code"), skill("x", "Reviews the rest")], "Programas en C para nosotros"),
    ).toEqual(["c"]);
  });

  test("words that look alike in both languages find English skills", async () => {
    expect(await find([skill("conf", "Configure the server")], "Cómo configurar esto para nosotros")).toEqual(["conf"]);
    expect(await find([skill("ship", "Deploys servers")], "Comment déployer cela pour nous")).toEqual(["ship"]);
  });

  test("an English request finds what a German skill says in English, and is not taken for what only looks alike", async () => {
    expect(await find(skills, "docker")).toEqual(["vertragswerk"]);
    const lookAlike = skill("com", "Crea cartas para los clientes y también las lee muy bien com todo");
    expect(await find([lookAlike], "where it comes from")).toEqual([]);
  });

  test("translations find skills in these languages too", async () => {
    const translate = (word: string) => (word === "contracts" ? ["Vertrag"] : []);
    expect(await find([german], "contracts", { translate })).toEqual(["vertragswerk"]);
  });

  test("words side by side count in these languages too", async () => {
    const make = (name: string, text: string) =>
      skill(name, `${text}, und das ist auch noch nicht alles, was sie für uns kann`);
    const pair = [make("a", "Alte Tabellen und neue Rechnungen"), make("b", "Neue Tabellen und alte Rechnungen")];
    expect((await find(pair, "Wie schreibe ich neue Tabellen"))[0]).toBe("b");
    expect((await find(pair, "Wie schreibe ich alte Tabellen"))[0]).toBe("a");
  });

  test("an explanation has the words in the skill's own form, and no function word", async () => {
    const [hit] = await (await managerOf(skills)).search("Bitte prüfe meinen Vertrag und die Verträge im Buch", {
      explain: true,
    });
    expect(hit?.explanation?.matches).toEqual([
      { field: "description", words: ["prufe → prüft", "vertrag", "vertrage", "buch"] },
      { field: "body", words: ["vertrag", "vertrage", "buch"] },
    ]);
  });

  test("a skill that is taken out leaves no language behind", async () => {
    const manager = await managerOf([german, ...english]);
    await manager.remove("vertragswerk");
    await manager.insert(skill("vertragswerk", "Contracts only"));
    expect((await manager.search("contracts")).map((hit) => hit.skill.name).toSorted()).toEqual([
      "legal",
      "vertragswerk",
    ]);
  });
});
