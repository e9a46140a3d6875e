import { eq } from "drizzle-orm";
import { usualHours } from "../../../contracts/hours.ts";
import { type CompanyDb, claimKey, keepPlatformRows, schema } from "../../../db/index.ts";
import type { CompanyRow } from "./require-company.ts";

const { companies, clocks } = schema;

export type NewCompany = Pick<CompanyRow, "id" | "name" | "dueDate"> &
  Partial<
    Pick<
      CompanyRow,
      | "email"
      | "phone"
      | "planId"
      | "dueDay"
      | "recurrence"
      | "trialEndsAt"
      | "timeZone"
      | "language"
      | "isActive"
      | "usersLimit"
      | "connectionsLimit"
      | "queuesLimit"
      | "storageGbLimit"
    >
  >;

/** Inserts a company with the usual hours and its clock. Idempotent by id. */
export async function insertCompany(db: CompanyDb, company: NewCompany): Promise<CompanyRow> {
  // An announcement that is being changed waits, or this company does: its devices boot with it.
  await keepPlatformRows(db, "announcements");
  await db
    .insert(companies)
    .values({ ...company, schedules: [...usualHours] })
    .onConflictDoNothing();
  await claimKey(db, { companyId: company.id, kind: "company", key: company.id, rowId: company.id });
  await db.insert(clocks).values({ companyId: company.id }).onConflictDoNothing();
  const [created] = await db.select().from(companies).where(eq(companies.id, company.id));
  if (!created) throw new Error("a company was created outside its scope");
  return created;
}
