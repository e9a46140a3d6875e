import { uuidv7 } from "uuidv7";
import { type CompanyDb, schema } from "../../db/index.ts";
import { type DemoPerson, demoData } from "./demo-data.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The mail server's answer to an accepted mail. */
const ACCEPTED = "250 OK: message queued";

type DemoOptions = { companyId: string; people: Record<DemoPerson, { id: string }>; now: number };

export async function insertMails(db: CompanyDb, { companyId, people, now }: DemoOptions): Promise<void> {
  for (const { by, minutesAgo, inDays, subject, body, to } of demoData.mails.toReversed()) {
    const createdAt = new Date(now - minutesAgo * MINUTE_MS);
    const sendAt = inDays === undefined ? null : new Date(now + inDays * DAY_MS);
    const mail = { companyId, id: uuidv7(), userId: people[by].id, subject, body, sendAt };
    await db.insert(schema.mails).values({ ...mail, createdAt, updatedAt: createdAt });
    const result = sendAt ? { state: "waiting" as const } : { state: "sent" as const, reply: ACCEPTED };
    const rows = to.map((recipient, position) => {
      const row = typeof recipient === "string" ? { address: recipient, ...result } : recipient;
      return {
        ...{ companyId, id: uuidv7(), mailId: mail.id, position, ...row },
        ...{ dueAt: sendAt ?? createdAt, updatedAt: createdAt, attempts: row.state === "waiting" ? 0 : 1 },
        sentAt: row.state === "sent" ? new Date(createdAt.getTime() + (position + 1) * 1_000) : null,
      };
    });
    await db.insert(schema.mailRecipients).values(rows);
  }
}
