import { eq } from "drizzle-orm";
import { type CompanyDb, schema } from "../../db/index.ts";
import { usualHours } from "../../sync/contracts/hours.ts";
import { settingDefaults } from "../../sync/contracts/settings.ts";

const { companies, settings, clocks } = schema;

export type NewCompany = { id: string; name: string; email?: string; phone?: string; dueDate: Date; timeZone?: string };

/** Creates a company with default settings and hours. `db` is in the new company's scope. Idempotent by id. */
export async function createCompany(db: CompanyDb, company: NewCompany): Promise<typeof companies.$inferSelect> {
  await db
    .insert(companies)
    .values({ ...company, schedules: [...usualHours] })
    .onConflictDoNothing();
  await db.insert(clocks).values({ companyId: company.id }).onConflictDoNothing();
  const defaults = Object.entries(settingDefaults).map(([key, value]) => ({ companyId: company.id, key, value }));
  await db.insert(settings).values(defaults).onConflictDoNothing();
  const [created] = await db.select().from(companies).where(eq(companies.id, company.id));
  if (!created) throw new Error("a company was created outside its scope");
  return created;
}
