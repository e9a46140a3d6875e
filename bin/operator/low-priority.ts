import { constants, setPriority } from "node:os";

/**
 * Import it first in a program that runs beside the desk: the scheduler gives the desk's own programs the processor
 * before it. Without other work the program takes the same time.
 */
setPriority(constants.priority.PRIORITY_LOW);
