import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { defineConfig } from "vitepress";
import llms from "vitepress-plugin-llms";

const REPOSITORY = "https://github.com/skillplug/skillplug";

/** The reference, as typedoc has written it before this. */
const reference = JSON.parse(readFileSync(new URL("../api/typedoc-sidebar.json", import.meta.url), "utf8"));

const page = (text, link) => ({ text, link });

export default defineConfig({
  title: "Skillplug",
  description: "Agent Skills for every TypeScript agent framework",
  srcExclude: ["README.md"],
  cleanUrls: true,
  vite: { plugins: [llms({ ignoreFiles: ["api/**/*", "requirements.md"] })] },
  markdown: { config: resolveLinks },
  themeConfig: {
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: REPOSITORY }],
    nav: [page("Quickstart", "/quickstart"), page("API", "/api/")],
    sidebar: [
      {
        text: "Start",
        items: [
          page("Quickstart", "/quickstart"),
          page("Bring your skills", "/bring-your-skills"),
          page("Writing skills", "/writing-skills"),
          page("Best practices", "/best-practices"),
        ],
      },
      {
        text: "Adapters",
        items: [
          page("Vercel AI SDK", "/adapters/ai-sdk"),
          page("LangChain", "/adapters/langchain"),
          page("OpenAI Agents SDK", "/adapters/openai-agents"),
          page("Raw API calls", "/adapters/json-schema"),
          page("Your own loop", "/adapters/core"),
        ],
      },
      {
        text: "Guides",
        items: [
          page("Running scripts safely", "/running-scripts"),
          page("Search", "/search"),
          page("Budgets", "/budgets"),
          page("Skills in code", "/callable-skills"),
          page("Observability", "/observability"),
          page("The command line", "/command-line"),
        ],
      },
      { text: "The project", items: [page("Design", "/design"), page("Requirements", "/requirements")] },
      { text: "API", items: reference, collapsed: true },
    ],
  },
});

/** Pages are read on the code host too, where links go from file to file. Those that leave docs/ lead there from here. */
function resolveLinks(markdown) {
  markdown.core.ruler.push("resolve-links", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (!href || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
      const path = posix.join("docs", posix.dirname(env.relativePath ?? ""), href);
      token.attrSet("href", path.startsWith("docs/") ? path.slice("docs".length) : `${REPOSITORY}/blob/main/${path}`);
    }
  });
}
