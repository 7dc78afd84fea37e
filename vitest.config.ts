import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`packages/${path}`, import.meta.url));

// Tests run the TypeScript sources; what must hold for the built packages is in packages/core/test/built.test.ts.
export default defineConfig({
  resolve: {
    alias: [
      { find: "#matter", replacement: source("core/src/platform/gray-matter.ts") },
      { find: "#platform", replacement: source("core/src/platform/node.ts") },
      {
        find: /^@skillplug\/(core|testing|ai-sdk|json-schema|langchain|openai-agents)$/,
        replacement: source("$1/src/index.ts"),
      },
      { find: /^@skillplug\/testing\/(.+)$/, replacement: source("testing/src/$1.ts") },
    ],
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
    testTimeout: 30_000,
    coverage: {
      include: ["packages/core/src/**"],
      thresholds: { lines: 90 },
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: ".reports/coverage",
    },
  },
});
