// What programs with raw APIs leave to their readers.
export { confirm, prompt } from "./reader.js";

/** What the loopback servers play, by any name. */
export const model = "scripted";
