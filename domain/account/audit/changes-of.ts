import type { AuditChanges, AuditValue } from "../../../contracts/account/audit.ts";

type Audited = AuditValue | Date;

/**
 * Returns the fields that differ, with the value before and after. Callers pass the fields that the audit may show, and
 * no secrets.
 */
export function changesOf<K extends string>(before: Record<K, Audited>, after: Record<K, Audited>): AuditChanges {
  const changes: AuditChanges = {};
  for (const [field, value] of Object.entries(after) as [K, Audited][]) {
    const pair: [AuditValue, AuditValue] = [audited(before[field]), audited(value)];
    if (pair[0] !== pair[1]) changes[field] = pair;
  }
  return changes;
}

const audited = (value: Audited): AuditValue => (value instanceof Date ? value.toISOString() : value);
