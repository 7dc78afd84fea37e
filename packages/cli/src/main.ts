#!/usr/bin/env node
// The command `skillplug`, started in a terminal.

import { runCli } from "./run-cli.js";
import { thisTerminal } from "./this-terminal.js";

process.exitCode = await runCli(process.argv.slice(2), thisTerminal());
