import { describeAdapter } from "@skillplug/testing";
import { runHarness, streamedRunHarness } from "./harness.js";

describeAdapter("OpenAI Agents, run", runHarness);
describeAdapter("OpenAI Agents, streamed run", streamedRunHarness);
