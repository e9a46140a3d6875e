import { randomUUID } from "node:crypto";
import type { MailState } from "../../contracts/office/mails.ts";
import { schema } from "../../db/index.ts";
import { testDatabase } from "../../db/testing/given.ts";
import type { ContractNames } from "./contract-rows.ts";

export type MailNames = Pick<ContractNames, "mailId" | "scheduledMailId" | "failedMailId" | "unknownMailId">;

const IN_AN_HOUR_MS = 3_600_000;

/** Stores a mail server that nothing reaches, and mails of a user: waiting, scheduled, failed, unknown and sent. */
export async function givenMails(companyId: string, userId: string, word = "pedido"): Promise<MailNames> {
  const [mailId, scheduledMailId, failedMailId, unknownMailId] = [0, 1, 2, 3].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  const states: [string, MailState][] = [
    [mailId, "waiting"],
    [scheduledMailId, "waiting"],
    [failedMailId, "failed"],
    [unknownMailId, "unknown"],
    [randomUUID(), "sent"],
  ];
  const later = new Date(Date.now() + IN_AN_HOUR_MS);
  const settings = { smtpauth: "127.0.0.1:1", sendersmtpauth: `${word} <contato@olaria.example>` };
  await testDatabase().company(companyId, async (db) => {
    await db
      .insert(schema.settings)
      .values(Object.entries(settings).map(([key, value]) => ({ companyId, key, value })))
      .onConflictDoNothing();
    for (const [id, state] of states) {
      const sendAt = id === scheduledMailId ? later : null;
      const text = { subject: `${word} ${state}`, body: `${word} de ontem` };
      await db.insert(schema.mails).values({ companyId, id, userId, ...text, sendAt });
      const address = `${word.replace(/\W/g, "")}@cliente.example`;
      const row = { companyId, id: randomUUID(), mailId: id, position: 0, address, dueAt: later };
      await db
        .insert(schema.mailRecipients)
        .values({ ...row, state, reply: `250 ${word}`, sentAt: state === "sent" ? new Date() : null });
    }
  });
  return { mailId, scheduledMailId, failedMailId, unknownMailId };
}
