import { localMinute } from "../../../sync/contracts/local-time.ts";

const HOUR_MS = 3_600_000;

/** When a new schedule goes unless somebody chooses another time, by the company's clock. */
export const oneHourFromNow = (timeZone: string): string => localMinute(new Date(Date.now() + HOUR_MS), timeZone);
