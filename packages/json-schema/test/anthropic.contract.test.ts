import { describeAdapter } from "@skillplug/testing";
import { anthropicHarness } from "./anthropic-harness.js";

describeAdapter("Anthropic Messages, official client", anthropicHarness);
