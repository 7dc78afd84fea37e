// Validates the input of a skill's function by its schema, whatever library the schema is of.

import { SkillError } from "../base/errors.js";
import { describeParameters } from "./describe-parameters.js";
import { type InputSchema, toJsonObjectSchema } from "./json-schema.js";
import { runBriefly, TookTooLong } from "./run-briefly.js";
import { type InputIssue, jsonValidation, type Validation } from "./validate-json.js";

/** How much an error tells of what was wrong, in characters. */
const MAX_PROBLEM_LENGTH = 2_000;

/**
 * Reads named arguments by their schema: Zod and all others that can validate do it themselves, JSON Schema is validated here.
 *
 * @param name what messages call the function
 * @throws SkillError `invalid_input` with each fault, its field and what was expected; also when the validation was stopped,
 *   since it took 60 ms of processor time, as a pattern can, or nests too deep
 */
export async function readInput(name: string, schema: InputSchema, args: unknown): Promise<unknown> {
  // In strict mode `args` cannot be an object, and a model that has no arguments sends an empty list.
  const named = args === undefined || args === null || (Array.isArray(args) && args.length === 0) ? {} : args;
  if (typeof named !== "object" || Array.isArray(named)) {
    throw refused(name, schema, 'expected named arguments, an object such as {"name": "value"}, not a list');
  }
  const { issues, value } = await validate(name, schema, named);
  if (issues === undefined) return value;
  throw refused(name, schema, issues.map(describeIssue).join("; "));
}

async function validate(name: string, schema: InputSchema, input: object): Promise<Validation> {
  const validation = await validationOf(schema);
  try {
    return await runBriefly(() => validation(input));
  } catch (error) {
    if (error instanceof TookTooLong) {
      throw refused(name, schema, "it took too long to check; send shorter texts and less of them");
    }
    if (error instanceof RangeError) throw refused(name, schema, "it nests too deep");
    throw error;
  }
}

type ValidateInput = (input: object) => Validation | Promise<Validation>;

/** Ours, of the schemas that have none: to make one takes longer than to use it. */
const ownValidations = new WeakMap<object, Promise<ValidateInput>>();

/** The schema's own validation, or ours. */
async function validationOf(schema: InputSchema): Promise<ValidateInput> {
  const standard = "~standard" in schema ? schema["~standard"] : {};
  if (canValidate(standard)) return (input) => standard.validate(input);
  if (isEarlyZod(schema)) {
    return async (input) => {
      const { data, error } = await schema.safeParseAsync(input);
      return { value: data, issues: error?.issues };
    };
  }
  const own = ownValidations.get(schema) ?? jsonValidation(schema, toJsonObjectSchema(schema));
  ownValidations.set(schema, own);
  return own;
}

function canValidate(standard: object): standard is { validate(value: unknown): Validation | Promise<Validation> } {
  return "validate" in standard && typeof standard.validate === "function";
}

/** Zod 3 before it was a Standard Schema, in its version 3.24. */
function isEarlyZod(schema: object): schema is {
  safeParseAsync(value: unknown): Promise<{ data?: unknown; error?: { issues: readonly InputIssue[] } }>;
} {
  return "safeParseAsync" in schema && typeof schema.safeParseAsync === "function";
}

function describeIssue({ path = [], message }: InputIssue): string {
  const field = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return `${field && `${field}: `}${message.replace(/^Invalid input: /, "").replace(/\.$/, "")}`;
}

function refused(name: string, schema: InputSchema, problem: string): SkillError {
  const shown = problem.length > MAX_PROBLEM_LENGTH ? `${problem.slice(0, MAX_PROBLEM_LENGTH)}…` : problem;
  return new SkillError("invalid_input", `Invalid input for ${name}: ${shown}. ${expectation(schema)}`.trim());
}

/** Nothing of a schema that cannot be shown. */
function expectation(schema: InputSchema): string {
  try {
    return describeParameters(toJsonObjectSchema(schema));
  } catch {
    return "";
  }
}
