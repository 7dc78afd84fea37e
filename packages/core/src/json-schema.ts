/** JSON Schema of an object. A type alias with mutable arrays, on purpose: it fits every provider's and framework's type without a cast. */
export type JsonObjectSchema = {
  type: "object";
  properties: Record<string, Record<string, unknown>>;
  required?: string[];
  additionalProperties?: boolean;
};
