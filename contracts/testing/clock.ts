/** The time of the test run (docs/decisions/0104). */
export const testNow = (): Date => new Date();

/** The same in milliseconds. */
export const testTime = (): number => Date.now();

/** The machine's time in milliseconds, which is not moved: the times of files are the machine's. */
export const machineTime = (): number => performance.timeOrigin + performance.now();
