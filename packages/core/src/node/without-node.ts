// `#platform` outside Node: the names of platform.ts, with errors that say what to use instead.

import { SkillError } from "../base/errors.js";
import type { ScriptExecutor } from "../scripts/executor.js";
import { notStarted } from "../scripts/script-result.js";
import type { SkillSource } from "../sources/source.js";
import type * as node from "./platform.js";

function unsupported(what: string, instead: string): SkillError {
  return new SkillError("unsupported", `${what} need Node. Here, use ${instead}.`);
}

export const directory: typeof node.directory = (root): SkillSource => {
  throw unsupported(`Skills from the folder ${root}`, "memory([...]) or another source");
};

const SCRIPTS_NEED_NODE = "scripts need Node. Here, use functions or another executor.";

export class LocalScriptExecutor implements ScriptExecutor {
  async execute() {
    return notStarted("script_not_started", `Failed to execute script: ${SCRIPTS_NEED_NODE}`);
  }

  async check() {
    return SCRIPTS_NEED_NODE;
  }
}

export const localExecutor: typeof node.localExecutor = () => new LocalScriptExecutor();

export const workingFolder: typeof node.workingFolder = async () => undefined;

export const absoluteFolder: typeof node.absoluteFolder = async (folder) => folder;

export const eventChannels: typeof node.eventChannels = () => ({
  hasSubscribers: () => false,
  publish: () => {},
  trace: (_, work) => work(),
});

export const sharedFolders: typeof node.sharedFolders = () => async () => undefined;

export const readContainedFile: typeof node.readContainedFile = async (_folder, path) => {
  throw unsupported(`Files such as ${path}`, "StaticSkillResource or a function");
};

export const warn: typeof node.warn = () => {};

export const existingFolders: typeof node.existingFolders = async () => [];
