import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { type SkillsToolset, type ToolName, toInterruptOn, toLangChainTools } from "../src/index.js";

type State = typeof MessagesAnnotation.State;

/** A graph of one's own: the model, a node that asks a person, a ToolNode. */
export async function skillsGraph(
  model: BaseChatModel,
  skills: SkillsToolset,
  userTools: readonly StructuredToolInterface[] = [],
  checkpointer = new MemorySaver(),
) {
  const tools = [...(await toLangChainTools(skills)), ...userTools];
  const system = new SystemMessage(await skills.getInstructions());
  const interruptOn = toInterruptOn(skills);
  const bound = model.bindTools?.(tools) ?? model;

  const callsOf = ({ messages }: State) => {
    const last = messages.at(-1);
    return AIMessage.isInstance(last) ? (last.tool_calls ?? []) : [];
  };
  return (
    new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }, config) => ({
        messages: [await bound.invoke([system, ...messages], config)],
      }))
      .addNode("approve", async (state) => {
        const calls = callsOf(state);
        const needed = await Promise.all(
          calls.map((toolCall) => interruptOn[toolCall.name as ToolName]?.when({ toolCall })),
        );
        const asked = calls.filter((_, index) => needed[index]);
        if (asked.length === 0) return {};
        const actionRequests = await Promise.all(
          asked.map(async (call) => ({
            ...call,
            description: await interruptOn[call.name as ToolName]?.description(call),
          })),
        );
        const { decisions } = interrupt<unknown, { decisions: { type: string }[] }>({ actionRequests });
        const rejected = asked.filter((_, index) => decisions[index]?.type === "reject");
        return {
          messages: rejected.map(
            ({ id = "", name }) =>
              new ToolMessage({ name, tool_call_id: id, status: "error", content: "The user rejected this call." }),
          ),
        };
      })
      // It leaves alone what is answered already.
      .addNode("tools", new ToolNode(tools))
      .addEdge(START, "model")
      .addConditionalEdges("model", (state) => (callsOf(state).length > 0 ? "approve" : END), ["approve", END])
      .addEdge("approve", "tools")
      .addEdge("tools", "model")
      .compile({ checkpointer })
  );
}
