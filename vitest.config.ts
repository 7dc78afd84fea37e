import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`packages/${path}`, import.meta.url));

// Tests run the TypeScript sources; what must hold for the built packages is in packages/core/test/built.test.ts.
export default defineConfig({
  resolve: {
    alias: [
      { find: "#matter", replacement: source("core/src/format/gray-matter.ts") },
      { find: "#platform", replacement: source("core/src/node/platform.ts") },
      {
        find: /^@skillplug\/(core|testing|ai-sdk|json-schema|langchain|openai-agents)$/,
        replacement: source("$1/src/index.ts"),
      },
      { find: "@skillplug/core/adapter", replacement: source("core/src/adapter.ts") },
      { find: "@skillplug/core/text", replacement: source("core/src/text/clean-text.ts") },
      { find: /^@skillplug\/core\/(format|search)$/, replacement: source("core/src/$1/index.ts") },
      { find: /^@skillplug\/testing\/(.+)$/, replacement: source("testing/src/$1.ts") },
    ],
  },
  test: {
    setupFiles: [fileURLToPath(new URL("vitest.setup.ts", import.meta.url))],
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts"],
    // Tests of types alone: the compiler runs once for all of them, and an error is the failure of the test that holds it.
    typecheck: {
      enabled: true,
      include: ["packages/*/test/**/*.test-d.ts", "examples/*/test/**/*.test-d.ts"],
      tsconfig: "tsconfig.tests.json",
    },
    testTimeout: 30_000,
    // As many as there are cores; by itself it leaves one idle, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // Concurrent tests are those that wait for processes.
    maxConcurrency: availableParallelism(),
    coverage: {
      include: ["packages/core/src/**"],
      thresholds: { lines: 90 },
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: ".reports/coverage",
    },
  },
});
