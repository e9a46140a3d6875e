export { companyTimeZone, instantAt, wallClock } from "./company-time.ts";
