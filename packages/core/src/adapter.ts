/**
 * What an adapter needs besides the tools themselves: for those who connect another framework.
 *
 * @module core/adapter
 */
export { toStrictSchema } from "./schema/strict-schema.js";
export { sameNameError } from "./tools/same-name.js";
export { streamToolCall } from "./tools/stream-tool-call.js";
