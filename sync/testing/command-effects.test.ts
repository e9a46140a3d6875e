import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type CommandPayload, type CommandType, commandRow, commandTypes } from "../../contracts/commands/index.ts";
import type { Documents, OverlaidCollection } from "../../contracts/commands/row.ts";
import type { TicketStatus } from "../../contracts/desk/tickets.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { seeded } from "../../contracts/testing/random.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { schema } from "../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenContact,
  givenTicket,
  testDatabase,
} from "../../db/testing/given.ts";
import { createTag } from "../../domain/desk/tags/index.ts";
import { acting } from "../../domain/testing.ts";
import { applyEffects, type EffectContext } from "../client/pending/apply-effects.ts";
import { givenCommand } from "../client/testing/given.ts";
import { runCommands } from "../server/commands.ts";
import { givenDevice, givenMessage, sequencer } from "../server/testing/given-device.ts";

/**
 * Compares the effect of each command on random documents of a device with what the server writes. `serverOnly` names
 * the fields that only the server knows.
 */

const RUNS = sizeOf("EFFECT_RUNS");
type Random = ReturnType<typeof seeded>;
type Company = Awaited<ReturnType<typeof givenCompany>>;
type Scene = Awaited<ReturnType<typeof givenScene>>;

const timeZone = "America/Sao_Paulo";
const soon = (days: number) => `2031-03-0${days}T10:15`;

async function send(actor: GivenAgent, type: CommandType, payload: object, id: string) {
  const command = { id, type, payload, createdAt: testNow().toISOString() };
  const onFailure = (error: unknown) => {
    throw error;
  };
  const deps = { database: testDatabase(), sequencer, onFailure };
  const { results } = await runCommands(deps, { actor, device: "Chrome, Linux" }, [command]);
  return results[0];
}

/** A ticket in a random state, with tags, notes and messages, and a row of every other kind. */
async function givenScene(
  { companyId, queue, support, connection, admin, ana, bia }: Company,
  random: Random,
  statuses: readonly TicketStatus[] = ["pending", "open", "open", "closed"],
) {
  const wanted = random.pick([...statuses]);
  // A ticket that waits again after our reply.
  const isReturned = wanted === "pending" && random.pick([true, false]);
  const status = isReturned ? "open" : wanted;
  const userId = isReturned ? ana.id : status === "pending" ? null : random.pick([ana.id, ana.id, bia.id]);
  const contact = await givenContact({ companyId });
  const ticket = await givenTicket({
    companyId,
    contactId: contact.id,
    queueId: random.pick([queue.id, support.id, null]),
    connectionId: connection.id,
    status,
    userId,
    isBot: status === "pending" && random.pick([true, false]),
    unreadMessages: random.pick([0, 3]),
    waitingSince: status === "closed" ? null : random.pick([null, new Date(testTime() - 3_600_000)]),
    closedAt: status === "closed" ? testNow() : null,
  });
  const place = { companyId, connectionId: connection.id };
  const received = await givenMessage(ticket, { ...place, providerId: randomUUID(), chatKey: "x@s.whatsapp.net" });
  const [tag, other] = [randomUUID(), randomUUID()];
  const lanes: string[] = [randomUUID(), randomUUID()];
  const name = () => randomUUID().slice(0, 8);
  for (const id of [tag, other]) await acting(admin, (ctx) => createTag(ctx, { id, name: name(), isKanban: false }));
  for (const id of lanes) await acting(admin, (ctx) => createTag(ctx, { id, name: name(), isKanban: true }));
  const made = {
    reply: randomUUID(),
    note: randomUUID(),
    quickMessage: randomUUID(),
    schedule: randomUUID(),
    chat: randomUUID(),
  };
  const on = { ticketId: ticket.id };
  await send(admin, "ticket.tag", { ...on, add: [tag, random.pick(lanes)] }, randomUUID());
  await send(admin, "note.add", { ...on, note: "Prefere boleto" }, made.note);
  const body = "A peça chega segunda";
  await send(ana, "quickMessage.create", { shortcode: name(), message: "Olá!" }, made.quickMessage);
  await send(ana, "schedule.create", { contactId: contact.id, body, sendAt: soon(4) }, made.schedule);
  await send(ana, "chat.create", { title: "Loja", userIds: [bia.id] }, made.chat);
  await send(ana, "chatMessage.send", { chatId: made.chat, body: "Oi" }, randomUUID());
  const isReplied = isReturned || (random.pick([true, false]) && status === "open" && userId === ana.id);
  if (isReplied) await send(ana, "message.send", { ...on, body: "Bom dia" }, made.reply);
  if (isReturned) await send(ana, "ticket.return", on, randomUUID());
  const without = await givenContact({ companyId });
  return {
    ...{ companyId, queue, support, ana, bia, admin, ticket, contact, without, received },
    ...{ tags: [tag, other], lanes, made, on, isReplied },
  };
}

