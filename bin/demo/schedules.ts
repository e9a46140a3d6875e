import { and, eq, inArray } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { instantOf, localMinute } from "../../contracts/local-time.ts";
import { type CompanyDb, schema } from "../../db/index.ts";
import { type DemoPerson, demoData } from "./demo-data.ts";

const TIME_ZONE = "America/Sao_Paulo";
const DAY_MS = 86_400_000;

type DemoOptions = { companyId: string; userIds: Record<DemoPerson, string>; now: number };

/** Inserts scheduled messages to existing contacts. */
export async function insertSchedules(db: CompanyDb, { companyId, userIds, now }: DemoOptions): Promise<void> {
  const { contacts, schedules } = schema;
  const names = demoData.schedules.map(({ contact }) => contact);
  const found = await db
    .select({ id: contacts.id, name: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.name, names)));
  const idOf = new Map(found.map(({ id, name }) => [name, id]));
  const rows = demoData.schedules.flatMap(({ contact, by, inDays, time, body }) => {
    const contactId = idOf.get(contact);
    const day = localMinute(new Date(now + inDays * DAY_MS), TIME_ZONE).slice(0, 10);
    const sendAt = instantOf(`${day}T${time}`, TIME_ZONE);
    return contactId ? [{ companyId, id: uuidv7(), contactId, userId: userIds[by], body, sendAt }] : [];
  });
  await db.insert(schedules).values(rows);
}
