import { describeAdapter } from "@skillplug/testing";
import { geminiHarness } from "./gemini-harness.js";

describeAdapter("Gemini 3, official client", geminiHarness("gemini-3-pro", { images: true }));
describeAdapter("Gemini 2.5, official client: calls without ids", geminiHarness("gemini-2.5-flash", { images: false }));
