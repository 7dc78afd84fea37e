/**
 * What an adapter needs besides the tools themselves: for those who connect another framework.
 *
 * @module core/adapter
 */
export { describeApproval } from "./prompt/describe-approval.js";
export { toStrictSchema } from "./schema/strict-schema.js";
export { type ApprovedCallOptions, callWithApproval } from "./tools/call-with-approval.js";
export { noSuchTool } from "./tools/no-such-tool.js";
export { sameNameError } from "./tools/same-name.js";
export { streamToolCall } from "./tools/stream-tool-call.js";
