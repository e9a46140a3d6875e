import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenPhoneNumber, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { deleteContact, mergeContacts, phoneMatchKey, requireContact } from "../contacts/index.ts";
import { sendExternally } from "../external-sending/index.ts";
import { removeBytes } from "../files/index.ts";
import { receiveMessage } from "../messages/index.ts";
import { deleteTicket } from "../tickets/index.ts";

type Company = Awaited<ReturnType<typeof givenCompany>>;
const MARK = "Zuleika Marcada";
const fileStore = openDiskFileStore(join(mkdtempSync(join(tmpdir(), "balcao-erasure-")), "files"));
let company: Company;
/** A person and another one, who does the same things and stays. */
let person: Person;
let other: Person;
type Person = Awaited<ReturnType<typeof givenPerson>>;

beforeEach(async () => {
  company = await givenCompany();
  person = await givenPerson(MARK);
  other = await givenPerson("Outra Pessoa");
});

type Names = Record<
  | ("name" | "number" | "email" | "matchKey" | "mediaId" | "messageId" | "providerId" | "contactId" | "ticketId")
  | ("planned" | "picture" | "chatKey" | "listId" | "campaignId" | "importId"),
  string
> & { bytes: Buffer };

/** Stores the rows that a channel keeps of a person. */
async function keepAtChannel(
  { db, now }: DeskContext,
  { name, number, matchKey, mediaId, providerId, chatKey, bytes }: Names,
): Promise<void> {
  const { companyId } = company;
  const key = { companyId, connectionId: company.connection.id };
  const attrs = { from: `${number}@s.whatsapp.net`, notify: name };
  const stored = { ...key, part: 0, epoch: 1, attrs, plaintext: bytes };
  await db.insert(schema.inbox).values([
    { ...stored, providerId: providerId, seq: 1, doneAt: now },
    { ...stored, providerId: mediaId, seq: 2, doneAt: now },
    { ...stored, providerId: randomUUID(), seq: 3, doneAt: now },
  ]);
  await db.insert(schema.sentPayloads).values({ ...key, providerId: mediaId, data: bytes });
  await db
    .insert(schema.earlyChanges)
    .values({ ...key, id: randomUUID(), targetProviderId: providerId, change: { text: name } });
  await db.insert(schema.chatMarks).values({ ...key, chatKey: chatKey, ack: 3 });
  await db.insert(schema.channelKeys).values([
    { ...key, type: "session", id: `${number}.0`, data: bytes },
    { ...key, type: "lid-mapping", id: number, data: bytes },
  ]);
  await db.insert(schema.phonebookEntries).values({ ...key, matchKey, phone: number, name });
  await db.insert(schema.numberChecks).values({ companyId, matchKey, number });
}

/** Fields, notes, drafts, bot, flow, events, schedules, pictures. */
async function writeOnDesk(
  { db, now }: DeskContext,
  { name, contactId, ticketId, planned, picture }: Names,
): Promise<void> {
  const { companyId, ana } = company;
  const field = { companyId, id: randomUUID(), contactId, name: "Apelido", value: name };
  await db.insert(schema.contactFields).values(field);
  const own = { companyId, ticketId, userId: ana.id };
  await db.insert(schema.ticketNotes).values({ ...own, id: randomUUID(), userName: "Ana", note: `${name} nota` });
  const writing = { ...own, text: `${name} rascunho`, writerId: randomUUID() };
  await db.insert(schema.drafts).values(writing);
  await db.insert(schema.sentDrafts).values({ ...writing, baseRev: 0, sentAt: now });
  await db
    .insert(schema.ticketBots)
    .values({ companyId, ticketId, flowChoices: [name] })
    .onConflictDoUpdate({
      target: [schema.ticketBots.companyId, schema.ticketBots.ticketId],
      set: { flowChoices: [name] },
    });
  await db
    .insert(schema.flowTurns)
    .values({ companyId, id: randomUUID(), ticketId, round: 0, input: name, doneAt: now });
  const event = { companyId, id: randomUUID(), ticketId, type: "call" as const, details: { name } };
  await db.insert(schema.ticketEvents).values(event);
  const schedule = { companyId, id: randomUUID(), contactId, userId: ana.id, fileId: planned };
  await db.insert(schema.schedules).values({ ...schedule, body: `${name} agendada`, sendAt: new Date("2030-01-01") });
  await db.insert(schema.contactPictures).values({ companyId, contactId, fileId: picture, dueAt: now });
  await db
    .update(schema.contacts)
    .set({ profilePicUrl: `/media/${picture}` })
    .where(eq(schema.contacts.id, contactId));
}

