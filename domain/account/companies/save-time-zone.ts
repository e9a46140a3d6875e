import { and, eq, ne } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { companies } = schema;

/** Sets the company's time zone. The same one is no change. */
export async function saveTimeZone({ db, companyId, now }: DeskContext, timeZone: string): Promise<void> {
  await db
    .update(companies)
    .set({ timeZone, updatedAt: now })
    .where(and(eq(companies.id, companyId), ne(companies.timeZone, timeZone)));
}
