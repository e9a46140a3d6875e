import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { testNow } from "../../contracts/testing/clock.ts";
import { type CompanyDb, openSequencer, schema } from "../../db/index.ts";
import { givenCompany, givenContact, givenTicket, testDatabase } from "../../db/testing/given.ts";
import type { GivenApp } from "./given-app.ts";
import { givenCampaigns } from "./given-campaigns.ts";
import { givenChat } from "./given-chats.ts";
import { givenListWithPerson } from "./given-contract-desk.ts";
import { givenMails } from "./given-mails.ts";

export const SECRET = "segredo-da-olaria";

type SevenIds = [string, string, string, string, string, string, string];

/** Creates a company where every kind of row contains the secret, with the users who must not read or change it. */
export async function givenVictim(given: GivenApp) {
  const company = await givenCompany();
  const server = { companyId: company.companyId, url: `https://${SECRET}.example/v1`, model: SECRET };
  await testDatabase().company(company.companyId, (tx) => tx.insert(schema.aiServers).values(server));
  return givenDesk(given, company, SECRET);
}

/** Creates rows of every kind in a company, all containing the word. */
export async function givenDesk(
  { fileStore, sequencer }: GivenApp,
  company: Awaited<ReturnType<typeof givenCompany>>,
  word: string,
) {
  const { companyId, queue, connection, ana } = company;
  const contact = await givenContact({ companyId, name: `${word} contato` });
  const given = { companyId, contactId: contact.id, queueId: queue.id, connectionId: connection.id };
  const ticket = await givenTicket({ ...given, status: "open", userId: ana.id });
  const closed = await givenTicket({ ...given, status: "closed", closedAt: new Date() });
  const [fileId, tagId, quickId, uploadId, noteId, optionId, scheduleId] = Array.from(
    { length: 7 },
    () => randomUUID() as string,
  ) as SevenIds;
  const bytes = new TextEncoder().encode(`%PDF-1.4 ${word} arquivo`);
  const file = {
    companyId,
    name: `${word}.pdf`,
    mimetype: "application/pdf",
    size: bytes.length,
    sha256: "0".repeat(64),
  };
  await fileStore.write(companyId, fileId, 0, bytes);
  const [messageId, failedId] = await testDatabase().company(companyId, async (tx) => {
    await tx.insert(schema.files).values([
      { ...file, id: fileId, isComplete: true },
      { ...file, id: uploadId, userId: ana.id },
    ]);
    const place = { companyId, ticketId: ticket.id, contactId: contact.id, queueId: queue.id };
    const messageIds = await givenMessages(tx, place, { fileId, userId: ana.id, word });
    await tx.insert(schema.tags).values({ companyId, id: tagId, name: `${word} etiqueta`, color: "#111111" });
    await tx.insert(schema.ticketTags).values({ companyId, ticketId: ticket.id, tagId });
    const version = {
      companyId,
      id: randomUUID(),
      messageId: messageIds[0],
      body: `${word} antes`,
      cause: "edit" as const,
    };
    await tx.insert(schema.messageVersions).values(version);
    const own = { companyId, ticketId: ticket.id, userId: ana.id };
    await tx.insert(schema.ticketNotes).values({ ...own, id: noteId, userName: ana.name, note: `${word} nota` });
    const draft = { ...own, text: `${word} rascunho`, writerId: noteId };
    await tx.insert(schema.drafts).values(draft);
    await tx.insert(schema.sentDrafts).values({ ...draft, baseRev: 0, sentAt: testNow() });
    const option = { companyId, queueId: queue.id, title: word, message: `${word} opção`, position: 1 };
    await tx.insert(schema.queueOptions).values({ ...option, id: optionId });
    const quick = { companyId, id: quickId, shortcode: "s", message: `${word} rápida`, userId: ana.id };
    await tx.insert(schema.quickMessages).values(quick);
    const planned = {
      companyId,
      id: scheduleId,
      contactId: contact.id,
      userId: ana.id,
      sendAt: new Date("2030-01-01"),
    };
    await tx.insert(schema.schedules).values({ ...planned, body: `${word} agendada` });
    const consent = { companyId, id: randomUUID(), contactId: contact.id, address: contact.number } as const;
    await tx
      .insert(schema.consentChanges)
      .values({ ...consent, state: "out", source: "message", wording: `${word} sair` });
    return messageIds;
  });
  const campaigns = await givenCampaigns({ companyId, connectionId: connection.id, word });
  const mails = await givenMails(companyId, ana.id, word);
  const { listId, listItemId } = await givenListWithPerson(companyId, `${word} da lista`);
  const [chatId, chatFileId] = [randomUUID(), randomUUID()];
  await fileStore.write(companyId, chatFileId, 0, bytes);
  await testDatabase().company(companyId, (tx) =>
    tx.insert(schema.files).values({ ...file, id: chatFileId, isComplete: true }),
  );
  const chat = { companyId, id: chatId, owner: ana, people: [company.bia], word, fileId: chatFileId };
  const chatMessageId = await givenChat(chat);
  await sequencer.run(companyId);
  const desk = {
    tickets: [ticket.id, closed.id],
    messages: [messageId, failedId],
    files: [fileId, uploadId, chatFileId],
    chats: [chatId],
    chatMessages: [chatMessageId],
    quick: [quickId],
    notes: [noteId],
    schedules: [scheduleId],
    lists: [listId],
    listItems: [listItemId],
    mails: Object.values(mails),
    campaigns: [campaigns.runningCampaignId, campaigns.campaignId],
  };
  const common = {
    contacts: [contact.id],
    queues: [queue.id, company.support.id],
    connections: [connection.id],
    tags: [tagId],
    users: [ana.id],
    options: [optionId],
    companies: [companyId],
  };
  return { ...company, ticket, contact, desk, common, number: contact.number };
}
type Place = { companyId: string; ticketId: string; contactId: string; queueId: string };

