import { expect, test } from "vitest";
import { languageOf } from "../../../src/search/language/european.js";

test.each([
  ["Wie fülle ich ein Formular aus?", "german"],
  ["Rechnungen und Mahnungen", "german"],
  ["Déployer mon application pour les clients", "french"],
  ["Comment écrire une lettre", "french"],
  ["Arreglar las fórmulas de una hoja", "spanish"],
  ["¿Cómo configuro esto?", "spanish"],
  ["Write the report for me", undefined],
  ["final report", undefined],
  ["AI in Los Angeles and Las Vegas with the best of all", undefined],
  ["Protect a presentation with a password", undefined],
  ["docker de facto", undefined],
  ["nous und", undefined],
  ["the Verträge und", undefined],
  ["spreadsheet", undefined],
  ["用 Python und JavaScript 写一个程序", undefined],
  ["", undefined],
])("%j is in %s", (text, language) => {
  expect(languageOf(text, 1)).toBe(language);
});

test("so many function words are needed, repeats counted once", () => {
  expect(languageOf("Verträge und Rechnungen", 2)).toBeUndefined();
  expect(languageOf("und und und", 2)).toBeUndefined();
  expect(languageOf("Verträge und die Rechnungen dazu", 2)).toBe("german");
});
