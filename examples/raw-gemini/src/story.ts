import assert from "node:assert/strict";
import type { Example } from "@skillplug/example-model";

/** What the user's own function knows. The maker's words are not the shop's. */
export const FACTS = {
  name: "Trail Rucksack 22",
  volume: "22 l",
  material: "recycled nylon",
  rain: "rated IPX4: waterproof, says the maker",
};

export const story: Example = {
  name: "raw-gemini",
  about: "A product text in the words of the shop: a raw loop over Gemini's generateContent",
  provider: "gemini",
  script: [
    // A skill and a function of the user's own in one turn.
    {
      calls: [
        { tool: "load_skill", input: { name: "product-copy" } },
        { tool: "get_product", input: { number: "8812" } },
      ],
    },
    {
      calls: [
        { tool: "read_skill_resource", input: { skill_name: "product-copy", resource_name: "references/words.md" } },
      ],
    },
    (answers) => {
      const facts = answers.find(({ name }) => name === "get_product")?.text ?? "";
      const volume = /\d+ l/.exec(facts)?.[0];
      const bag = /\| rucksack \| (\w+) \|/.exec(answers.at(-1)?.text ?? "")?.[1];
      return {
        text: `Trail ${bag} of ${volume}\nRoom for a day in the hills. Of recycled nylon, rated IPX4 against rain.`,
      };
    },
  ],
  checkText(text) {
    assert.match(text, /backpack/i, "The text does not use the shop's word.");
    assert.match(text, /22 l/, "The text leaves out the volume.");
    assert.doesNotMatch(text, /waterproof|eco-friendly|!/i, "The text has a word that the shop avoids.");
  },
  checkTurns(turns) {
    const [, second, third] = turns;
    assert.match(second?.answers[0]?.text ?? "", /## Skill: product-copy/);
    assert.equal(second?.answers[1]?.name, "get_product");
    assert.match(third?.answers[2]?.text ?? "", /\| rucksack \| backpack \|/);
  },
};
