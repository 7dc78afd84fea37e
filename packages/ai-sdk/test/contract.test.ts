import { describeAdapter } from "@skillplug/testing";
import { generateTextHarness, streamTextHarness } from "./harness.js";

describeAdapter("AI SDK, generateText", generateTextHarness);
describeAdapter("AI SDK, streamText", streamTextHarness);
