// `#matter` on Node: gray-matter, loaded lazily, with our YAML engine alone.

import { SkillValidationError } from "../base/errors.js";
import type { FrontMatter } from "../base/skill.js";
import type { Matter } from "./yaml-only.js";

/** gray-matter would run JavaScript and read other formats by itself; each of them gets this engine. */
const refused = {
  parse(): never {
    throw new SkillValidationError("Only YAML front matter is read.", { reason: "front-matter-language", line: 1 });
  },
};

let loaded: Promise<Matter> | undefined;

/** Loads gray-matter once, with every engine but ours disabled. Its options argument also keeps it from caching failures. */
export function loadMatter(): Promise<Matter> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Matter> {
  try {
    return withOurEngine((await import("gray-matter")).default);
  } catch {
    // Bundled as an ES module by esbuild it cannot require Node's `fs`; the YAML parser alone reads the same.
    return (await import("./yaml-only.js")).loadMatter();
  }
}

function withOurEngine(matter: typeof import("gray-matter")): Matter {
  return (block, parse) => {
    let data: FrontMatter | undefined;
    const yaml = {
      parse(source: string): object {
        data = parse(source);
        return data;
      },
    };
    const engines = { yaml, js: refused, javascript: refused, json: refused, coffee: refused, toml: refused };
    matter(block, { language: "yaml", engines });
    // It does not call the engine for an empty block.
    return data ?? parse("");
  };
}
