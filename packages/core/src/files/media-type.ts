// The media type of a file, by its first bytes. Its name alone proves nothing.

/** How a file of a type begins: bytes at a position, each pair a position and the bytes there. */
interface Signature {
  readonly mediaType: string;
  readonly parts: readonly (readonly [position: number, bytes: string])[];
}

/** The types that model providers take, and the container of office documents. @see https://en.wikipedia.org/wiki/List_of_file_signatures */
const SIGNATURES: readonly Signature[] = [
  { mediaType: "image/png", parts: [[0, "\x89PNG\r\n\x1A\n"]] },
  { mediaType: "image/jpeg", parts: [[0, "\xFF\xD8\xFF"]] },
  { mediaType: "image/gif", parts: [[0, "GIF87a"]] },
  { mediaType: "image/gif", parts: [[0, "GIF89a"]] },
  {
    mediaType: "image/webp",
    parts: [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  },
  { mediaType: "application/pdf", parts: [[0, "%PDF-"]] },
  { mediaType: "application/zip", parts: [[0, "PK\x03\x04"]] },
  { mediaType: "application/zip", parts: [[0, "PK\x05\x06"]] },
];

const OFFICE = "application/vnd.openxmlformats-officedocument";

/** Which of the formats that are ZIP files it is, the name says. */
const ZIP_BY_EXTENSION: Readonly<Record<string, string>> = {
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
};

/** The media type of a file that is not text. What begins like none that is known is `application/octet-stream`. */
export function mediaTypeOf(path: string, bytes: Uint8Array): string {
  const found = SIGNATURES.find(({ parts }) => parts.every(([position, text]) => hasAt(bytes, position, text)));
  if (found?.mediaType !== "application/zip") return found?.mediaType ?? "application/octet-stream";
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(ZIP_BY_EXTENSION, extension) ? (ZIP_BY_EXTENSION[extension] ?? "") : found.mediaType;
}

function hasAt(bytes: Uint8Array, position: number, text: string): boolean {
  return Array.from(text).every((character, index) => bytes[position + index] === character.charCodeAt(0));
}
