import { expect, test } from "vitest";
import { mediaTypeOf } from "../../src/files/media-type.js";

test.each([
  ["photo.png", "image/png"],
  ["photo.jpg", "image/jpeg"],
  ["photo.jpeg", "image/jpeg"],
  ["photo.gif", "image/gif"],
  ["photo.webp", "image/webp"],
  ["paper.pdf", "application/pdf"],
  ["files.zip", "application/zip"],
  ["letter.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["table.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["talk.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  ["assets/PHOTO.PNG", "image/png"],
  ["photo.v2.png", "image/png"],
  ["photo.png.bin", "application/octet-stream"],
  ["assets.png/data", "application/octet-stream"],
  ["data", "application/octet-stream"],
  ["x.constructor", "application/octet-stream"],
  ["x.", "application/octet-stream"],
])("the media type of %s is %s", (path, type) => {
  expect(mediaTypeOf(path)).toBe(type);
});
