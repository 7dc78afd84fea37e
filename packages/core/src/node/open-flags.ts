// How files that others wrote are opened: never waiting on a FIFO, and with no effect on a device that is only looked at.

import { constants } from "node:fs";

// Windows has none of these.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants;

/** Not among Node's constants: a descriptor that stands for a place in the file system and opens nothing there. */
const O_PATH = 0o10000000;
/** Not among Node's constants: refuses a symlink anywhere in the path. */
const MACOS_NOFOLLOW_ANY = 0x20000000;

/** To read a file through whatever link leads to it. */
export const READ_THROUGH_LINKS: number = constants.O_RDONLY | O_NONBLOCK;

/** To read a file without following a last symlink. */
export const READ_FLAGS: number = READ_THROUGH_LINKS | O_NOFOLLOW;

/** To read a file by its real path: a symlink anywhere in it is refused where the system can do that, a last one elsewhere. */
export const READ_REAL_PATH: number = READ_FLAGS | (process.platform === "darwin" ? MACOS_NOFOLLOW_ANY : 0);

/** Linux: to look at what a path leads to. */
export const LOOK_AT: number = O_PATH;

/** Linux: to look at a folder that is no symlink. */
export const LOOK_AT_FOLDER: number = O_PATH | O_DIRECTORY | O_NOFOLLOW;
