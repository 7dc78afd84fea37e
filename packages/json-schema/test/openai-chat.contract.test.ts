import { describeAdapter } from "@skillplug/testing";
import { openAIChatHarness } from "./openai-chat-harness.js";

describeAdapter("OpenAI Chat Completions, official client", openAIChatHarness);
