import { and, asc, eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { derivedId } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import { contactDocuments } from "../../../domain/desk/contacts/index.ts";
import { canSeeTicket } from "../../../domain/desk/tickets/index.ts";
import { atDesk } from "../../../domain/testing.ts";
import { isQuiet } from "../../client/outbox/entry.ts";
import { compareChats, expectChatMessages, knownChats } from "./chat-invariants.ts";
import type { Observation } from "./device-messages.ts";
import { expectMoved, hasMoved, ticketIdOf } from "./moved-commands.ts";
import { actorOf, booted } from "./server.ts";
import { goOnline, type IssuedCommand, type Seat, type Simulation } from "./simulation.ts";

const { messages, tickets, contacts } = schema;
/** In the device's accelerated time this is more than an hour; a busy machine needs some of it. */
const PATIENCE_MS = 60_000;

const byId = <T extends { id: string }>(list: readonly T[]) =>
  Object.fromEntries(list.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((one) => [one.id, one]));

/** Checks every promise when all devices are online, nothing is lost any more and all commands are given. */
export async function expectTruth(simulation: Simulation): Promise<void> {
  simulation.line.loss = 0;
  for (const seat of simulation.seats) await goOnline(seat, simulation.line);
  await simulation.server.notify(simulation.companyId);
  await Promise.all(simulation.seats.map((seat) => seat.device.call("resync", {})));
  for (const seat of simulation.seats) await expectSame(simulation, seat);
  await expectReplies(simulation);
  await expectChatMessages(simulation);
  await expectOneLane(simulation);
  expect(simulation.failures).toEqual([]);
}

/** Waits until the device shows the database's state; the last comparison reports the difference. */
async function expectSame(simulation: Simulation, seat: Seat): Promise<void> {
  const allContacts = await atDesk(simulation.companyId, (ctx) => ctx.db.select().from(contacts));
  const contactIds = allContacts.map(({ id }) => id);
  const chatIds = await knownChats(simulation);
  const own = simulation.given.filter((one) => one.seat === seat && one.type === "ticket.create");
  const creationIds = own.map(({ id }) => id);
  await vi.waitFor(
    async () => {
      const seen = await seat.device.call("look", { contactIds, chatIds: [...chatIds], creationIds });
      await compare(simulation, seat, seen).catch((error: Error) => {
        throw Object.assign(error, { message: `${error.message}\n${around(simulation, seat, seen)}` });
      });
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );
}

/** Context for the failure report. */
function around({ failures }: Simulation, { underWay }: Seat, { outbox }: Observation): string {
  return JSON.stringify({ outbox, underWay: [...underWay], failures: failures.map(String) });
}

/** Fields that a view adds to a ticket's document. */
const viewKeys = ["pending", "failed", "queued", "unsentNotes", "unsentTags"];

async function compare(simulation: Simulation, seat: Seat, seen: Observation) {
  const { companyId } = simulation;
  const where = seat.name;
  expect(["synced", "attention"], `${where}: ${seen.waiting} waiting`).toContain(seen.state);
  expect(seen.waiting, where).toBe(waitingForMade(seen).size);
  const fresh = await booted(seat.agent);
  const strip = <T extends object>(document: T, ...more: string[]) =>
    Object.fromEntries(Object.entries(document).filter(([key]) => key !== "rev" && !more.includes(key)));
  // A ticket whose creation was refused stays visible to its author with its messages.
  const unmade = new Set(seen.outbox.filter(({ type }) => type === "ticket.create").map(({ id }) => id));
  const pulled = seen.tickets.filter(({ id }) => !unmade.has(id));
  const shown = pulled.map((ticket) => strip(ticket, ...viewKeys) as { id: string });
  expect(byId(shown), `${where}: tickets`).toEqual(byId(fresh.tickets.map((one) => strip(one) as { id: string })));
  for (const ticket of pulled) expect(ticket.pending, `${where}: left over`).toEqual([]);

  const threads = seen.threads
    .filter(({ id }) => !unmade.has(id))
    .map(({ messages: rows, ...thread }) => ({
      ...thread,
      messages: rows.filter((row) => row.local === null).map((row) => strip(row, "local", "commandId", "localFileId")),
    }));
  const freshThreads = (fresh.threads as unknown as Observation["threads"]).map(({ id, hasOlder, messages: rows }) => ({
    id,
    hasOlder,
    messages: rows,
  }));
  expect(byId(threads), `${where}: threads`).toEqual(byId(freshThreads));
  expect(
    byId(seen.quickMessages.map((one) => strip(one, "isWaiting") as { id: string })),
    `${where}: quick messages`,
  ).toEqual(byId(fresh.quickMessages.map((one) => strip(one) as { id: string })));
  const unplanned = new Set(seen.outbox.filter(({ type }) => type === "schedule.create").map(({ id }) => id));
  const planned = seen.schedules.filter(({ id }) => !unplanned.has(id));
  expect(
    byId(planned.map((one) => strip(one, "isWaiting", "sendAtLocal", "canChange") as { id: string })),
    `${where}: schedules`,
  ).toEqual(byId(fresh.schedules.map((one) => strip(one) as { id: string })));
  expect(byId(seen.refs.map((one) => strip(one) as { id: string })), `${where}: refs`).toEqual(
    byId(fresh.refs.map((one) => strip(one) as { id: string })),
  );

  await compareChats(simulation, seat, seen, fresh);

  const drafts = Object.fromEntries(fresh.drafts.map(({ id, ...draft }) => [id, "text" in draft && draft.text]));
  const wantedDrafts = pulled.map(({ id }) => [id, drafts[id] ?? null]);
  expect(
    pulled.map(({ id }) => [id, seen.drafts[id] ?? null]),
    `${where}: drafts`,
  ).toEqual(wantedDrafts);

  const here = byId(seen.contacts.map((one) => strip(one) as { id: string }));
  const wanted = byId(fresh.contacts.map((one) => strip(one) as { id: string }));
  for (const [id, contact] of Object.entries(wanted)) expect(here[id], `${where}: contact`).toEqual(contact);
  const present = await atDesk(companyId, (ctx) => contactDocuments(ctx, Object.keys(here)));
  expect(Object.values(here), `${where}: contacts`).toEqual(Object.values(byId(present)));

  const actor = await actorOf(seat.agent);
  const all = await atDesk(companyId, (ctx) => ctx.db.select().from(tickets));
  const known = new Set(all.filter((one) => canSeeTicket(actor, one)).map((one) => one.contactId));
  const visible = all.filter((one) => canSeeTicket(actor, one, known.has(one.contactId)));
  expect(new Set(shown.map(({ id }) => id)), `${where}: by the rule`).toEqual(new Set(visible.map(({ id }) => id)));
  expectOutbox(simulation, seat, seen);
}

/** Commands about something whose creation was refused wait for the user's decision. */
function waitingForMade({ outbox }: Observation): Set<string> {
  const unmade = new Set(outbox.filter(isCreation).map(({ id }) => id));
  const about = ({ payload }: { payload: object }) =>
    Object.entries(payload).some(([key, ids]) => names.includes(key) && [ids].flat().some((id) => unmade.has(id)));
  return new Set(outbox.filter((entry) => entry.state === "waiting" && about(entry)).map(({ id }) => id));
}
/** A quiet command about something whose creation was refused waits, and no screen shows it. */
const waitsUnseen = ({ type, payload }: IssuedCommand, { outbox }: Observation): boolean =>
  isQuiet({ type }) &&
  "ticketId" in payload &&
  outbox.some(({ id, type, state }) => id === payload.ticketId && isCreation({ type }) && state === "refused");
const names = ["ticketId", "chatId", "contactId", "contactIds", "scheduleId", "add", "remove"];
const creations = ["ticket.create", "contact.create", "tag.create", "schedule.create", "chat.create"];
const isCreation = ({ type }: { type: string }) => creations.includes(type);

/** Each refused command stays visible to its author until they decide; no other command remains. */
function expectOutbox(simulation: Simulation, seat: Seat, seen: Observation) {
  const { given, answers } = simulation;
  const waiting = waitingForMade(seen);
  const left = new Map(seen.outbox.filter(({ id }) => !waiting.has(id)).map((entry) => [entry.id, entry]));
  for (const one of given) {
    if (one.seat !== seat || one.gone || waiting.has(one.id)) continue;
    const entry = left.get(one.id);
    left.delete(one.id);
    if (expectMoved(simulation, one, entry, seen) || waitsUnseen(one, seen)) continue;
    const answer = answers.get(one.id);
    expect(answer, `${seat.name}: ${one.type} was never answered`).toBeDefined();
    // A draft needs no decision: the device saves the next one by itself.
    if (answer?.status !== "rejected" || isQuiet(one)) {
      expect(entry, `${seat.name}: ${one.type} applied, and still there`).toBeUndefined();
      continue;
    }
    expect(entry, `${seat.name}: ${one.type} refused, and gone`).toMatchObject({
      state: answer.code === "ERR_REPLY_HELD" ? "held" : "refused",
      error: { code: answer.code },
    });
    if (one.type === "chatMessage.send" && "chatId" in one.payload) {
      const { chatId } = one.payload;
      const thread = seen.chatThreads.find(({ id }) => id === chatId);
      if (thread) expect(thread.messages.map((row) => row.id)).toContain(one.id);
    }
    const ticketId = one.type === "message.send" ? ticketIdOf(simulation, one) : null;
    const thread = seen.threads.find(({ id }) => id === ticketId);
    if (thread) expect(thread.messages.map((row) => row.id)).toContain(one.id);
  }
  expect([...left.values()], `${seat.name}: nobody gave these`).toEqual([]);
}

/** Each applied reply is stored once, as long as its ticket exists, in its author's order, and there is no other. */
async function expectReplies(simulation: Simulation) {
  const { companyId, given, answers } = simulation;
  const [rows, desk] = await atDesk(companyId, async (ctx) => [
    await ctx.db.select().from(messages).orderBy(asc(messages.createdAt), asc(messages.seq), asc(messages.id)),
    await ctx.db.select({ id: tickets.id }).from(tickets).where(eq(tickets.companyId, companyId)),
  ]);
  const living = new Set(desk.map(({ id }) => id));
  const stored = new Map(rows.map((row) => [row.id, row]));
  const discarded = new Set(
    given.flatMap(({ id, type, payload }) =>
      type === "message.discard" && answers.get(id)?.status !== "rejected" && "messageId" in payload
        ? [payload.messageId]
        : [],
    ),
  );
  const replies = given.filter(({ type }) => type === "message.send");
  for (const reply of replies) {
    const { id, gone } = reply;
    const answer = answers.get(id);
    const isApplied = answer !== undefined && answer.status !== "rejected";
    if (!isApplied || gone) expect(stored.has(id), `${answer?.code ?? "discarded"}, and stored`).toBe(false);
    else if (!discarded.has(id) && living.has(ticketIdOf(simulation, reply) ?? ""))
      expect(stored.has(id), "a reply was dropped").toBe(true);
  }
  const forwarded = new Set(given.flatMap(forwardsOf));
  for (const { id, type, payload, gone } of given) {
    const answer = answers.get(id);
    if (type !== "message.forward" || (answer && answer.status !== "rejected" && !gone)) continue;
    const made = forwardsOf({ id, type, payload }).filter((one) => stored.has(one));
    expect(made, `${answer?.code ?? "discarded"}, and forwarded`).toEqual([]);
  }
  // A scheduled message carries the user who planned it.
  const isByHand = (row: (typeof rows)[number]) => row.userId !== null && row.origin !== "schedule";
  const written = rows.filter((row) => isByHand(row) && !forwarded.has(row.id));
  expect(written.map(({ id }) => id).filter((id) => !replies.some((reply) => reply.id === id))).toEqual([]);
  expect(new Set(written.map(({ body }) => body)).size, "a reply was doubled").toBe(written.length);
  for (const seat of new Set(given.map((one) => one.seat))) {
    const first = replies.filter((one) => one.seat === seat && !one.again && !hasMoved(simulation, one));
    const order = first.map(({ id }) => id);
    for (const ticketId of living) {
      const inTicket = written.filter((row) => row.ticketId === ticketId).map(({ id }) => id);
      const kept = order.filter((id) => inTicket.includes(id));
      expect(
        inTicket.filter((id) => order.includes(id)),
        `${seat.name}: order`,
      ).toEqual(kept);
    }
  }
}

/** The ids of a forward's stored messages. */
function forwardsOf({ id, type, payload }: Pick<IssuedCommand, "id" | "type" | "payload">): string[] {
  if (type !== "message.forward" || !("contactIds" in payload)) return [];
  const { contactIds, messageIds } = payload;
  return contactIds.flatMap((contactId) => messageIds.map((messageId) => derivedId(id, contactId, messageId)));
}

/** A ticket is in one lane at most, whatever devices and server did at once. */
async function expectOneLane({ companyId }: Simulation) {
  const { tags, ticketTags } = schema;
  const inLanes = await atDesk(companyId, (ctx) =>
    ctx.db
      .select({ ticketId: ticketTags.ticketId })
      .from(ticketTags)
      .innerJoin(tags, eq(tags.id, ticketTags.tagId))
      .where(and(eq(ticketTags.companyId, companyId), eq(tags.isKanban, true))),
  );
  expect(inLanes.length, "a ticket in two lanes").toBe(new Set(inLanes.map(({ ticketId }) => ticketId)).size);
}