/** Creates a received message with a file, the ticket's last one, and a message of the user that failed. */
async function givenMessages(
  tx: CompanyDb,
  place: Place,
  { fileId, userId, word }: { fileId: string; userId: string; word: string },
): Promise<[string, string]> {
  const [id, failedId] = [randomUUID(), randomUUID()];
  const file = { mediaType: "document", fileId, mediaState: "ready" } as const;
  await tx.insert(schema.messages).values([
    { ...place, ...file, id, fromMe: false, body: `${word} mensagem` },
    { ...place, id: failedId, fromMe: true, userId, body: `${word} falhou`, errorCode: "ERR_SENDING_WAPP_MSG" },
  ]);
  await tx.update(schema.tickets).set({ lastMessageId: id }).where(sql`id = ${place.ticketId}`);
  return [id, failedId];
}

export type Victim = Awaited<ReturnType<typeof givenVictim>>;

/** Returns every id of these groups. */
export const idsOf = (groups: Record<string, string[]>) => Object.values(groups).flat();

/** Returns every row of the company by table. Any read gives unnumbered changes their revisions first. */
export async function rowsOf(companyId: string, without: readonly string[] = []) {
  await openSequencer(testDatabase()).run(companyId);
  return testDatabase().company(companyId, async (tx) => {
    const tables = await tx.execute<{ name: string }>(sql`select distinct table_name as name
      from information_schema.columns where table_schema = 'public' and column_name = 'company_id' and table_name !~ '^changes_'`);
    const rows: Record<string, unknown> = {};
    rows.companies = await tx.select().from(schema.companies).where(sql`id = ${companyId}`);
    for (const { name } of tables) {
      if (without.includes(name)) continue;
      const found = await tx.execute<{ row: string }>(
        sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`,
      );
      rows[name] = found.map(({ row }) => row);
    }
    return rows;
  });
}
