export const auditActions = [
  "company.created",
  "company.signedUp",
  "company.changed",
  "company.deleted",
  "company.restored",
  "company.removed",
  "user.changed",
  "plan.created",
  "plan.changed",
  "plan.deleted",
  "help.created",
  "help.changed",
  "help.deleted",
  "announcement.created",
  "announcement.changed",
  "announcement.deleted",
  "invoice.created",
  "invoice.changed",
  "invoice.paid",
  "invoice.voided",
  "payment.dismissed",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The changed fields with the value before and after; null: there was or is none. */
export type AuditChanges = Record<string, [before: AuditValue, after: AuditValue]>;
export type AuditValue = string | number | boolean | null;
