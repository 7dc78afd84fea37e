import { Command, type Interrupt } from "@langchain/langgraph";
import type { AdapterRun } from "@skillplug/testing";
import { type AgentMiddleware, humanInTheLoopMiddleware } from "langchain";
import type { InterruptRule } from "../src/index.js";

/**
 * LangChain's middleware, typed for `exactOptionalPropertyTypes`: with that setting, its own type takes `never` and its result
 * does not fit createAgent.
 */
export const humanInTheLoop = humanInTheLoopMiddleware as unknown as (options: {
  readonly interruptOn: Readonly<
    Record<string, Omit<InterruptRule, "allowedDecisions"> & { allowedDecisions: string[] }>
  >;
}) => AgentMiddleware;

interface Question {
  readonly actionRequests: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
}

/** Fits every graph: it names no node and changes no state. */
export type Resume = Command<unknown, Record<string, never>, never>;

/** The command that goes on from where LangChain stopped, with the person's decision about each call that it asks about. */
export async function resumeWith(
  interrupts: readonly Interrupt[],
  onApproval: NonNullable<AdapterRun["onApproval"]> = () => true,
): Promise<Resume> {
  const requests = interrupts.flatMap(({ value }) => (value as Question).actionRequests);
  const decisions = await Promise.all(
    requests.map(async ({ name: tool, args: input }) => ({
      type: (await onApproval({ tool, input })) ? "approve" : "reject",
    })),
  );
  return new Command<unknown, Record<string, never>, never>({ resume: { decisions } });
}
