import { type ApprovalStore, memory, SkillsToolset, type SkillTool } from "@skillplug/core";
import { callWithApproval } from "@skillplug/core/adapter";
import { failingStore, textStore } from "@skillplug/testing";
import { expect, test, vi } from "vitest";

const skill = { name: "a", description: "A.", content: "", scripts: [{ name: "f", function: () => "ran" }] };
const call = { skill_name: "a", script_name: "f" };

async function toolOf(trusted = false, approvals?: ApprovalStore): Promise<SkillTool> {
  const sources = [{ ...memory([skill]), trusted }];
  const tools = await new SkillsToolset({ sources, approvalBy: "framework", approvals }).getTools();
  const tool = tools.find(({ name }) => name === "run_skill_script");
  if (!tool) throw new Error("no tool");
  return tool;
}

test("each call that needs an approval is asked about by itself, and only true approves", async () => {
  const approve = vi.fn(() => true);
  const tool = await toolOf();
  expect(await callWithApproval(tool, call, { approve })).toMatchObject({ ok: true, text: "ran" });
  expect(await callWithApproval(tool, call, { approve })).toMatchObject({ ok: true });
  expect(approve).toHaveBeenCalledTimes(2);
  for (const answer of [false, undefined, 1, "true", {}])
    expect(await callWithApproval(tool, call, { approve: () => answer as boolean })).toMatchObject({
      error: { code: "denied", message: expect.stringContaining("turned down") },
    });
});

test("nobody is asked about what needs no approval, nor about wrong input", async () => {
  const approve = vi.fn(() => true);
  expect(await callWithApproval(await toolOf(true), call, { approve })).toMatchObject({ ok: true });
  expect(await callWithApproval(await toolOf(), { skill_name: "a" }, { approve })).toMatchObject({
    error: { code: "invalid_input" },
  });
  expect(approve).not.toHaveBeenCalled();
});

test("without somebody to ask it does not run, whatever else is passed along", async () => {
  const options = { approved: true, callId: "1", signal: undefined };
  const tool = await toolOf();
  await tool.requestApproval?.(call, { callId: "1" });
  expect(await callWithApproval(tool, call, options)).toMatchObject({ error: { code: "denied" } });
});

test("one who fails has not approved, and an abort ends the waiting", async () => {
  const down = () => Promise.reject(new Error("the desk is closed"));
  expect(await callWithApproval(await toolOf(), call, { approve: down })).toMatchObject({
    error: { code: "function_failed", message: expect.stringContaining("approve failed: the desk is closed") },
  });
  const abort = new AbortController();
  const approve = () => {
    abort.abort();
    return new Promise<boolean>(() => {});
  };
  expect(await callWithApproval(await toolOf(), call, { approve, signal: abort.signal })).toMatchObject({
    ok: false,
    error: { code: "aborted" },
  });
});

test("a store that fails is the answer, and an abort ends the waiting for one that does not answer", async () => {
  const approve = vi.fn(() => true);
  expect(await callWithApproval(await toolOf(false, failingStore()), call, { approve })).toMatchObject({
    error: { code: "function_failed", message: expect.stringContaining("the disk is full") },
  });
  const abort = new AbortController();
  const silent = { ...textStore(), put: () => new Promise<string>(() => abort.abort()) };
  const options = { approve, signal: abort.signal };
  expect(await callWithApproval(await toolOf(false, silent), call, options)).toMatchObject({
    error: { code: "aborted" },
  });
  expect(approve).not.toHaveBeenCalled();
});
