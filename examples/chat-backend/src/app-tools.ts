import { jsonSchema, type ToolSet, tool } from "ai";

const ISSUES = [
  { number: 482, title: "Users are signed out while they type" },
  { number: 517, title: "Dark mode for the settings page" },
];

const STAGED_DIFF = `--- a/src/session.ts
+++ b/src/session.ts
@@ -12,6 +12,7 @@ export async function call(request: Request): Promise<Response> {
+  if (expiresWithin(token, 60)) await refresh(token);
   return fetch(request, { headers: { authorization: \`Bearer \${token.value}\` } });
 }
`;

/** The tools that the backend had before it had skills. */
export const appTools: ToolSet = {
  staged_diff: tool({
    description: "Shows the change that the user has staged.",
    inputSchema: jsonSchema({ type: "object", properties: {}, additionalProperties: false }),
    execute: () => STAGED_DIFF,
  }),
  find_issues: tool({
    description: "Finds issues whose title has one of the words.",
    inputSchema: jsonSchema<{ words: string[] }>({
      type: "object",
      properties: { words: { type: "array", items: { type: "string" } } },
      required: ["words"],
      additionalProperties: false,
    }),
    execute: ({ words }) =>
      ISSUES.filter(({ title }) => words.some((word) => title.toLowerCase().includes(word.toLowerCase()))),
  }),
};
