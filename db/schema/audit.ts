import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AuditAction, AuditChanges } from "../../contracts/account/audit.ts";
import { createdAt } from "./columns.ts";

/** Changes of companies, plans and invoices by super users and jobs. Only the platform's transactions see them. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: uuid("id").primaryKey(),
    action: text("action").$type<AuditAction>().notNull(),
    /** The user who changed it; null: a job, a payment or a sign-up. */
    userId: uuid("user_id"),
    userName: text("user_name").notNull().default(""),
    /** The company that was changed; null: a plan, a help video, or a company that was removed. */
    subjectCompanyId: uuid("subject_company_id"),
    /** The id and the name of the changed company, plan, help video or invoice. */
    subjectId: uuid("subject_id"),
    subjectName: text("subject_name").notNull().default(""),
    changes: jsonb("changes").$type<AuditChanges>().notNull().default({}),
    /** The reason that the user gave. */
    reason: text("reason"),
    createdAt: createdAt(),
  },
  (t) => [index("audit_entries_at").on(t.createdAt, t.id), index("audit_entries_company").on(t.subjectCompanyId)],
);
