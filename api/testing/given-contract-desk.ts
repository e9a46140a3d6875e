import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { usualHours } from "../../contracts/hours.ts";
import { searchable } from "../../contracts/search-text.ts";
import { type CompanyDb, claimKey, schema } from "../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  type givenCompany,
  givenContact,
  givenPhoneNumber,
  givenTicket,
  testDatabase,
} from "../../db/testing/given.ts";
import { tokenHash } from "../../domain/desk/connections/index.ts";
import { mergeOnRequest } from "../../domain/desk/contact-merges/index.ts";
import { phoneMatchKey } from "../../domain/desk/contacts/index.ts";
import { fixNumber } from "../../domain/desk/number-fixes/index.ts";
import type { ContractNames } from "./contract-rows.ts";
import { givenBilling } from "./given-billing.ts";
import { givenCampaigns } from "./given-campaigns.ts";
import { givenChats } from "./given-chats.ts";
import { givenMails } from "./given-mails.ts";
import { givenPlatform } from "./given-platform.ts";

/** Help entries belong to the platform, so this one is created once for all. */
const HELP_ID = "019a0000-0000-7000-8000-000000000001";

type AtMeta = Pick<ContractNames, "facebookUserId" | "facebookUserToken">;

/** Creates one row of each kind that a contract row may name, in a shared company, for this call alone. */
export async function givenContractDesk(
  company: Awaited<ReturnType<typeof givenCompany>>,
  atMeta: AtMeta = { facebookUserId: "", facebookUserToken: "" },
): Promise<ContractNames> {
  const { companyId, queue, support, connection, ana, admin } = company;
  const [messageId, ownMessageId, fileMessageId, tagId, noteId, fileId] = Array.from({ length: 6 }, () =>
    randomUUID(),
  ) as [string, string, string, string, string, string];
  const freeUser = await givenAgent({ companyId, name: "Livre", queueIds: [queue.id] });
  const contact = await givenContact({ companyId, name: "Helena Sampaio" });
  const free = await givenContact({ companyId, name: "Livre" });
  const doubled = [await givenContact({ companyId, name: "Rita" }), await givenContact({ companyId, name: "Rita L." })];
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  const ticket = await givenTicket({
    ...place,
    contactId: contact.id,
    status: "open",
    userId: ana.id,
    unreadMessages: 1,
  });
  const pending = await givenTicket(place);
  const file = { companyId, id: fileId, name: "foto.png", mimetype: "image/png", kind: "image" as const, size: 3 };
  const message = { ...place, ticketId: ticket.id, contactId: contact.id };
  const sent = { providerId: randomUUID(), chatKey: "x@s.whatsapp.net" };
  const others = await testDatabase().company(companyId, async (tx) => {
    await tx.insert(schema.files).values({ ...file, sha256: "0".repeat(64), isComplete: true });
    await tx.insert(schema.messages).values([
      { ...message, ...sent, id: messageId, fromMe: false, body: "Tem a jarra azul?" },
      { ...message, id: ownMessageId, fromMe: true, userId: ana.id, body: "Tem!" },
      { ...message, id: fileMessageId, fromMe: false, mediaType: "image", fileId, mediaState: "ready" },
    ]);
    const version = { companyId, id: randomUUID(), messageId, body: "Tem a jarra?", cause: "edit" as const };
    await tx.insert(schema.messageVersions).values(version);
    await tx.update(schema.tickets).set({ lastMessageId: messageId }).where(sql`id = ${ticket.id}`);
    await tx.insert(schema.tags).values({ companyId, id: tagId, name: tagId, color: "#111111", isKanban: true });
    await tx.insert(schema.ticketTags).values({ companyId, ticketId: ticket.id, tagId });
    const writer = { userId: admin.id, userName: admin.name };
    await tx
      .insert(schema.ticketNotes)
      .values({ companyId, id: noteId, ticketId: ticket.id, ...writer, note: "Boleto" });
    const event = { companyId, id: randomUUID(), ticketId: ticket.id, type: "accepted" as const, userId: ana.id };
    await tx.insert(schema.ticketEvents).values(event);
    const outage = { companyId, id: randomUUID(), connectionId: connection.id, reason: "ERR_WAPP_REPLACED" };
    await tx.insert(schema.connectionOutages).values({ ...outage, since: new Date() });
    return {
      ...(await givenQuickMessages(tx, companyId, ana, admin)),
      ...(await givenSchedules(tx, companyId, contact.id, ana, admin)),
      ...(await givenFreeQueue(tx, companyId)),
      ...(await givenFreeConnection(tx, companyId)),
      ...(await givenSession(tx, companyId, freeUser)),
      ...(await givenHelpAndPlan(tx)),
    };
  });
  const [rita, again] = doubled.map(({ id }) => id) as [string, string];
  const merged = await testDatabase().company(companyId, (db) =>
    mergeOnRequest({ db, companyId, actor: admin, device: "Teste", now: new Date() }, rita, again),
  );
  const platform = await givenPlatform(admin);
  return {
    ...(await givenMails(companyId, ana.id)),
    ...(await givenCampaigns({ companyId, connectionId: connection.id })),
    ticketId: ticket.id,
    pendingId: pending.id,
    contactId: contact.id,
    freeContactId: free.id,
    mergedContactId: merged.contactId,
    mergeId: merged.mergeId ?? "",
    ...(await givenMisread(companyId, admin)),
    messageId,
    ownMessageId,
    tagId,
    noteId,
    ...others,
    queueId: queue.id,
    supportId: support.id,
    ...atMeta,
    whatsappId: connection.id,
    userId: ana.id,
    freeUserId: freeUser.id,
    newEmail: `${randomUUID()}@teste.example`,
    companyId,
    ...platform,
    ...(await givenBilling(companyId, platform.usedPlanId)),
    newNumber: givenPhoneNumber(),
    number: contact.number,
    ...(await givenListWithPerson(companyId)),
    ...(await givenChats(companyId, admin, [ana], [freeUser])),
    nobody: randomUUID(),
  };
}

