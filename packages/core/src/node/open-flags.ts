// How files that others wrote are opened for reading.

import { constants } from "node:fs";

/** To read a file without following a last symlink and without waiting on a FIFO. Windows has neither flag. */
export const READ_FLAGS: number = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
