import { validateSkill } from "@skillplug/core/format";
import { expect, test } from "vitest";

const valid = { name: "pdf-forms", description: "Fills PDF forms" };
const profiles = ["lenient", "agentskills"] as const;

test.each(profiles)("%s: a description that is empty is a finding that says what to do", (profile) => {
  for (const description of ["", " \n"]) {
    expect(validateSkill({ ...valid, description }, { profile })).toEqual([
      {
        code: "description-missing",
        severity: "warning",
        message: expect.stringContaining("The description is empty"),
        skill: "pdf-forms",
      },
    ]);
  }
});

test.each(profiles)("%s: lengths are allowed up to the limit, and one more is a finding", (profile) => {
  const codes = (change: object) => validateSkill({ ...valid, ...change }, { profile }).map(({ code }) => code);
  expect(codes({ name: "n".repeat(64), description: "d".repeat(1024), compatibility: "c".repeat(500) })).toEqual([]);
  expect(codes({ name: "n".repeat(65) })).toEqual(["name-too-long"]);
  expect(codes({ description: "d".repeat(1025) })).toEqual(["description-too-long"]);
  expect(codes({ compatibility: "c".repeat(501) })).toEqual(["compatibility-too-long"]);
});

test.each(profiles)("%s: the skill's folder is the last part of a path, however its parts are separated", (profile) => {
  for (const baseDir of ["/skills/pdf-forms", "C:\\skills\\pdf-forms", "pdf-forms"]) {
    expect(validateSkill({ ...valid, baseDir }, { profile })).toEqual([]);
  }
  expect(validateSkill({ ...valid, baseDir: "C:\\skills\\other" }, { profile })).toMatchObject([
    { code: "name-folder", message: 'The name "pdf-forms" differs from its folder "other".' },
  ]);
});

test("without a profile the lenient one is meant", () => {
  const skill = { ...valid, name: "claude-技能", metadata: { own: true } };
  expect(validateSkill(skill)).toEqual(validateSkill(skill, { profile: "lenient" }));
  expect(validateSkill(skill).map(({ code }) => code)).toEqual(["name-pattern", "name-reserved"]);
});
