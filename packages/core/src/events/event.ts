// The events of the operations, as plain data.

import type { Diagnostic } from "../base/diagnostics.js";
import type { SkillErrorCode } from "../base/errors.js";
import type { ChangedFile } from "../base/folder-changes.js";

/** The operations on skills that are observed. */
export type SkillOperation = "discover" | "search" | "load" | "read" | "run";

/** `ok`, or why it failed. */
export type SkillOutcome = "ok" | SkillErrorCode;

/** What went in and came out. Only with `eventDetails: true`: it can hold anything that users, models and scripts write. */
export interface SkillEventDetails {
  /** The query of a search, the arguments of a resource or a script. */
  readonly input?: unknown;
  /** The hits, the text, what a script printed, the names that a load added, changed and removed. */
  readonly output?: unknown;
  /** What was wrong, in words. */
  readonly error?: string | undefined;
}

/** How an operation ended. */
export interface SkillEnding {
  /** Rises with each call in this process. All events of one call have the same. */
  readonly callId: number;
  /** From the call to its end, the wait for an approval included, in milliseconds. */
  readonly durationMs: number;
  readonly outcome: SkillOutcome;
  /** The id of the source of the skill, where it is not trusted. Absent where none was found. */
  readonly source?: string | undefined;
  readonly details?: SkillEventDetails | undefined;
}

/** All sources were listed, at the first use or at a reload. */
export interface DiscoverEvent extends SkillEnding {
  readonly type: "discover";
  /** How many sources there are. */
  readonly sources: number;
  /** How many skills there are now, and how many of them are new, changed or gone since the last load. */
  readonly skills: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** How many diagnostics the load gave. Each came before as a {@link WarningEvent}. */
  readonly problems: number;
}

/** Skills were searched. */
export interface SearchEvent extends SkillEnding {
  readonly type: "search";
  /** The length of the query, in characters. */
  readonly queryLength: number;
  /** How many skills were found. */
  readonly hits: number;
}

/** A skill was loaded. */
export interface LoadEvent extends SkillEnding {
  readonly type: "load";
  /** As it was asked for. */
  readonly skill: string;
  /** The length of the instructions, in characters. */
  readonly length?: number | undefined;
}

/** A resource was read. */
export interface ReadEvent extends SkillEnding {
  readonly type: "read";
  readonly skill: string;
  /** Its path inside the skill; of one that was not found, as it was asked for. */
  readonly resource: string;
  /** In characters; in bytes where it is not text. */
  readonly length?: number | undefined;
}

/** A run was asked for. Its end follows in any case. */
export interface RunStartEvent {
  readonly type: "run-start";
  readonly callId: number;
  readonly skill: string;
  /** As it was asked for. */
  readonly script: string;
  readonly details?: SkillEventDetails | undefined;
}

/** A run has ended, was refused, or named no script that there is. */
export interface RunEndEvent extends SkillEnding {
  readonly type: "run-end";
  readonly skill: string;
  /** Its path inside the skill; of one that was not found, as it was asked for. */
  readonly script: string;
  /** Absent where none was run. */
  readonly exitCode?: number | null | undefined;
  /** What the script took, without the wait for an approval, in milliseconds. */
  readonly scriptMs?: number | undefined;
  /** The length of what it printed to stdout, in characters. */
  readonly length?: number | undefined;
  /** What changed in the work folder while it ran: at most 100 files. Absent where nothing was looked at. */
  readonly files?: readonly ChangedFile[] | undefined;
  /** How many more files changed. */
  readonly moreFiles?: number | undefined;
  /** `false` where the work folder is too large to be looked at whole. */
  readonly filesComplete?: boolean | undefined;
  /** The folder in which lies what it wrote into the private copy of its skill. */
  readonly keptIn?: string | undefined;
  /** How many processes it left running. */
  readonly leftRunning?: number | undefined;
}

/** A run was not approved. Its {@link RunEndEvent} follows. */
export interface DeniedEvent {
  readonly type: "denied";
  readonly callId: number;
  readonly skill: string;
  readonly script: string;
  /** The id of the source of the skill, where it is not trusted. */
  readonly source?: string | undefined;
}

/** An operation, or a listener that failed, has something that a developer should know. */
export interface WarningEvent {
  readonly type: "warning";
  readonly callId: number;
  readonly diagnostic: Diagnostic;
}

/** What happened to a skill or a set of skills. Plain data; without `eventDetails`, names, counts and lengths only. */
export type SkillEvent =
  | DiscoverEvent
  | SearchEvent
  | LoadEvent
  | ReadEvent
  | RunStartEvent
  | RunEndEvent
  | DeniedEvent
  | WarningEvent;

/**
 * Receives each event when it occurs. What it throws, or rejects with, is reported once and stops nothing.
 *
 * @param context the framework's run context, as it was handed to the call
 */
export type SkillEventHandler = (event: SkillEvent, context: unknown) => void;