/** A list, a finished campaign and one that is still sending, an import with a taken and two refused rows. */
async function writeMarketing(
  { db }: DeskContext,
  { name, number, email, matchKey, contactId, listId, campaignId, importId }: Names,
): Promise<void> {
  const { companyId, ana } = company;
  await db.insert(schema.contactLists).values({ companyId, id: listId, name: "Lista" });
  const listed = { companyId, listId, number, matchKey, email, search: name };
  await db.insert(schema.contactListItems).values({ ...listed, id: randomUUID(), name });
  const draft = { companyId, name: "Campanha", messages: [], confirmationMessages: [] };
  const window = { days: [], start: "08:00", end: "18:00" } as never;
  await db.insert(schema.campaigns).values({ ...draft, id: campaignId, window, status: "finished" });
  const recipient = { companyId, campaignId, name, number, email, search: name, variant: 1 };
  await db.insert(schema.campaignRecipients).values([
    { ...recipient, id: randomUUID(), position: 1, matchKey, contactId, state: "delivered" },
    { ...recipient, id: randomUUID(), position: 2, matchKey: `${matchKey}#`, contactId, state: "waiting" },
  ]);
  const read = { companyId, id: importId, userId: ana.id, fileId: randomUUID(), name: "planilha.xlsx" };
  await db.insert(schema.contactImports).values({ ...read, status: "done" });
  await db.insert(schema.contactImportRows).values([
    { companyId, importId, rowNumber: 2, cells: [name, number], name, number, email, matchKey },
    {
      companyId,
      importId,
      rowNumber: 3,
      cells: [name, `+${number.slice(0, 2)} (${number.slice(2, 4)}) ${number.slice(4)}`],
    },
    { companyId, importId, rowNumber: 4, cells: [name, "", email.toUpperCase()] },
  ]);
}

/** A mail to the address, and answers to commands whose details have the contact. */
async function writeMails({ db, now }: DeskContext, { name, email, contactId, ticketId }: Names): Promise<void> {
  const { companyId, ana } = company;
  const mail = { companyId, id: randomUUID(), userId: ana.id };
  await db.insert(schema.mails).values({ ...mail, subject: name, body: name });
  const sent = { companyId, id: randomUUID(), mailId: mail.id, position: 0, address: email, dueAt: now };
  await db.insert(schema.mailRecipients).values({ ...sent, state: "sent" });
  const answer = { status: "rejected" as const, code: "ERR_EDIT_CONFLICT", details: { name } };
  const command = { companyId, userId: ana.id, type: "contact.change", answer };
  await db.insert(schema.commandLog).values([
    { ...command, id: randomUUID(), docId: contactId },
    { ...command, id: randomUUID(), docId: ticketId },
  ]);
}