/** The statuses of a ticket in which a command is accepted; any for the others. */
const statusesFor: Partial<Record<CommandType, readonly TicketStatus[]>> = {
  "ticket.accept": ["pending"],
  "ticket.return": ["open"],
  "ticket.reopen": ["closed"],
  "message.edit": ["open"],
  "message.react": ["open"],
};

type Payload<T extends CommandType> = (scene: Scene, random: Random) => CommandPayload<T> | null;

/**
 * A random payload of each command; null: the scene has nothing that it could be about. A command without a function
 * has no effect. An announcement would reach the companies of other tests: its own test has it.
 */
const payloads: { [T in CommandType]: Payload<T> | null } = {
  "ticket.accept": ({ on }) => on,
  "ticket.return": ({ on }) => on,
  "ticket.close": ({ on }) => on,
  "ticket.reopen": ({ on }) => on,
  "ticket.read": ({ on }) => on,
  "ticket.transfer": ({ on, queue, support, ana, bia }, random) => ({
    ...on,
    ...random.pick([
      { queueId: queue.id, userId: null },
      { queueId: queue.id, userId: ana.id },
      { queueId: support.id, userId: bia.id },
    ]),
    note: random.pick([null, "", " Já pagou "]),
  }),
  // The device may not have the ticket any more.
  "ticket.takeBack": null,
  "ticket.delete": ({ on }) => on,
  "ticket.tag": ({ on, tags, lanes }, random) => ({
    ...on,
    add: random.pick([[], [tags[1] ?? ""], [lanes[1] ?? ""], [lanes[0] ?? "", tags[1] ?? ""], [...lanes]]),
    remove: random.pick([[], [tags[0] ?? ""]]),
  }),
  "ticket.lane": ({ on, lanes }, random) => ({ ...on, laneId: random.pick([null, ...lanes]) }),
  "ticket.create": ({ without, queue }, random) => ({
    contactId: without.id,
    queueId: queue.id,
    status: random.pick(["open", "pending"] as const),
  }),
  "message.send": ({ on, received }, random) => ({
    ...on,
    body: random.pick(["Bom dia", " Já vou! "]),
    quotedId: random.pick([null, received.id]),
  }),
  "message.retry": null,
  "message.fetchMedia": null,
  "message.discard": null,
  "message.delete": null,
  "message.edit": ({ on, made, isReplied }) => (isReplied ? { ...on, messageId: made.reply, body: "Boa tarde" } : null),
  // For another message than the last one, only the server knows the text.
  "message.react": ({ on, made, isReplied }, random) =>
    isReplied ? { ...on, messageId: made.reply, emoji: random.pick(["👍", ""]) } : null,
  "message.forward": null,
  "note.add": ({ on }, random) => ({ ...on, note: random.pick(["Ligar", " amanhã cedo "]) }),
  "note.delete": ({ on, made }) => ({ ...on, noteId: made.note }),
  "tag.create": null,
  "quickMessage.create": (_scene, random) => ({
    shortcode: ` ${randomUUID().slice(0, 8)} `,
    message: " Olá! ",
    isGeneral: random.pick([true, false]),
  }),
  "quickMessage.update": ({ made }, random) => ({
    quickMessageId: made.quickMessage,
    change: random.pick([{}, { message: " Boa tarde " }, { shortcode: randomUUID().slice(0, 8), isGeneral: false }]),
    baseRev: 0,
  }),
  "quickMessage.delete": ({ made }) => ({ quickMessageId: made.quickMessage }),
  "schedule.create": ({ contact }, random) => ({
    contactId: contact.id,
    body: " Chega amanhã ",
    sendAt: random.pick([soon(5), "2031-03-05T13:15:00.000Z"]),
    isMarketing: random.pick([true, false]),
    contactName: "Helena Sampaio",
  }),
  "schedule.change": ({ made, without }, random) => ({
    scheduleId: made.schedule,
    ...random.pick([{ body: " Outro texto " }, { sendAt: soon(7) }, { isMarketing: true }, { contactId: without.id }]),
    contactName: "Helena Sampaio",
  }),
  "schedule.delete": ({ made }) => ({ scheduleId: made.schedule }),
  "draft.save": null,
  "chat.create": ({ bia, admin }, random) => ({
    title: random.pick(["", " Caixa "]),
    userIds: random.pick([[bia.id], [bia.id, admin.id]]),
  }),
  "chat.update": ({ made, bia, admin, ana }, random) => ({
    chatId: made.chat,
    ...random.pick([
      { title: " Nova " },
      { add: [admin.id] },
      { remove: [bia.id], add: [admin.id] },
      { remove: [ana.id] },
    ]),
  }),
  "chat.delete": ({ made }) => ({ chatId: made.chat }),
  "chat.read": ({ made }, random) => ({ chatId: made.chat, seq: random.pick([0, 1, 9]) }),
  "chatMessage.send": ({ made }) => ({ chatId: made.chat, body: " Tudo bem? " }),
  "contact.create": null,
  "contact.update": null,
  "announcement.read": null,
};

