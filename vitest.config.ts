import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`packages/${path}`, import.meta.url));

// Tests run the TypeScript sources; what must hold for the built packages is in packages/core/test/built.test.ts.
export default defineConfig({
  resolve: {
    alias: {
      "#matter": source("core/src/platform/gray-matter.ts"),
      "#platform": source("core/src/platform/node.ts"),
      "@skillplug/core": source("core/src/index.ts"),
      "@skillplug/testing": source("testing/src/index.ts"),
      "@skillplug/ai-sdk": source("ai-sdk/src/index.ts"),
      "@skillplug/json-schema": source("json-schema/src/index.ts"),
    },
  },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
    testTimeout: 30_000,
    coverage: {
      include: ["packages/core/src/**"],
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: ".reports/coverage",
    },
  },
});
