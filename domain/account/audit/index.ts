export { changesOf } from "./changes-of.ts";
export { companyNames } from "./company-names.ts";
export { type AuditEntryView, pageOfAudit } from "./page-of-audit.ts";
export { recordAudit } from "./record-audit.ts";