/** The fields that only the server knows, by collection and by command. */
const serverOnly: { [C in OverlaidCollection]: readonly string[] } = {
  tickets: ["rev", "updatedAt", "sortKey"],
  chats: ["rev", "updatedAt"],
  schedules: ["rev", "contactNumber"],
  quickMessages: ["rev"],
  announcements: ["rev", "readAt"],
};
const serverOnlyOf: Partial<Record<CommandType, readonly string[]>> = {
  "ticket.create": ["number", "connectionId", "contactPicture"],
  "chatMessage.send": ["lastSeq"],
  // Who may answer it then, and what the contact wrote before our last message.
  "ticket.transfer": ["canAnswer", "lastWords"],
  "ticket.return": ["lastWords"],
};

/** An instant of the last minute, of this machine's clock or of the database's, is "now". */
const comparable = (type: CommandType, collection: OverlaidCollection, document: object | null): unknown => {
  if (!document) return null;
  const left = new Set([...serverOnly[collection], ...(serverOnlyOf[type] ?? [])]);
  const kept: Record<string, unknown> = Object.fromEntries(
    Object.entries(document).filter(([name]) => !left.has(name)),
  );
  // The server orders them by name.
  if (Array.isArray(kept.tagIds)) kept.tagIds.sort();
  return JSON.parse(JSON.stringify(kept), (_name, value) => {
    const at = typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : Number.NaN;
    return Math.abs(at - testTime()) < 60_000 ? "now" : value;
  });
};

async function factsOf({ companyId, lanes }: Scene, threads: ReadonlyMap<string, { messages?: unknown[] }>) {
  const [users, contacts] = await testDatabase().company(companyId, async (db) => [
    await db.select().from(schema.users),
    await db.select().from(schema.contacts),
  ]);
  return {
    timeZone,
    isKanban: (id: string) => lanes.includes(id),
    contact: (id: string) => contacts.find((one) => one.id === id),
    nameOf: (id: string) => users.find((one) => one.id === id)?.name ?? "",
    messages: (id: string) => threads.get(id)?.messages ?? [],
  } as unknown as EffectContext<OverlaidCollection>;
}

test.each(commandTypes.filter((type) => payloads[type]))(
  "%s: the device shows what the server writes",
  async (type) => {
    const random = seeded(Number(process.env.TEST_SEED ?? 1) + commandTypes.indexOf(type));
    const company = await givenCompany();
    const ana = await givenAgent({
      ...{ companyId: company.companyId, name: "Ana", queueIds: [company.queue.id, company.support.id] },
      ...{ allTicket: true, profile: "admin" as const },
    });
    let applied = 0;
    // Further runs, where no scene had what the command is about.
    for (let run = 0; run < RUNS || (applied === 0 && run < 10 * RUNS); run += 1) {
      const scene = await givenScene({ ...company, ana }, random, statusesFor[type]);
      const payload = payloads[type]?.(scene, random);
      if (!payload) continue;
      const row = commandRow(type);
      const id: string = randomUUID();
      const threads = givenDevice(ana, "chatThreads");
      await threads.pull();
      const facts = { ...(await factsOf(scene, threads.held as never)), userId: ana.id, userName: ana.name };
      for (const collection of Object.keys(row.effects ?? {}) as OverlaidCollection[]) {
        const device = givenDevice(ana, collection);
        await device.pull();
        const record = givenCommand(type, payload as never, { id, createdAt: testNow().toISOString() });
        const target: string = row.creates === "subject" ? id : record.lane;
        const before = (device.held.get(target) ?? null) as Documents[OverlaidCollection] | null;
        const shown = applyEffects(collection, before, [record], facts);
        const answer = await send(ana, type, payload, id);
        if (answer?.status !== "applied") continue;
        applied += 1;
        await device.pull();
        const now = device.held.get(target) ?? null;
        expect(comparable(type, collection, shown), JSON.stringify({ payload, before })).toEqual(
          comparable(type, collection, now),
        );
      }
    }
    expect(applied).toBeGreaterThan(0);
  },
);

test("each effect is tried", () => {
  const untried = commandTypes.filter((type) => commandRow(type).effects && !payloads[type]);
  expect(untried).toEqual(["announcement.read"]);
});
