import { describeAdapter } from "@skillplug/testing";
import { graphHarness, middlewareHarness, toolsHarness } from "./harness.js";

describeAdapter("LangChain, createAgent with skillsMiddleware", middlewareHarness);
describeAdapter("LangChain, createAgent with toLangChainTools", toolsHarness);
describeAdapter("LangChain, a LangGraph graph with a ToolNode", graphHarness);