async function givenQuickMessages(tx: CompanyDb, companyId: string, own: GivenAgent, admin: GivenAgent) {
  const [quickId, generalQuickId] = [randomUUID(), randomUUID()];
  const quick = { companyId, shortcode: "oi", message: "Olá!" };
  await tx.insert(schema.quickMessages).values([
    { ...quick, id: quickId, userId: own.id },
    { ...quick, id: generalQuickId, userId: admin.id, isGeneral: true },
  ]);
  return { quickId, generalQuickId };
}

async function givenSchedules(tx: CompanyDb, companyId: string, contactId: string, own: GivenAgent, other: GivenAgent) {
  const [scheduleId, othersScheduleId] = [randomUUID(), randomUUID()];
  const sendAt = new Date(Date.now() + 86_400_000);
  const planned = { companyId, contactId, body: "Até amanhã!", sendAt };
  await tx.insert(schema.schedules).values([
    { ...planned, id: scheduleId, userId: own.id },
    { ...planned, id: othersScheduleId, userId: other.id },
  ]);
  const tomorrow = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(sendAt);
  return { scheduleId, othersScheduleId, tomorrow };
}

/** Creates a queue that no ticket uses, with an option. `freeColor`: of no queue. */
async function givenFreeQueue(tx: CompanyDb, companyId: string) {
  const [freeQueueId, optionId] = [randomUUID(), randomUUID()];
  const [color, freeColor] = [randomBytes(4).toString("hex"), randomBytes(4).toString("hex")];
  const queue = { companyId, id: freeQueueId, name: freeQueueId, color: `#${color}`, schedules: [...usualHours] };
  await tx.insert(schema.queues).values(queue);
  const option = { companyId, id: optionId, queueId: freeQueueId, title: "Boleto", position: 1 };
  await tx.insert(schema.queueOptions).values(option);
  return { freeQueueId, freeColor, optionId };
}

/** Creates a connection that no ticket uses, with a token. */
async function givenFreeConnection(tx: CompanyDb, companyId: string) {
  const freeConnectionId = randomUUID();
  const token = `token-${freeConnectionId}`;
  const hash = tokenHash(token);
  const free = { companyId, id: freeConnectionId, name: freeConnectionId, tokenHash: hash };
  await tx.insert(schema.connections).values(free);
  await claimKey(tx, { companyId, kind: "token", key: hash, rowId: freeConnectionId });
  await tx.insert(schema.connectionLeases).values({ companyId, connectionId: freeConnectionId });
  return { freeConnectionId, token };
}

async function givenSession(tx: CompanyDb, companyId: string, user: GivenAgent) {
  const freeSessionId = randomUUID();
  const session = { companyId, id: randomUUID(), publicId: freeSessionId, userId: user.id, device: "Chrome, Linux" };
  await tx.insert(schema.sessions).values({ ...session, expiresAt: new Date(Date.now() + 86_400_000) });
  return { freeSessionId };
}

/** Creates rows of the platform. */
async function givenHelpAndPlan(tx: CompanyDb) {
  const help = { id: HELP_ID, title: "Primeiros passos", video: "dQw4w9WgXcQ" };
  await tx.insert(schema.helps).values(help).onConflictDoNothing();
  const planId = randomUUID();
  // Room for every call of the contract: a super user's call gives the company this plan.
  const planSize = { users: 2_000, connections: 2_000, queues: 2_000, valueCents: 9_900 };
  await tx.insert(schema.plans).values({ id: planId, name: `Plano ${planId}`, ...planSize });
  return { planId };
}

/** Creates a contact whose number was misread, and one whose number was corrected. */
async function givenMisread(companyId: string, admin: GivenAgent) {
  // Trunk zero inside the number: the former reading stored these digits.
  const misread = () => givenContact({ companyId, number: givenPhoneNumber().replace(/^55/, "550") });
  const [{ id: misreadContactId }, fixed] = [await misread(), await misread()];
  const { id: numberFixId } = await testDatabase().company(companyId, (db) =>
    fixNumber({ db, companyId, actor: admin, device: "Teste", now: new Date() }, fixed.id),
  );
  return { misreadContactId, numberFixId };
}

/** Creates a contact list with one person. */
export async function givenListWithPerson(companyId: string, name = "Rui Prado") {
  const [listId, listItemId, listNumber] = [randomUUID(), randomUUID(), givenPhoneNumber()];
  await testDatabase().company(companyId, async (tx) => {
    await tx.insert(schema.contactLists).values({ companyId, id: listId, name });
    const person = { companyId, id: listItemId, listId, name, number: listNumber };
    const matchKey = phoneMatchKey(listNumber);
    await tx.insert(schema.contactListItems).values({ ...person, matchKey, search: searchable(name, listNumber) });
  });
  return { listId, listItemId, listNumber };
}
