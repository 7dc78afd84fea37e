import { expect, test } from "vitest";
import { mediaTypeOf } from "../../src/files/media-type.js";

const bytes = (text: string) => Buffer.from(text, "latin1");
const ZIP = bytes("PK\x03\x04rest");
const PNG = bytes("\x89PNG\r\n\x1A\nrest");
const OFFICE = "application/vnd.openxmlformats-officedocument";

test.each([
  ["a PNG", PNG, "image/png"],
  ["a JPEG", bytes("\xFF\xD8\xFF\xE0rest"), "image/jpeg"],
  ["a GIF of 1987", bytes("GIF87arest"), "image/gif"],
  ["a GIF of 1989", bytes("GIF89arest"), "image/gif"],
  ["a WebP", bytes("RIFF\0\x01\x02\x03WEBPVP8 "), "image/webp"],
  ["a PDF", bytes("%PDF-1.7\n\0"), "application/pdf"],
  ["a ZIP", ZIP, "application/zip"],
  ["an empty ZIP", bytes("PK\x05\x06rest"), "application/zip"],
  ["a sound in the container of WebP", bytes("RIFF\0\x01\x02\x03WAVEfmt "), "application/octet-stream"],
  ["half the beginning of a PNG", PNG.subarray(0, 7), "application/octet-stream"],
  ["a beginning that comes too late", bytes("\0\x89PNG\r\n\x1A\n"), "application/octet-stream"],
  ["nothing", bytes(""), "application/octet-stream"],
])("what begins as %s does has its type, whatever it is called", (_, content, type) => {
  for (const name of ["photo.png", "paper.pdf", "data", "x.constructor"]) expect(mediaTypeOf(name, content)).toBe(type);
});

test.each([
  ["letter.docx", `${OFFICE}.wordprocessingml.document`],
  ["table.xlsx", `${OFFICE}.spreadsheetml.sheet`],
  ["a/TALK.PPTX", `${OFFICE}.presentationml.presentation`],
  ["talk.pptx.zip", "application/zip"],
  ["x.constructor", "application/zip"],
])("of a ZIP the name %s tells the format, and of nothing else", (name, type) => {
  expect(mediaTypeOf(name, ZIP)).toBe(type);
  expect(mediaTypeOf(name, PNG)).toBe("image/png");
});
