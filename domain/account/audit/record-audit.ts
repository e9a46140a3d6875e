import { uuidv7 } from "uuidv7";
import type { AuditAction, AuditChanges } from "../../../contracts/account/audit.ts";
import { type CompanyDb, schema } from "../../../db/index.ts";
import type { Actor } from "../../ground/context.ts";

const { auditEntries } = schema;

export type AuditRecord = {
  action: AuditAction;
  /** The company that is changed; null: a plan, a help video, or a company that was removed. */
  companyId: string | null;
  subject: { id: string | null; name: string };
  changes?: AuditChanges;
  reason?: string;
};

/**
 * Writes an entry of the audit in the transaction of the change, which runs as the platform. Without `actor`: a job, a
 * payment or a sign-up.
 */
export async function recordAudit(
  { db, now, actor }: { db: CompanyDb; now: Date; actor?: Actor },
  { action, companyId, subject, changes = {}, reason }: AuditRecord,
): Promise<void> {
  await db.insert(auditEntries).values({
    id: uuidv7(),
    action,
    userId: actor?.id ?? null,
    userName: actor?.name ?? "",
    subjectCompanyId: companyId,
    subjectId: subject.id,
    subjectName: subject.name,
    changes,
    reason: reason ?? null,
    createdAt: now,
  });
}
