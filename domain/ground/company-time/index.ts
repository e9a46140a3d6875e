export { companyTimeZone, instantAt, PLATFORM_TIME_ZONE, wallClock } from "./company-time.ts";