/** Writes a person through every door of the product, with their name, number, address or words in each row. */
async function givenPerson(name: string) {
  const { companyId, ana, queue, connection } = company;
  const connectionId = connection.id;
  const number = givenPhoneNumber();
  const email = `${number}@cliente.example`;
  const matchKey = phoneMatchKey(number);
  const mediaId = randomUUID();
  const [fileId, planned, picture, listId, campaignId, importId] = Array.from({ length: 6 }, () => randomUUID());
  if (!fileId || !planned || !picture || !listId || !campaignId || !importId) throw new Error("no ids");
  // WhatsApp: a text, then a document and a reaction that came before its message.
  const text = textFrom(connectionId, { sender: { phone: number, name }, body: `${name} escreveu` });
  const received = await atDesk(companyId, (ctx) => receiveMessage(ctx, text));
  const ticketId = received.ticketId;
  const messageId = received.messageId;
  if (!ticketId || !messageId) throw new Error("no ticket was made");
  const contactId = await atDesk(companyId, async ({ db }) => {
    const [row] = await db
      .select({ id: schema.tickets.contactId })
      .from(schema.tickets)
      .where(and(eq(schema.tickets.companyId, companyId), eq(schema.tickets.id, ticketId)));
    return row?.id ?? "";
  });
  for (const id of [fileId, planned, picture])
    await fileStore.write(companyId, id, 0, new TextEncoder().encode(`%PDF ${name}`));
  const file = { companyId, name: `${name}.pdf`, mimetype: "application/pdf", size: 20, sha256: "0".repeat(64) };
  const bytes = Buffer.from(`${name} ${number}`);
  await atDesk(companyId, async (ctx) => {
    const { db } = ctx;
    await db.update(schema.contacts).set({ email }).where(eq(schema.contacts.id, contactId));
    await db.insert(schema.files).values([
      { ...file, id: fileId, isComplete: true },
      { ...file, id: planned, isComplete: true, userId: ana.id },
      { ...file, id: picture, isComplete: true },
    ]);
    const media = { companyId, ticketId, contactId, connectionId, fromMe: false, chatKey: `${number}@s.whatsapp.net` };
    await db.insert(schema.messages).values({
      ...media,
      id: randomUUID(),
      body: name,
      mediaType: "document",
      fileId,
      providerId: mediaId,
      raw: { name },
    });
    const version = { companyId, id: randomUUID(), messageId, body: `${name} antes`, cause: "edit" as const };
    await db.insert(schema.messageVersions).values(version);
    const names: Names = {
      ...{ name, number, email, matchKey, mediaId, messageId, contactId, ticketId, planned, picture, bytes },
      ...{ providerId: text.providerId, chatKey: media.chatKey, listId, campaignId, importId },
    };
    await keepAtChannel(ctx, names);
    await writeOnDesk(ctx, names);
    await writeMarketing(ctx, names);
    await writeMails(ctx, names);
  });
  const external = { connectionId, number, body: `${name} externa`, files: [], key: `chave ${randomUUID()}` };
  await atDesk(companyId, (ctx) => sendExternally(ctx, fileStore, external));
  // Messenger: another contact of the same person, merged into the first one, with a ticket and a draft of its own.
  const face = await givenContact({ companyId, name: `${name} no Messenger`, number: "" });
  const faceTicket = await givenTicket({ companyId, contactId: face.id, queueId: queue.id, connectionId });
  await atDesk(companyId, async ({ db }) => {
    const address = { companyId, id: randomUUID(), contactId: face.id, kind: "facebook" as const };
    await db.insert(schema.contactAddresses).values({ ...address, address: `fb-${number}`, matchKey: `fb-${number}` });
    const own = { companyId, ticketId: faceTicket.id, userId: ana.id, writerId: randomUUID() };
    await db.insert(schema.drafts).values({ ...own, text: `${name} rascunho do Messenger` });
  });
  await atDesk(companyId, async (ctx) => {
    const rows = [await requireContact(ctx, contactId), await requireContact(ctx, face.id)] as const;
    await mergeContacts(ctx, ...rows);
  });
  const keptId = [contactId, face.id].toSorted()[0] ?? "";
  return { name, number, email, keptId, ticketId, files: [fileId, planned, picture] };
}

/** Returns the tables of the company whose rows have one of the marks in any column, bytes too, with their numbers. */
async function tablesWith(marks: readonly string[]) {
  const { companyId } = company;
  return testDatabase().company(companyId, async (tx) => {
    const tables = await tx.execute<{ name: string }>(sql`select distinct c.table_name as name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE'`);
    const found: Record<string, number> = {};
    const looked = [...new Set(marks.flatMap((mark) => [mark, Buffer.from(mark).toString("hex"), mark.toLowerCase()]))];
    for (const { name } of tables) {
      const [row] = await tx.execute<{ count: number }>(
        sql`select count(*)::int as count
        from ${sql.identifier(name)} t where company_id = ${companyId}
        and ${sql.join(
          looked.map((mark) => sql`strpos(t::text, ${mark}) > 0`),
          sql` or `,
        )}`.inlineParams(),
      );
      if (row && row.count > 0) found[name] = row.count;
    }
    return { found, scanned: tables.length };
  });
}

const marksOf = ({ name, number, email }: Person) => [name, number, number.slice(-8), email];

/** Runs the jobs that remove bytes. */
async function runJobs(): Promise<string[]> {
  const rows = await testDatabase().platform.execute<{ data: { companyId: string; fileIds: string[] } }>(
    sql`select data from pgboss.job where name = 'files.remove' and data ->> 'companyId' = ${company.companyId}`,
  );
  for (const { data } of rows) await removeBytes(fileStore, data.companyId, data.fileIds);
  return rows.flatMap(({ data }) => data.fileIds);
}

