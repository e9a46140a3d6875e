export { companyTimeZone, instantAt, localTime } from "./company-time.ts";
