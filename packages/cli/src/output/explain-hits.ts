// Search hits with the reasons why they were found, as text.

import type { SkillSearchHit, SkillSummary } from "@skillplug/core";
import type { Page } from "../base/page.js";
import { fitTo } from "./fit.js";
import { printableLine } from "./printable.js";
import { shortPath } from "./short-path.js";

/** A block a hit: its name and score, the words of the request that each field has, and the passage that fits best, with its place. */
export async function explainHits(
  hits: readonly SkillSearchHit[],
  skills: readonly Pick<SkillSummary, "name" | "uri">[],
  { columns, style }: Page,
): Promise<string> {
  const fit = await fitTo(columns === undefined ? undefined : columns - 2);
  const indented = (text: string): string[] => fit(printableLine(text)).map((line) => `  ${line}`);
  return hits
    .map(({ name, score, matches = [], passage }) => {
      const uri = skills.find((skill) => skill.name === name)?.uri;
      const place = passage && `${uri ? shortPath(uri) : "SKILL.md"}:${passage.startLine}`;
      return [
        `${style.bold(style.cyan(printableLine(name)))}  ${style.dim(score.toFixed(3))}`,
        ...matches.flatMap(({ field, words }) => indented(`${field}: ${words.join(", ")}`)),
        ...(passage && place
          ? [`  ${style.dim(printableLine(place))}`, ...passage.text.split("\n").flatMap(indented)]
          : []),
      ].join("\n");
    })
    .join("\n\n");
}
