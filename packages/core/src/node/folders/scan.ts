// What a scan of folders is at any moment: what it has found, and what it still has to look at.

import type { Diagnostic } from "../../base/diagnostics.js";
import type { FolderCache } from "./folder-cache.js";
import type { FoundSkill, Inspect, LookUp } from "./found-skill.js";
import type { PlacedFolder } from "./known-folders.js";
import type { NamedFolder } from "./plugin-manifests.js";

/** How far to look, and by what. */
export interface ScanOptions {
  /** The root without symlinks. */
  readonly realRoot: string;
  readonly maxDepth: number;
  /** Whether symlinks may lead out of the root. */
  readonly trusted: boolean;
  readonly inspect: Inspect;
  readonly cache: FolderCache;
  readonly signal: AbortSignal | undefined;
}

/** A folder still to be looked into. All have one shape, since there are many. */
export interface Place extends PlacedFolder {
  readonly path: string;
  /** The path without symlinks. */
  readonly real: string;
  /** The skill that it belongs to. */
  readonly skill: FoundSkill | undefined;
  /** Its path inside the skill, with a `/` at the end. */
  readonly prefix: string;
}

/** What a scan has found so far, and what it still has to look at. */
export interface Scan extends ScanOptions {
  readonly root: string;
  readonly skills: FoundSkill[];
  readonly diagnostics: Diagnostic[];
  /** The real paths that symlinks led to: none is entered twice. */
  readonly followed: Set<string>;
  /** The folders of the next level. */
  readonly next: Place[];
  /** What manifests say of folders, by their paths. */
  readonly named: Map<string, NamedFolder>;
  /** The folders with a SKILL.md that lie too deep, and those inside of a skill. */
  readonly deeper: { readonly path: string; readonly real: string; readonly depth: number }[];
  readonly nested: { readonly path: string; readonly real: string }[];
  /** How many names deeper than asked for were looked at. */
  deeperNameCount: number;
  readonly lookUps: LookUp[];
  isByNames: boolean;
  /** How many names were looked at. */
  nameCount: number;
  readonly kept: string[];
}
