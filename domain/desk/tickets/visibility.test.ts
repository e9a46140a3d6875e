import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { profiles } from "../../../contracts/account/permissions.ts";
import { ticketStatuses } from "../../../contracts/desk/tickets.ts";
import { testNow } from "../../../contracts/testing/clock.ts";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact } from "../../../db/testing/given.ts";
import type { Actor } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import {
  canSeeTicket,
  isHiddenFrom,
  keepsContactOf,
  readableMessages,
  requireTicketHead,
  ticketDocuments,
  ticketKindsOf,
  visibleTickets,
} from "./index.ts";

const { messages, queues, tickets } = schema;
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_701);
const PEOPLE = 4;
const QUEUES = 4;

/** Indexes into the company's users and queues; one past the end means none. */
const person = fc.nat(PEOPLE);
const queue = fc.nat(QUEUES);

const history = fc.array(
  fc.record({
    contact: fc.nat(3),
    isGroup: fc.boolean(),
    status: fc.constantFrom(...ticketStatuses),
    queue,
    user: person,
    /** The queues in which it was written before, message by message. */
    written: fc.array(queue, { maxLength: 3 }),
    /** Then it moves: to a queue, a user, another state, another contact. */
    moves: fc.array(
      fc.record({
        queue: fc.option(queue),
        user: fc.option(person),
        status: fc.option(fc.constantFrom(...ticketStatuses)),
      }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 8 },
);

const people = fc.array(
  fc.record({
    user: fc.nat(PEOPLE - 1),
    profile: fc.constantFrom(...profiles),
    isSuper: fc.boolean(),
    queues: fc.subarray(Array.from({ length: QUEUES }, (_, place) => place)),
    allTicket: fc.boolean(),
    allHistoric: fc.boolean(),
    allUserChat: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

async function givenDesk() {
  const { companyId } = await givenCompany();
  const queueIds = Array.from({ length: QUEUES }, () => randomUUID() as string);
  const userIds = Array.from({ length: PEOPLE }, () => randomUUID() as string);
  await atDesk(companyId, (ctx) =>
    ctx.db
      .insert(queues)
      .values(queueIds.map((id, place) => ({ companyId, id, name: `Fila ${place}`, color: `#00000${place}` }))),
  );
  const contacts = [0, 1, 2, 3].map((place) => ({ companyId, isGroup: place === 3 }));
  const contactIds: string[] = [];
  for (const contact of contacts) contactIds.push((await givenContact(contact)).id);
  return { companyId, queueIds, userIds, contactIds };
}

test("after random histories, for any user, SQL and code agree on visible tickets and messages", async () => {
  const { companyId, queueIds, userIds, contactIds } = await givenDesk();
  const queueAt = (place: number) => queueIds[place] ?? null;
  const userAt = (place: number) => userIds[place] ?? null;
  let number = 0;
  let seen = 0;
  let unseen = 0;
  await fc.assert(
    fc.asyncProperty(history, people, async (steps, actors) => {
      await atDesk(companyId, async ({ db }) => {
        await db.delete(messages);
        await db.delete(tickets);
        for (const { contact, isGroup, status, queue: first, user, written, moves } of steps) {
          const id = randomUUID();
          const contactId = contactIds[contact] ?? "";
          const own = { companyId, id, contactId, isGroup, connectionId: randomUUID() };
          number += 1;
          await db.insert(tickets).values({ ...own, number, status, queueId: queueAt(first), userId: userAt(user) });
          for (const place of [...written, first])
            await db.insert(messages).values({
              companyId,
              id: randomUUID(),
              ticketId: id,
              contactId,
              fromMe: false,
              body: "x",
              queueId: queueAt(place),
            });
          for (const move of moves) {
            const change = {
              ...(move.queue !== null && { queueId: queueAt(move.queue) }),
              ...(move.user !== null && { userId: userAt(move.user) }),
              ...(move.status !== null && { status: move.status }),
            };
            if (Object.keys(change).length > 0) await db.update(tickets).set(change).where(eq(tickets.id, id));
          }
        }
        const all = await db.select().from(tickets);
        const joined = and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId));
        const written = await db
          .select({ message: messages, ticket: tickets })
          .from(messages)
          .innerJoin(tickets, joined);
        for (const { user, queues: own, ...may } of actors) {
          const actor: Actor = {
            companyId,
            id: userIds[user] ?? "",
            name: "Agente",
            queueIds: own.map((place) => queueIds[place] ?? ""),
            ...may,
          };
          const known = new Set(all.filter((ticket) => canSeeTicket(actor, ticket)).map(({ contactId }) => contactId));
          const byCode = all.filter((ticket) => canSeeTicket(actor, ticket, known.has(ticket.contactId)));
          const bySql = await db
            .select({ id: tickets.id })
            .from(tickets)
            .where(and(eq(tickets.companyId, companyId), visibleTickets(actor)));
          expect(bySql.map(({ id }) => id).sort()).toEqual(byCode.map(({ id }) => id).sort());
          const ctx = { db, companyId, actor, device: "", now: testNow() };
          const shownTickets = await ticketDocuments(
            ctx,
            all.map(({ id }) => id),
          );
          expect(shownTickets.map(({ id }) => id).sort()).toEqual(byCode.map(({ id }) => id).sort());
          for (const { id } of all) {
            const head = requireTicketHead(ctx, id).then(
              (ticket) => ticket.id,
              (error) => error.code,
            );
            const isSeen = byCode.some((ticket) => ticket.id === id);
            expect(await head).toBe(isSeen ? id : "ERR_NO_TICKET_FOUND");
          }
          const kinds = await ticketKindsOf(ctx, contactIds);
          const kept = contactIds.filter((id) => keepsContactOf(actor, kinds.get(id) ?? []));
          expect(new Set(kept)).toEqual(new Set(byCode.map(({ contactId }) => contactId)));
          seen += byCode.length;
          unseen += all.length - byCode.length;
          const readable = await db
            .select({ id: messages.id })
            .from(messages)
            .innerJoin(tickets, joined)
            .where(readableMessages(actor));
          const shown = written.filter(({ message, ticket }) => !isHiddenFrom(actor, message, ticket));
          expect(readable.map(({ id }) => id).sort()).toEqual(shown.map(({ message }) => message.id).sort());
        }
      });
    }),
    { seed: SEED, numRuns: sizeOf("FUZZ_VISIBILITY") },
  );
  expect(Math.min(seen, unseen)).toBeGreaterThan(50);
}, 120_000);
