// Decodes bytes that are UTF-8 text.

import { SkillValidationError } from "../base/errors.js";

/** @throws SkillValidationError when the bytes are not UTF-8 text */
export function decodeSkillText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text !== undefined) return text;
  throw new SkillValidationError("The file is not UTF-8 text. Save it as UTF-8.", { reason: "encoding" });
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** `undefined` for anything that is not UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
