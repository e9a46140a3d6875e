import { eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { companies } = schema;

/** Stores when a user of the company last signed in. */
export async function markSignedIn({ db, companyId, now }: DeskContext): Promise<void> {
  await db.update(companies).set({ lastSignInAt: now }).where(eq(companies.id, companyId));
}
