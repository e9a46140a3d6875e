import { eq } from "drizzle-orm";
import { type Database, schema } from "../../../db/index.ts";
import type { SeededCompany } from "./seed-company.ts";

const { tickets } = schema;

/** Gives all tickets of the company to its only user, open. */
export async function openTickets(database: Database, { companyId }: SeededCompany): Promise<void> {
  await database.company(companyId, async (db) => {
    const [user] = await db.select({ id: schema.users.id }).from(schema.users);
    const set = { status: "open", userId: user?.id, isBot: false } as const;
    await db.update(tickets).set(set).where(eq(tickets.companyId, companyId));
  });
}
