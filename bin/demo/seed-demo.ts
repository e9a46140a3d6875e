import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { type CompanyDb, openDatabase, schema } from "../../db/index.ts";
import { openDiskFileStore, storeFile } from "../../domain/files/index.ts";
import { createCompany, createUser, demoAccounts } from "../../domain/users/index.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import { conversations, queueNames, quickReplies, tagNames } from "./conversations.ts";
import { humWav, humWaveform, vasePng } from "./demo-media.ts";
import { insertConversation } from "./insert-conversation.ts";
import { insertSchedules } from "./schedules.ts";

const VOICE_SECONDS = 12;
const DAYS_PAID = 27;

type Given = { passwordHash: string; filesDir: string };
/** Context of a company that is being created. */
type Making = { db: CompanyDb; companyId: string; now: Date };

/** Fills an empty database with two demo companies; does nothing when any company exists. Returns whether it did. */
export async function seedDemo(url: string, given: Given): Promise<boolean> {
  const database = openDatabase(url, { max: 2, name: "demo" });
  try {
    const [found] = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id limit 1`);
    if (found) return false;
    for (const make of [makeOlaria, makeOutra]) {
      const companyId = uuidv7();
      await database.company(companyId, (db) => make({ db, companyId, now: new Date() }, given));
    }
    return true;
  } finally {
    await database.close();
  }
}

async function makeOlaria(making: Making, { passwordHash, filesDir }: Given): Promise<void> {
  const { db, companyId, now } = making;
  await openCompany(making, "Olaria Serra Azul", "contato@olariaserraazul.example");
  const queueIds = await addQueues(making, queueNames);
  const tagIds = await addTags(making, tagNames);
  const everything = { isSuper: true, allTicket: true, allHistoric: true, allUserChat: true };
  const marina = await createUser(making, {
    name: "Marina Duarte",
    email: demoAccounts.admin,
    passwordHash,
    profile: "admin",
    ...everything,
    queueIds: [...queueIds.values()],
  });
  const ana = await createUser(making, {
    name: "Ana Prado",
    email: demoAccounts.ana,
    passwordHash,
    allTicket: true,
    queueIds: [queueIds.get("Vendas") ?? ""],
  });
  const bia = await createUser(making, {
    name: "Bia Nogueira",
    email: demoAccounts.bia,
    passwordHash,
    queueIds: [queueIds.get("Suporte") ?? ""],
  });
  const connectionId = await addConnection(making, "Loja Savassi", [...queueIds.values()], "up");
  const replies = quickReplies.map((reply) => ({ companyId, id: uuidv7(), ...reply, isGeneral: true }));
  await db.insert(schema.quickMessages).values(replies.map((reply) => ({ ...reply, userId: marina.id })));

  const store = openDiskFileStore(filesDir);
  const photo = await storeFile(making, store, { name: "vaso.png", bytes: vasePng() });
  const voice = await storeFile(making, store, { name: "mensagem-de-voz.wav", bytes: humWav(VOICE_SECONDS) });
  const places = {
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
  const inOrder = [...conversations].sort((a, b) => b.minutesAgo - a.minutesAgo);
  for (const [index, conversation] of inOrder.entries()) await insertConversation(db, places, conversation, index + 1);
  await db.insert(schema.ticketCounters).values({ companyId, last: inOrder.length });
  await insertSchedules(db, places);
}

async function makeOutra(making: Making, { passwordHash }: Given): Promise<void> {
  const { db, companyId } = making;
  await openCompany(making, "Outra Loja", "contato@outra.example");
  const queueIds = [...(await addQueues(making, { Balcão: "#1d7f52" })).values()];
  const otilia = { name: "Otília Ramos", email: demoAccounts.other, profile: "admin" as const };
  await createUser(making, { ...otilia, passwordHash, allTicket: true, queueIds });
  await addConnection(making, "Outra Loja", queueIds, "down");
  const [contactId, name, number] = [uuidv7(), "Cliente da Outra", "5541955509001"];
  await db.insert(schema.contacts).values({ companyId, id: contactId, name, number, search: searchable(name, number) });
  const phone = { companyId, id: uuidv7(), contactId, kind: "phone" as const, address: number, matchKey: number };
  await db.insert(schema.contactAddresses).values(phone);
}

async function openCompany({ db, companyId, now }: Making, name: string, email: string): Promise<void> {
  await createCompany(db, { id: companyId, name, email, dueDate: new Date(now.getTime() + DAYS_PAID * 86_400_000) });
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
  const rows = Object.entries(colours).map(([name, color]) => ({ companyId, id: uuidv7(), name, color }));
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
