import { describeAdapter } from "@skillplug/testing";
import { openAIResponsesHarness, statelessOpenAIResponsesHarness } from "./openai-responses-harness.js";

describeAdapter("OpenAI Responses, official client", openAIResponsesHarness);
describeAdapter("OpenAI Responses, official client, nothing kept by the server", statelessOpenAIResponsesHarness);
