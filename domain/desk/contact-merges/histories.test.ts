import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DomainError } from "../../../contracts/domain-error.ts";
import { testTime } from "../../../contracts/testing/clock.ts";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, textFrom } from "../../testing.ts";
import { blockContact, createContact, findOrCreateContact, updateContact } from "../contacts/index.ts";
import { saveDraft } from "../drafts/index.ts";
import { receiveMessage, sendMessage } from "../messages/index.ts";
import { addNote } from "../notes/index.ts";
import { createSchedule } from "../schedules/index.ts";
import { createTag, tagTicket } from "../tags/index.ts";
import { acceptTicket, closeTicket, markTicketRead, reopenTicket } from "../tickets/index.ts";
import { mergeOnRequest, undoMerge } from "./index.ts";

const { contacts, connections, messages, tickets } = schema;

/** Number of histories; FUZZ_MERGES extends or shortens the search. */
const RUNS = sizeOf("FUZZ_MERGES");

const tables = [
  "contacts",
  "contact_addresses",
  "contact_fields",
  "tickets",
  "messages",
  "ticket_events",
  "ticket_ratings",
  "ticket_notes",
  "ticket_tags",
  "drafts",
  "schedules",
];

type Simulation = Awaited<ReturnType<typeof givenSimulation>>;

async function givenSimulation() {
  const company = await givenCompany();
  const { companyId, connection, admin } = company;
  const second = randomUUID();
  await atDesk(companyId, (ctx) => ctx.db.insert(connections).values({ companyId, id: second, name: "Outra" }));
  const phones = ["5531955502001", "5531955502002"] as const;
  const ids: string[] = [];
  for (const [n, number] of phones.entries())
    ids.push((await acting(admin, (ctx) => createContact(ctx, { name: `Pessoa ${n}`, number }))).id);
  const tag = await acting(admin, (ctx) => createTag(ctx, { name: "VIP", isKanban: false }));
  let clock = testTime() - 86_400_000;
  const now = () => {
    clock += 1_000;
    return new Date(clock);
  };
  return { ...company, connectionIds: [connection.id, second], phones, ids, tagId: tag.id, now };
}

const steps = [
  "write",
  "write",
  "write",
  "accept",
  "close",
  "reopen",
  "reply",
  "read",
  "note",
  "tag",
  "draft",
  "plan",
] as const;
const others = ["block", "rename", "fields"] as const;
const step = fc.record({
  what: fc.constantFrom(...steps, ...others),
  who: fc.constantFrom(0, 1),
  line: fc.constantFrom(0, 1),
  pick: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Performs the step if the rules allow it at this point. */
async function play(simulation: Simulation, { what, who, line, pick }: Step): Promise<void> {
  const { companyId, admin, ids, now } = simulation;
  const contactId = ids[who] as string;
  const at = now();
  const as = (work: (ctx: Context) => Promise<unknown>) => acting(admin, work, at);
  if (what === "write") {
    const sender = { phone: simulation.phones[who] as string };
    const message = textFrom(simulation.connectionIds[line] as string, { sender, body: `m${at.getTime()}`, at });
    await atDesk(companyId, (ctx) => receiveMessage(ctx, message), at);
    return;
  }
  const rows = await atDesk(companyId, async (ctx) => {
    const { id } = await findOrCreateContact(ctx, {
      addresses: [{ kind: "phone", address: simulation.phones[who] as string }],
    });
    return ctx.db.select().from(tickets).where(eq(tickets.contactId, id)).orderBy(tickets.number);
  });
  const ticketId = rows[pick % Math.max(1, rows.length)]?.id;
  if (what === "block") return void (await as((ctx) => blockContact(ctx, contactId, pick % 2 === 0)));
  if (what === "rename") return void (await as((ctx) => updateContact(ctx, contactId, { name: `Nome ${pick}` })));
  if (what === "fields")
    return void (await as((ctx) => updateContact(ctx, contactId, { extraInfo: [{ name: "a", value: String(pick) }] })));
  if (what === "plan") {
    const words = { contactId, body: "Até amanhã!", sendAt: "2031-01-01T10:00:00.000Z" };
    const plan = { ...words, userId: null, fileId: null, isMarketing: false };
    return void (await as((ctx) => createSchedule(ctx, plan)));
  }
  if (!ticketId) return;
  const verbs = {
    accept: (ctx: Context) => acceptTicket(ctx, ticketId),
    close: (ctx: Context) => closeTicket(ctx, ticketId),
    reopen: (ctx: Context) => reopenTicket(ctx, ticketId),
    read: (ctx: Context) => markTicketRead(ctx, ticketId),
    reply: (ctx: Context) => sendMessage(ctx, { id: randomUUID(), ticketId, body: `r${at.getTime()}` }),
    note: (ctx: Context) => addNote(ctx, { ticketId, note: "Ligar" }),
    tag: (ctx: Context) => tagTicket(ctx, ticketId, { add: [simulation.tagId], remove: [] }),
    draft: (ctx: Context) => saveDraft(ctx, { ticketId, text: `d${pick}`, baseRev: 0, writerId: randomUUID() }),
  };
  await as(verbs[what]).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

/** All rows, without their update times. */
function snapshot(simulation: Simulation): Promise<Record<string, unknown>> {
  return atDesk(simulation.companyId, async (ctx) => {
    const all: Record<string, unknown> = {};
    for (const table of tables) {
      const rows = await ctx.db.execute<{ row: string }>(
        sql`select (to_jsonb(t) - 'updated_at')::text as row from ${sql.identifier(table)} t order by 1`,
      );
      all[table] = rows.map(({ row }) => JSON.parse(row));
    }
    return all;
  });
}

const history = fc.array(step, { minLength: 2, maxLength: 14 });

test("a merge and its undo restore the state before, whatever it was", async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.boolean(), async (before, elderLeads) => {
      const simulation = await givenSimulation();
      for (const each of before) await play(simulation, each);
      const was = await snapshot(simulation);
      const [first, second] = elderLeads ? simulation.ids : simulation.ids.toReversed();
      const { mergeId } = await acting(
        simulation.admin,
        (ctx) => mergeOnRequest(ctx, first as string, second as string),
        simulation.now(),
      );
      await acting(simulation.admin, (ctx) => undoMerge(ctx, mergeId as string), simulation.now());
      expect(await snapshot(simulation)).toEqual(was);
    }),
    { seed: 20_260_601, numRuns: RUNS, endOnFailure: true },
  );
}, 180_000);

