export { consentToCsv } from "./consent-csv.ts";
export { isAddressOptedOut, isOptedOut } from "./is-opted-out.ts";
export { type ContactConsent, listConsent } from "./list-consent.ts";
export { mayLeave } from "./may-leave.ts";
export { optOut } from "./opt-out.ts";
export { type Confirmation, confirmationIn, optOutWording } from "./phrasings.ts";
export { setConsent } from "./set-consent.ts";
