export { companyTimeZone, instantAt, localTime, wallClock } from "./company-time.ts";
