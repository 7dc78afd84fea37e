/**
 * What an adapter needs besides the tools themselves: for those who connect another framework.
 *
 * @module core/adapter
 */
export {
  aBoolean,
  aFunction,
  anything,
  aText,
  checkOptions,
  listOf,
  type OptionRule,
  type OptionRules,
} from "./base/options.js";
export { describeApproval } from "./prompt/describe-approval.js";
export { toStrictSchema } from "./schema/strict-schema.js";
export { type ApprovedCallOptions, callWithApproval } from "./tools/call-with-approval.js";
export { noSuchTool } from "./tools/no-such-tool.js";
export { runNotes } from "./tools/run-notes.js";
export { sameNameError } from "./tools/same-name.js";
export { streamToolCall } from "./tools/stream-tool-call.js";
