import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { aiSettings } from "../../contracts/office/ai-purposes.ts";
import { searchable } from "../../contracts/search-text.ts";
import { type CompanyDb, openDatabase, schema } from "../../db/index.ts";
import { createCompany, createUser, demoAccounts } from "../../domain/account/users/index.ts";
import { storeFile } from "../../domain/desk/files/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { insertChats } from "./chats.ts";
import { demoData } from "./demo-data.ts";
import { humWav, humWaveform, vasePng } from "./demo-media.ts";
import { insertConversation } from "./insert-conversation.ts";
import { addInvoices } from "./invoices.ts";
import { insertMails } from "./mails.ts";
import { addAnnouncements, addCustomers, addPlans, type DemoPlans, dueIn } from "./platform.ts";
import { insertSchedules } from "./schedules.ts";

const VOICE_SECONDS = 12;
const DAYS_PAID = 27;
/** Within the 20 days in which the job creates the invoice. */
const DAYS_PAID_OF_CUSTOMER = 12;

type DemoOptions = { passwordHash: string; files: FileStore };
/** Context of a company that is being created. */
type Making = { db: CompanyDb; companyId: string; now: Date; planIds: DemoPlans };

/**
 * Fills an empty database with plans, announcements, the company of the platform's owner, which has no plan, and its customers. Does
 * nothing when any company exists. Returns whether it did.
 */
export async function seedDemo(url: string, options: DemoOptions): Promise<boolean> {
  const database = openDatabase(url, { max: 2, name: "demo" });
  try {
    const [found] = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id limit 1`);
    if (found) return false;
    const planIds = await addPlans(database);
    const now = new Date();
    await addAnnouncements(database, now);
    const [olaria, outra] = [uuidv7(), uuidv7()];
    await database.company(olaria, (db) => makeOlaria({ db, companyId: olaria, now, planIds }, options));
    await database.company(outra, (db) => makeOutra({ db, companyId: outra, now, planIds }, options));
    await addCustomers(database, planIds, now);
    await addInvoices(database, outra, now);
    return true;
  } finally {
    await database.close();
  }
}

async function makeOlaria(making: Making, { passwordHash, files: store }: DemoOptions): Promise<void> {
  const { db, companyId, now } = making;
  const { name, email, people, queues, tags, quickReplies } = demoData.company;
  const isOn = Object.fromEntries(Object.values(aiSettings).map((key) => [key, "enabled"]));
  await createCompany(db, { id: companyId, name, email, ...dueIn(DAYS_PAID, now) }, isOn);
  const queueIds = await addQueues(making, queues);
  const tagIds = await addTags(making, tags);
  const everything = { isSuper: true, allTicket: true, allHistoric: true, allUserChat: true };
  const marina = await createUser(making, {
    name: people.marina,
    email: demoAccounts.admin,
    passwordHash,
    profile: "admin",
    ...everything,
    queueIds: [...queueIds.values()],
  });
  const ana = await createUser(making, {
    name: people.ana,
    email: demoAccounts.ana,
    passwordHash,
    allTicket: true,
    queueIds: [queueIds.get("Vendas") ?? ""],
  });
  const bia = await createUser(making, {
    name: people.bia,
    email: demoAccounts.bia,
    passwordHash,
    queueIds: [queueIds.get("Suporte") ?? ""],
  });
  const connectionId = await addConnection(making, demoData.company.connection, [...queueIds.values()], "up");
  const replies = Object.entries(quickReplies).map(([shortcode, message]) => ({
    ...{ companyId, id: uuidv7(), userId: marina.id, shortcode, message, isGeneral: true },
  }));
  await db.insert(schema.quickMessages).values(replies);

  const photo = await storeFile(making, store, { name: "vaso.png", bytes: vasePng() });
  const voice = await storeFile(making, store, { name: "mensagem-de-voz.wav", bytes: humWav(VOICE_SECONDS) });
  const ids = {
    companyId,
    connectionId,
    queueIds,
    tagIds,
    userIds: { marina: marina.id, ana: ana.id, bia: bia.id },
    files: { photo, voice },
    voice: { seconds: VOICE_SECONDS, waveform: humWaveform(VOICE_SECONDS) },
    now: now.getTime(),
  };
  // Oldest first, so that ticket numbers grow with time.
  const inOrder = demoData.conversations.toSorted((a, b) => b.minutesAgo - a.minutesAgo);
  for (const [index, conversation] of inOrder.entries()) await insertConversation(db, ids, conversation, index + 1);
  await db.insert(schema.ticketCounters).values({ companyId, last: inOrder.length });
  await insertSchedules(db, ids);
  await insertChats(db, { companyId, people: { marina, ana, bia }, now: ids.now });
  await insertMails(db, { companyId, people: { marina, ana, bia }, now: ids.now });
}

async function makeOutra(making: Making, { passwordHash }: DemoOptions): Promise<void> {
  const { db, companyId, now, planIds } = making;
  const paid = { planId: planIds.get("Profissional"), ...dueIn(DAYS_PAID_OF_CUSTOMER, now) };
  await createCompany(db, { id: companyId, name: "Outra Loja", email: "contato@outra.example", ...paid });
  const queueIds = [...(await addQueues(making, { Balcão: "#1d7f52" })).values()];
  const otilia = { name: "Otília Ramos", email: demoAccounts.other, profile: "admin" as const };
  await createUser(making, { ...otilia, passwordHash, allTicket: true, queueIds });
  await addConnection(making, "Outra Loja", queueIds, "down");
  const [contactId, name, number] = [uuidv7(), "Cliente da Outra", "5541955509001"];
  await db.insert(schema.contacts).values({ companyId, id: contactId, name, number, search: searchable(name, number) });
  const phone = { companyId, id: uuidv7(), contactId, kind: "phone" as const, address: number, matchKey: number };
  await db.insert(schema.contactAddresses).values(phone);
}

async function addQueues({ db, companyId }: Making, colours: Record<string, string>): Promise<Map<string, string>> {
  const rows = Object.entries(colours).map(([name, color], position) => ({
    companyId,
    id: uuidv7(),
    name,
    color,
    position,
  }));
  await db.insert(schema.queues).values(rows);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function addTags({ db, companyId }: Making, colours: Record<string, string>): Promise<Map<string, string>> {
  const rows = Object.entries(colours).map(([name, color]) => {
    const lanePosition = demoData.company.lanes.indexOf(name) + 1;
    return { companyId, id: uuidv7(), name, color, isKanban: lanePosition > 0, lanePosition };
  });
  await db.insert(schema.tags).values(rows);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function addConnection(
  { db, companyId }: Making,
  name: string,
  queueIds: string[],
  desired: "up" | "down",
): Promise<string> {
  const connectionId = uuidv7();
  const greetingMessage = `Olá! Você está falando com a ${name}. Já já alguém responde.`;
  await db.insert(schema.connections).values({ companyId, id: connectionId, name, isDefault: true, greetingMessage });
  await db.insert(schema.connectionQueues).values(queueIds.map((queueId) => ({ companyId, connectionId, queueId })));
  await db.insert(schema.connectionLeases).values({ companyId, connectionId, desired });
  return connectionId;
}
