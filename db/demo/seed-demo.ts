import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { searchable } from "../../sync/contracts/tickets.ts";
import { type CompanyDb, openDatabase } from "../client.ts";
import * as schema from "../schema/index.ts";
import { conversations, queueNames, quickReplies, tagNames } from "./conversations.ts";
import { humWav, humWaveform, vasePng } from "./demo-media.ts";
import { insertConversation, type Places } from "./insert-conversation.ts";

export const usualWeek: schema.DayHours[] = [
  ["Segunda-feira", "monday", "08:00", "18:00"],
  ["Terça-feira", "tuesday", "08:00", "18:00"],
  ["Quarta-feira", "wednesday", "08:00", "18:00"],
  ["Quinta-feira", "thursday", "08:00", "18:00"],
  ["Sexta-feira", "friday", "08:00", "18:00"],
  ["Sábado", "saturday", "08:00", "12:00"],
  ["Domingo", "sunday", "00:00", "00:00"],
].map(([weekday = "", weekdayEn = "", startTime = "", endTime = ""]) => ({ weekday, weekdayEn, startTime, endTime }));

/** What a company starts with. */
export const initialSettings: Record<string, string> = {
  userRating: "disabled",
  scheduleType: "disabled",
  CheckMsgIsGroup: "enabled",
  call: "disabled",
  chatBotType: "text",
  sendGreetingAccepted: "disabled",
  sendMsgTransfTicket: "disabled",
  outsidemessage: "disabled",
  campaignsEnabled: "false",
  singleSession: "enabled",
  reopenWindowMinutes: "120",
  onlyAssigneeAnswers: "enabled",
};

const VOICE_SECONDS = 12;

/** Fills an empty database with two companies to try the desk with; does nothing when any company is there. */
export async function seedDemo(ownerUrl: string, given: { passwordHash: string; filesDir: string }): Promise<boolean> {
  const database = openDatabase(ownerUrl, { max: 2, name: "demo" });
  try {
    const [found] = await database.platform.execute<{ id: string }>(sql`select all_company_ids() as id limit 1`);
    if (found) return false;
    await seedOlaria(database.company, given);
    await seedOutra(database.company, given.passwordHash);
    return true;
  } finally {
    await database.close();
  }
}

type InCompany = <T>(companyId: string, work: (tx: CompanyDb) => Promise<T>) => Promise<T>;

async function seedOlaria(inCompany: InCompany, given: { passwordHash: string; filesDir: string }): Promise<void> {
  const companyId = uuidv7();
  const files = {
    photo: await writeDemoFile(given.filesDir, companyId, "vaso.png", vasePng()),
    voice: await writeDemoFile(given.filesDir, companyId, "mensagem-de-voz.wav", humWav(VOICE_SECONDS)),
  };
  await inCompany(companyId, async (tx) => {
    await insertCompany(tx, companyId, "Olaria Serra Azul", "contato@olariaserraazul.example");
    const queueIds = await insertQueues(tx, companyId, queueNames);
    const tagIds = new Map(Object.keys(tagNames).map((name) => [name, uuidv7()]));
    await tx
      .insert(schema.tags)
      .values(
        Object.entries(tagNames).map(([name, color]) => ({ companyId, id: tagIds.get(name) ?? "", name, color })),
      );
    const userIds = { marina: uuidv7(), ana: uuidv7(), bia: uuidv7() };
    const { passwordHash } = given;
    await tx.insert(schema.users).values([
      {
        companyId,
        id: userIds.marina,
        name: "Marina Duarte",
        email: "admin@demo.example",
        profile: "admin",
        isSuper: true,
        allTicket: true,
        allHistoric: true,
        allUserChat: true,
        passwordHash,
      },
      { companyId, id: userIds.ana, name: "Ana Prado", email: "ana@demo.example", allTicket: true, passwordHash },
      { companyId, id: userIds.bia, name: "Bia Nogueira", email: "bia@demo.example", passwordHash },
    ]);
    await tx
      .insert(schema.userQueues)
      .values([
        { companyId, userId: userIds.ana, queueId: queueIds.get("Vendas") ?? "" },
        { companyId, userId: userIds.bia, queueId: queueIds.get("Suporte") ?? "" },
        ...[...queueIds.values()].map((queueId) => ({ companyId, userId: userIds.marina, queueId })),
      ]);
    const connectionId = await insertConnection(tx, companyId, "Loja Savassi", [...queueIds.values()]);
    await tx
      .insert(schema.quickMessages)
      .values(
        quickReplies.map((reply) => ({ companyId, id: uuidv7(), ...reply, isGeneral: true, userId: userIds.marina })),
      );
    await tx.insert(schema.files).values([
      {
        companyId,
        id: files.photo.id,
        name: "vaso.png",
        mimetype: "image/png",
        kind: "image",
        size: files.photo.size,
        sha256: files.photo.sha256,
        isComplete: true,
      },
      {
        companyId,
        id: files.voice.id,
        name: "mensagem-de-voz.wav",
        mimetype: "audio/wav",
        kind: "audio",
        size: files.voice.size,
        sha256: files.voice.sha256,
        isComplete: true,
      },
    ]);
    const places: Places = {
      companyId,
      connectionId,
      queueIds,
      tagIds,
      userIds,
      files,
      voice: { seconds: VOICE_SECONDS, waveform: humWaveform(VOICE_SECONDS) },
      now: Date.now(),
    };
    // Oldest first, so that the numbers grow with time.
    const inOrder = [...conversations].sort((a, b) => b.minutesAgo - a.minutesAgo);
    for (const [index, conversation] of inOrder.entries())
      await insertConversation(tx, places, conversation, index + 1);
    await tx.insert(schema.ticketCounters).values({ companyId, last: inOrder.length });
  });
}

