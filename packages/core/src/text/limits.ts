// How much of anything a model is sent: every cap of a name, a list, a message and an answer.

/** A name in a list, an error or a heading, in characters; a longer one is cut with `…`. */
export const MAX_SHOWN_NAME = 64;
/** The path of a file in a list, in characters. */
export const MAX_SHOWN_PATH = 200;
/** A description, in characters, before a list is shortened to its budget. */
export const MAX_SHOWN_DESCRIPTION = 1024;
/** The parameters of a function as JSON, in characters. */
export const MAX_SHOWN_SCHEMA = 2_000;

/** How many files the answer of load_skill names, resources and scripts each. */
export const MAX_LISTED_FILES = 100;
/** What the names of a skill's resources may take there, and those of its scripts, in characters. */
export const MAX_FILE_LIST = 8_000;

/** How many names an error spells out; the rest is counted. */
export const MAX_NAMES_IN_MESSAGE = 20;
/** How many of several wrong things of one kind a message names, such as fields or characters. */
export const MAX_NAMED_PROBLEMS = 10;
/** An error's text, in characters; that of a script that failed is its output, and as long as an answer. */
export const MAX_MESSAGE = 2_000;
/** A process warning, in characters. */
export const MAX_WARNING = 500;

/** The input of a tool call, in characters. */
export const MAX_INPUT = 1_000_000;
/** How many fields the input of a tool call may have; the tools know five. */
export const MAX_INPUT_FIELDS = 100;

/** One answer of load_skill or run_skill_script, and of read_skill_resource where no limit is given, in characters. */
export const MAX_ANSWER = 50_000;
/** The highest limit that read_skill_resource takes, in characters. */
export const MAX_PAGE = 100_000;
/** The answer of list_skills, in characters: about 5,000 tokens. */
export const MAX_LIST = 20_000;

/** How many long answers are kept to be read on. */
export const MAX_KEPT_ANSWERS = 16;
/** What is kept of one of them, in characters. */
export const MAX_KEPT_ANSWER = 1_000_000;
/** What is kept of all of them, in characters: 8 MB, at two bytes each. */
export const MAX_KEPT_CHARACTERS = 4_000_000;
