import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ticketStatuses } from "../../../contracts/desk/tickets.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { loadActor } from "../../account/users/index.ts";
import type { Actor } from "../../ground/context.ts";
import { acting, atDesk } from "../../testing.ts";
import {
  canSeeTicket,
  isHiddenFrom,
  readableMessages,
  requireWritableTicket,
  ticketDocuments,
  visibleTickets,
} from "./index.ts";

const { messages, queues, settings, tickets } = schema;

/** A company with every kind of ticket: each status, with and without queue and agent, for some contacts. */
async function givenEveryKind() {
  const { companyId, queue, support, ana, bia } = await givenCompany();
  const third = randomUUID();
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(queues).values({ companyId, id: third, name: "Financeiro", color: "#123456" }),
  );
  const queueIds = [queue.id, support.id, third];
  const userIds = [ana.id, bia.id, null];
  const contacts = await Promise.all(Array.from({ length: 6 }, () => givenContact({ companyId })));
  let turn = 0;
  for (const status of ticketStatuses)
    for (const queueId of [...queueIds, null])
      for (const userId of userIds) {
        const contactId = contacts[turn++ % contacts.length]?.id as string;
        const ticket = await givenTicket({ companyId, contactId, status, queueId, userId, connectionId: randomUUID() });
        const message = { companyId, ticketId: ticket.id, contactId, fromMe: false, body: "x" };
        for (const written of [...queueIds, null])
          await atDesk(companyId, (ctx) =>
            ctx.db.insert(messages).values({ ...message, id: randomUUID(), queueId: written }),
          );
      }
  return { companyId, queueIds, userIds: [ana.id, bia.id, randomUUID()] };
}

test("visibility of tickets and messages is the same in code and in SQL", async () => {
  const { companyId, queueIds, userIds } = await givenEveryKind();
  const all = await atDesk(companyId, (ctx) => ctx.db.select().from(tickets));
  const written = await atDesk(companyId, (ctx) =>
    ctx.db
      .select({ message: messages, ticket: tickets })
      .from(messages)
      .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId))),
  );
  const actors: fc.Arbitrary<Actor> = fc.record({
    companyId: fc.constant(companyId),
    id: fc.constantFrom(...userIds),
    name: fc.constant("Agente"),
    profile: fc.constantFrom("admin", "supervisor", "user"),
    isSuper: fc.boolean(),
    queueIds: fc.subarray(queueIds),
    allTicket: fc.boolean(),
    allHistoric: fc.boolean(),
    allUserChat: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(actors, async (actor) => {
      const known = new Set(all.filter((ticket) => canSeeTicket(actor, ticket)).map((ticket) => ticket.contactId));
      const expected = all.filter((ticket) => canSeeTicket(actor, ticket, known.has(ticket.contactId)));
      const found = await atDesk(companyId, (ctx) =>
        ctx.db
          .select({ id: tickets.id })
          .from(tickets)
          .where(and(eq(tickets.companyId, companyId), visibleTickets(actor))),
      );
      expect(found.map((row) => row.id).sort()).toEqual(expected.map((ticket) => ticket.id).sort());

      const readable = await atDesk(companyId, (ctx) =>
        ctx.db
          .select({ id: messages.id })
          .from(messages)
          .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
          .where(readableMessages(actor)),
      );
      const shown = written.filter(({ message, ticket }) => !isHiddenFrom(actor, message, ticket));
      expect(readable.map((row) => row.id).sort()).toEqual(shown.map(({ message }) => message.id).sort());
    }),
    { numRuns: 60 },
  );
});

test("the super flag alone gives access to no conversation", async () => {
  const { queue, bia } = await givenCompany();
  const scope = { status: "pending" as const, queueId: queue.id, userId: null, contactId: randomUUID() };
  expect(canSeeTicket({ ...bia, isSuper: true }, scope)).toBe(false);
});

test("with the setting, everyone who sees an open ticket may answer it; otherwise only its agent and admins", async () => {
  const { companyId, queue, ana, bia, admin } = await givenCompany();
  const carla = await givenAgent({ companyId, name: "Carla", queueIds: [queue.id] });
  const ticket = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id });
  const mayWrite = async () => {
    const answers: (boolean | undefined)[] = [];
    for (const { id } of [ana, carla, bia, admin]) {
      const actor = await atDesk(companyId, (ctx) => loadActor(ctx.db, companyId, id));
      if (!actor) throw new Error("an agent is gone");
      const may = await acting(actor as GivenAgent, (ctx) => requireWritableTicket(ctx, ticket.id)).then(
        () => true,
        () => false,
      );
      const [document] = await acting(actor as GivenAgent, (ctx) => ticketDocuments(ctx, [ticket.id]));
      // The document's flags agree with the verb.
      expect(document ? document.status !== "closed" && document.canAnswer : false).toBe(may);
      answers.push(may);
    }
    return answers;
  };
  expect(await mayWrite()).toEqual([true, false, false, true]);
  const setting = { companyId, key: "onlyAssigneeAnswers", value: "disabled" };
  await atDesk(companyId, (ctx) => ctx.db.insert(settings).values(setting));
  expect(await mayWrite()).toEqual([true, true, false, true]);
  await atDesk(companyId, (ctx) => ctx.db.update(tickets).set({ status: "closed" }).where(eq(tickets.id, ticket.id)));
  expect(await mayWrite()).toEqual([false, false, false, false]);
});
