#!/usr/bin/env node
import { runCli } from "./run-cli.js";
import { thisTerminal } from "./this-terminal.js";

process.exitCode = await runCli(process.argv.slice(2), thisTerminal());
