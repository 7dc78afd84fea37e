// JSON that may be none: a call's arguments.
/** A call's arguments where an API sends values and not texts. What is no JSON stays the string that it is. */
export function parsedOrText(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
