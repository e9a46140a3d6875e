import { localMinute } from "../../../../contracts/local-time.ts";
import { serverNow } from "../../../../sync/client/server-clock.ts";

const HOUR_MS = 3_600_000;

/** Returns the default time of a new schedule, in the company's local time. */
export const oneHourFromNow = (timeZone: string): string => localMinute(new Date(serverNow() + HOUR_MS), timeZone);
