import * as v from "valibot";
import { auditActions } from "../account/audit.ts";

const Value = v.nullable(v.union([v.string(), v.number(), v.boolean()]));

/** `GET /audit?pageNumber=&searchParam=&companyId=`. */
export const AuditEntryWire = v.object({
  id: v.string(),
  action: v.picklist(auditActions),
  user: v.nullable(v.object({ id: v.string(), name: v.string() })),
  company: v.nullable(v.object({ id: v.string(), name: v.string() })),
  subject: v.object({ id: v.nullable(v.string()), name: v.string() }),
  changes: v.record(v.string(), v.tuple([Value, Value])),
  reason: v.nullable(v.string()),
  createdAt: v.string(),
});
export type AuditEntryWire = v.InferOutput<typeof AuditEntryWire>;

export const AuditPageWire = v.object({ entries: v.array(AuditEntryWire), hasMore: v.boolean() });