test("after random actions during a merge, undoing gives each contact its own, loses nothing and keeps all rules", async () => {
  await fc.assert(
    fc.asyncProperty(history, history, async (before, meanwhile) => {
      const simulation = await givenSimulation();
      const { companyId, admin } = simulation;
      const messagesOf = () => atDesk(companyId, (ctx) => ctx.db.select().from(messages));
      const ticketsOf = () => atDesk(companyId, (ctx) => ctx.db.select().from(tickets));
      for (const each of before) await play(simulation, each);
      const former = await messagesOf();
      const formerTickets = await ticketsOf();
      const { mergeId, contactId } = await acting(
        admin,
        (ctx) => mergeOnRequest(ctx, simulation.ids[0] as string, simulation.ids[1] as string),
        simulation.now(),
      );
      for (const each of meanwhile) await play(simulation, each);
      const all = await messagesOf();
      await acting(admin, (ctx) => undoMerge(ctx, mergeId as string), simulation.now());
      const now = new Map((await messagesOf()).map((message) => [message.id, message]));
      const desk = await ticketsOf();
      expect([...now.keys()].sort()).toEqual(all.map(({ id }) => id).sort());
      for (const message of former)
        expect([message.id, now.get(message.id)?.contactId, now.get(message.id)?.ticketId]).toEqual([
          message.id,
          message.contactId,
          message.ticketId,
        ]);
      const known = new Set(former.map(({ id }) => id));
      for (const message of now.values()) if (!known.has(message.id)) expect(message.contactId).toBe(contactId);
      const owner = new Map(desk.map((ticket) => [ticket.id, ticket.contactId]));
      for (const message of now.values()) expect(owner.get(message.ticketId)).toBe(message.contactId);
      for (const ticket of formerTickets)
        expect([ticket.id, owner.get(ticket.id)]).toEqual([ticket.id, ticket.contactId]);
      for (const ticket of desk)
        if (ticket.lastMessageId)
          expect([ticket.id, now.get(ticket.lastMessageId)?.ticketId]).toEqual([ticket.id, ticket.id]);
      const living = await atDesk(companyId, (ctx) =>
        ctx.db
          .select()
          .from(contacts)
          .where(and(eq(contacts.companyId, companyId), ne(contacts.name, ""))),
      );
      expect(living.map(({ mergedIntoId }) => mergedIntoId)).toEqual([null, null]);
    }),
    { seed: 20_260_602, numRuns: RUNS, endOnFailure: true },
  );
}, 180_000);
