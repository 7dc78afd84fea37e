// Skills as classes: the decorators, and `toSkill` for an object of such a class.

import { SkillError } from "../base/errors.js";
import type { ScriptArguments } from "../base/skill.js";
import type { ToolCallOptions } from "../base/tool.js";
import type { InputOf } from "../schema/json-schema.js";
import type { ResourceInput, ScriptInput, SkillInput } from "../sources/memory.js";
import { assembleSkill, toResourceInput, toScriptInput } from "./assemble-skill.js";
import type { ReadFunction, RunFunction, SkillFields } from "./definition.js";
import type { EntryOptions } from "./skill-resources.js";

/** A method of a skill's class: it takes what its schema makes of the input, and the call's options. */
export type SkillMethod<This, Input> = (this: This, input: Input, options: ToolCallOptions) => unknown;

/** A standard decorator of a {@link SkillMethod}. */
export type SkillMethodDecorator<Input> = <This extends object>(
  method: SkillMethod<This, Input>,
  context: ClassMethodDecoratorContext<This, SkillMethod<This, Input>>,
) => void;

/** The resources and scripts of one object, by the names of their methods: an override takes the place of what it overrides. */
interface Entries {
  readonly resources: Map<PropertyKey, ResourceInput>;
  readonly scripts: Map<PropertyKey, ScriptInput>;
}

/** What the decorators recorded of each class and of each object. */
const fieldsByClass = new WeakMap<object, SkillFields>();
const entriesByObject = new WeakMap<object, Entries>();

/** Makes a class a skill; {@link toSkill} gives that of one object. A standard decorator, without `experimentalDecorators`. */
export function skill(fields: SkillFields) {
  return (target: abstract new (...args: never) => object, _context: ClassDecoratorContext): void => {
    fieldsByClass.set(target, fields);
  };
}

/** Makes a method a resource, called at each reading. Its name is the method's own unless another is given. */
export function resource<Schema = unknown>(
  options: Partial<EntryOptions> & Pick<ReadFunction<Schema>, "input"> = {},
): SkillMethodDecorator<InputOf<Schema>> {
  return onEachObject((object, method, read) => {
    const name = options.name ?? String(method);
    entriesOf(object).resources.set(method, toResourceInput<Schema>({ ...options, name, read }));
  });
}

/** Makes a method a script. Its name is the method's own unless another is given. */
export function script<Schema = unknown>(
  options: Partial<EntryOptions> & Pick<RunFunction<Schema>, "input"> = {},
): SkillMethodDecorator<InputOf<Schema, ScriptArguments>> {
  return onEachObject((object, method, run) => {
    const name = options.name ?? String(method);
    entriesOf(object).scripts.set(method, toScriptInput<Schema>({ ...options, name, run }));
  });
}

/**
 * The skill of an object whose class is decorated with {@link skill}: its methods are called on the object, with the object's
 * own state.
 *
 * @throws SkillError `invalid_option` when the class is not decorated, or two resources or two scripts have the same name
 * @throws SkillValidationError for a name or a description that breaks a rule of the format
 */
export function toSkill(object: object): SkillInput {
  const { resources, scripts } = entriesOf(object);
  return assembleSkill(fieldsOf(object), [...resources.values()], [...scripts.values()]);
}

function onEachObject<Input>(
  add: (object: object, method: PropertyKey, call: (input: Input, options: ToolCallOptions) => unknown) => void,
): SkillMethodDecorator<Input> {
  return (_method, { name, access, static: isStatic, addInitializer }) => {
    if (isStatic)
      throw new SkillError("invalid_option", `The method ${String(name)} is static. Decorate methods of objects.`);
    addInitializer(function () {
      add(this, name, (input, options) => access.get(this).call(this, input, options));
    });
  };
}

function entriesOf(object: object): Entries {
  const entries = entriesByObject.get(object) ?? { resources: new Map(), scripts: new Map() };
  entriesByObject.set(object, entries);
  return entries;
}

/** Those of the nearest class that is decorated: a skill's class can be extended. */
function fieldsOf(object: object): SkillFields {
  for (let type: unknown = object.constructor; typeof type === "function"; type = Object.getPrototypeOf(type)) {
    const fields = fieldsByClass.get(type);
    if (fields) return fields;
  }
  throw new SkillError(
    "invalid_option",
    `The class ${object.constructor.name} is no skill. Put @skill({ name, description, content }) before it.`,
  );
}