async function seedOutra(inCompany: InCompany, passwordHash: string): Promise<void> {
  const companyId = uuidv7();
  await inCompany(companyId, async (tx) => {
    await insertCompany(tx, companyId, "Outra Loja", "contato@outra.example");
    const queueIds = await insertQueues(tx, companyId, { Balcão: "#1d7f52" });
    await tx.insert(schema.users).values({
      companyId,
      id: uuidv7(),
      name: "Otília Ramos",
      email: "admin@outra.example",
      profile: "admin",
      allTicket: true,
      passwordHash,
    });
    await insertConnection(tx, companyId, "Outra Loja", [...queueIds.values()], "down");
    const contactId = uuidv7();
    const number = "5541955509001";
    await tx.insert(schema.contacts).values({
      companyId,
      id: contactId,
      name: "Cliente da Outra",
      number,
      search: searchable("Cliente da Outra", number),
    });
    await tx
      .insert(schema.contactAddresses)
      .values({ companyId, id: uuidv7(), contactId, kind: "phone", address: number, matchKey: number });
  });
}

async function insertCompany(tx: CompanyDb, companyId: string, name: string, email: string): Promise<void> {
  const dueDate = new Date(Date.now() + 27 * 86_400_000);
  await tx.insert(schema.companies).values({ id: companyId, name, email, dueDate, schedules: usualWeek });
  await tx
    .insert(schema.settings)
    .values(Object.entries(initialSettings).map(([key, value]) => ({ companyId, key, value })));
}

async function insertQueues(
  tx: CompanyDb,
  companyId: string,
  colours: Record<string, string>,
): Promise<Map<string, string>> {
  const ids = new Map(Object.keys(colours).map((name) => [name, uuidv7()]));
  await tx.insert(schema.queues).values(
    Object.entries(colours).map(([name, color], position) => ({
      companyId,
      id: ids.get(name) ?? "",
      name,
      color,
      position,
      schedules: usualWeek,
    })),
  );
  return ids;
}

async function insertConnection(
  tx: CompanyDb,
  companyId: string,
  name: string,
  queueIds: string[],
  desired: "up" | "down" = "up",
): Promise<string> {
  const id = uuidv7();
  await tx.insert(schema.connections).values({
    companyId,
    id,
    name,
    isDefault: true,
    greetingMessage: `Olá! Você está falando com a ${name}. Já já alguém responde.`,
    completionMessage: "",
  });
  await tx
    .insert(schema.connectionQueues)
    .values(queueIds.map((queueId) => ({ companyId, connectionId: id, queueId })));
  await tx.insert(schema.connectionLeases).values({ companyId, connectionId: id, desired });
  return id;
}

async function writeDemoFile(
  dir: string,
  companyId: string,
  name: string,
  bytes: Buffer,
): Promise<{ id: string; name: string; size: number; sha256: string }> {
  const id = uuidv7();
  await mkdir(join(dir, companyId), { recursive: true });
  await writeFile(join(dir, companyId, id), bytes);
  return { id, name, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}
