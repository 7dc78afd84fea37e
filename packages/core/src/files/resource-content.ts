// A file's bytes as the content of a resource: text, or binary with a media type.

import { cleanText } from "../text/clean-text.js";
import { MAX_SHOWN_PATH } from "../text/limits.js";
import { shownLine } from "../text/shown-name.js";
import { decodeText } from "./decode-text.js";
import { mediaTypeOf } from "./media-type.js";

/** The content of a resource: text where its bytes are UTF-8, otherwise the bytes. */
export type ResourceContent =
  | {
      readonly kind: "text";
      readonly name: string;
      /** Without what cannot be seen. */
      readonly text: string;
      /** How many characters were taken out of it. */
      readonly removed: number;
      /** The heading that was asked for, as the fragment of a link. */
      readonly fragment?: string | undefined;
      /** True when the name that was asked for leads elsewhere, and this is what it most likely means. */
      readonly guessed?: boolean | undefined;
    }
  | { readonly kind: "binary"; readonly name: string; readonly bytes: Uint8Array; readonly mediaType: string };

/** The largest file that is read as a resource, in bytes. */
export const MAX_RESOURCE_BYTES = 10 * 1024 * 1024;

/** Decodes a file's bytes where they are text. */
export function toContent(name: string, bytes: Uint8Array): ResourceContent {
  const text = decodeText(bytes);
  return text === undefined
    ? { kind: "binary", name, bytes, mediaType: mediaTypeOf(name, bytes) }
    : textContent(name, text);
}

/** A text as the content of a resource, without what cannot be seen. */
export function textContent(name: string, written: string): ResourceContent {
  return { kind: "text", name, ...cleanText(written) };
}

/** A text as it is; of anything else its type and size. */
export function asText(content: ResourceContent): string {
  if (content.kind === "text") return content.text;
  return `${shownLine(content.name, MAX_SHOWN_PATH)} is not text: ${content.mediaType}, ${content.bytes.length} bytes.`;
}