test("an erased contact is in no table and no file afterwards; another person's rows are untouched", async () => {
  const before = await tablesWith(marksOf(person));
  const ofOther = await tablesWith(marksOf(other));
  console.info(
    `${Object.values(before.found).reduce((sum, n) => sum + n, 0)} rows in ${Object.keys(before.found).length} tables`,
    before.found,
  );
  expect(Object.keys(before.found).length).toBeGreaterThan(20);
  await acting(company.admin, (ctx) => deleteContact(ctx, person.keptId));
  const after = await tablesWith(marksOf(person));
  console.info(`${after.scanned} tables scanned`);
  expect(after.found).toEqual({});
  expect((await tablesWith(marksOf(other))).found).toEqual(ofOther.found);
  expect((await runJobs()).toSorted()).toEqual(person.files.toSorted());
  for (const id of person.files) expect(await fileStore.size(company.companyId, id)).toBe(0);
  for (const id of other.files) expect(await fileStore.size(company.companyId, id)).toBeGreaterThan(0);
});

test("the figures of a finished campaign stay, and a campaign that is sending loses the person", async () => {
  await acting(company.admin, (ctx) => deleteContact(ctx, person.keptId));
  const rows = await atDesk(company.companyId, ({ db }) =>
    db
      .select({ state: schema.campaignRecipients.state, name: schema.campaignRecipients.name })
      .from(schema.campaignRecipients)
      .where(eq(schema.campaignRecipients.companyId, company.companyId)),
  );
  expect(rows.filter(({ name }) => name === "")).toEqual([{ state: "delivered", name: "" }]);
  expect(rows.filter(({ name }) => name === other.name)).toHaveLength(2);
});

test("an erased ticket leaves none of its messages, files, inbox copies, drafts and answers", async () => {
  await acting(company.admin, (ctx) => deleteTicket(ctx, person.ticketId));
  const { found } = await tablesWith([`${person.name} escreveu`, `${person.name} rascunho"`, `${person.name} nota`]);
  expect(found).toEqual({});
  const { found: named } = await tablesWith([person.name]);
  for (const table of [
    "messages",
    "message_versions",
    "ticket_notes",
    "sent_payloads",
    "early_changes",
    "external_sends",
  ])
    expect(named[table], table).toBeUndefined();
  expect(await runJobs()).toEqual([person.files[0]]);
});

test("a chat's read mark stays until the last ticket with messages of the chat is erased", async () => {
  const { companyId, connection } = company;
  const chatKey = `${person.number}@s.whatsapp.net`;
  const { id: ticketId } = await givenTicket({
    ...{ companyId, contactId: person.keptId, connectionId: connection.id, status: "closed" },
  });
  const later = { companyId, id: randomUUID(), ticketId, contactId: person.keptId, connectionId: connection.id };
  await atDesk(companyId, ({ db }) =>
    db.insert(schema.messages).values({ ...later, fromMe: true, body: "Até logo", chatKey, providerId: randomUUID() }),
  );
  const marks = () =>
    atDesk(companyId, ({ db }) =>
      db
        .select({ chatKey: schema.chatMarks.chatKey })
        .from(schema.chatMarks)
        .where(and(eq(schema.chatMarks.companyId, companyId), eq(schema.chatMarks.chatKey, chatKey))),
    );
  await acting(company.admin, (ctx) => deleteTicket(ctx, person.ticketId));
  expect(await marks()).toEqual([{ chatKey }]);
  await acting(company.admin, (ctx) => deleteTicket(ctx, ticketId));
  expect(await marks()).toEqual([]);
});

test("a file that a quick message also uses stays", async () => {
  const { companyId, ana } = company;
  const [fileId = ""] = person.files;
  const quick = { companyId, id: randomUUID(), shortcode: "pdf", message: "Segue", userId: ana.id, fileId };
  await atDesk(companyId, ({ db }) => db.insert(schema.quickMessages).values(quick));
  await acting(company.admin, (ctx) => deleteContact(ctx, person.keptId));
  expect(await runJobs()).not.toContain(fileId);
  expect(await fileStore.size(companyId, fileId)).toBeGreaterThan(0);
});

test("only admins erase, and another company's contact does not exist", async () => {
  const elsewhere = await givenCompany();
  const before = await tablesWith(marksOf(person));
  expect((await refusal(acting(company.ana, (ctx) => deleteContact(ctx, person.keptId)))).code).toBe(
    "ERR_NO_PERMISSION",
  );
  expect((await refusal(acting(elsewhere.admin, (ctx) => deleteContact(ctx, person.keptId)))).code).toBe(
    "ERR_NO_CONTACT_FOUND",
  );
  expect((await refusal(acting(elsewhere.admin, (ctx) => deleteTicket(ctx, person.ticketId)))).code).toBe(
    "ERR_NO_TICKET_FOUND",
  );
  expect((await tablesWith(marksOf(person))).found).toEqual(before.found);
});
