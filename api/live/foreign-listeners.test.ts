import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { schema } from "../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { loadActor } from "../../domain/account/users/index.ts";
import { visibleTickets } from "../../domain/desk/tickets/index.ts";
import { givenSignedIn } from "../testing/given-app.ts";
import { allReceived, givenLive, listenLive } from "../testing/given-live.ts";

const { tickets, messages, userQueues } = schema;

let given: Awaited<ReturnType<typeof givenLive>>;
beforeAll(async () => {
  given = await givenLive();
});
afterAll(() => given.stop());

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("say" as const), ticket: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("queue" as const), ticket: fc.nat(4), to: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("user" as const), ticket: fc.nat(4), to: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("status" as const), ticket: fc.nat(4), to: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rights" as const), person: fc.nat(2), to: fc.nat(2) }) },
);
const statuses = ["pending", "open", "closed"] as const;

test("the live channel emits no ticket that its user may not see, over random sequences of changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { companyId, queue, support, ana, bia } = await givenCompany();
      const carla = await givenAgent({ companyId, name: "Carla", queueIds: [support.id], allHistoric: true });
      const people: GivenAgent[] = [ana, bia, carla];
      const queueIds = [queue.id, support.id, null];
      const made = await Promise.all([0, 1, 2, 0, 1].map((at) => givenTicket({ companyId, queueId: queueIds[at] })));
      await given.sequencer.run(companyId);
      const listening = await Promise.all(
        people.map(async (agent) => {
          const client = await givenSignedIn(given, agent);
          const chats = made.map(({ id }) => id);
          return listenLive(given.url, client, { notification: true, statuses: [...statuses], chats });
        }),
      );
      await allReceived(given, companyId, listening);
      for (const one of steps) {
        for (const { received } of listening) received.length = 0;
        const words = randomUUID();
        await testDatabase().company(companyId, async (tx) => {
          if (one.do === "rights") {
            const [person, to] = [people[one.person], queueIds[one.to]];
            if (!person) return;
            await tx.delete(userQueues).where(eq(userQueues.userId, person.id));
            if (to) await tx.insert(userQueues).values({ companyId, userId: person.id, queueId: to });
            return;
          }
          const ticket = made[one.ticket];
          if (!ticket) return;
          const change =
            one.do === "queue"
              ? { queueId: queueIds[one.to] }
              : one.do === "user"
                ? { userId: people[one.to]?.id ?? null }
                : one.do === "status"
                  ? { status: statuses[one.to] }
                  : { unreadMessages: 1 };
          await tx.update(tickets).set(change).where(eq(tickets.id, ticket.id));
          if (one.do !== "say") return;
          const message = { companyId, id: randomUUID(), ticketId: ticket.id, contactId: ticket.contactId };
          await tx.insert(messages).values({ ...message, fromMe: false, body: words });
        });
        await allReceived(given, companyId, listening);
        for (const [place, { received }] of listening.entries()) {
          const person = people[place];
          if (!person) continue;
          const seen = await testDatabase().company(companyId, async (tx) => {
            const actor = await loadActor(tx, companyId, person.id);
            const where = and(eq(tickets.companyId, companyId), actor ? visibleTickets(actor) : undefined);
            return new Set((await tx.select({ id: tickets.id }).from(tickets).where(where)).map(({ id }) => id));
          });
          for (const event of received.filter(({ event }) => /-(ticket|appMessage)$/.test(event))) {
            if (event.action === "delete") continue;
            const ticket = event.ticket as { id: string } | undefined;
            const message = event.message as { ticketId: string } | undefined;
            const id = ticket?.id ?? message?.ticketId ?? String(event.ticketId);
            expect(seen.has(id), `${person.name} was told ${JSON.stringify(event)}`).toBe(true);
          }
          const ticket = one.do === "say" ? made[one.ticket] : undefined;
          if (ticket) expect(JSON.stringify(received).includes(words)).toBe(seen.has(ticket.id));
        }
      }
      for (const { close } of listening) close();
    }),
    { numRuns: sizeOf("LIVE_RUNS"), seed: 20_261_121 },
  );
}, 120_000);
