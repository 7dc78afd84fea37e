// Wraps a skill's function, so that its schema validates the input before each call.

import type { SkillFunction } from "../base/skill.js";
import type { InputSchema } from "./json-schema.js";

/** Functions that are wrapped already: a skill can pass through several toolsets, and a schema must not transform its own output. */
const checkedFunctions = new WeakSet<SkillFunction>();

/**
 * The function behind a check: it is called with what the schema makes of the input, its defaults filled in. What the schema
 * refuses is a SkillError `invalid_input`, and the function is not called.
 *
 * @param name what messages call the function
 * @param schema without one, the function itself is returned
 */
export function checkedFunction(name: string, schema: InputSchema | undefined, call: SkillFunction): SkillFunction {
  if (!schema || checkedFunctions.has(call)) return call;
  const checked: SkillFunction = async (args, options) => {
    // Lazy: loads Zod, which only functions with a schema need.
    const { readInput } = await import("./read-input.js");
    const input = await readInput(name, schema, args);
    options.signal?.throwIfAborted();
    return call(input, options);
  };
  checkedFunctions.add(checked);
  return checked;
}
