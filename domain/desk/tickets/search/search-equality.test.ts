import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import postgres from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import { searchable } from "../../../../contracts/search-text.ts";
import { schema } from "../../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact } from "../../../../db/testing/given.ts";
import { acting, atDesk } from "../../../testing.ts";
import { newestFirst } from "../documents/select-tickets.ts";
import { readableMessages, visibleTickets } from "../policy.ts";
import { type SearchLimits, searchTickets } from "./search-tickets.ts";

const { contacts, messages, tickets } = schema;
const TICKETS = 90;
const vocabulary = ["pedido", "Preço", "frete", "ÚLTIMO", "100%", "a_b", "c\\d", "nota", "fiscal", "não", "55", "açaí"];

type Desk = Awaited<ReturnType<typeof givenCompany>>;
/** How often a word occurs depends on its rank and on the age of the ticket. */
const words = fc.array(
  fc
    .tuple(fc.nat(vocabulary.length - 1), fc.nat(vocabulary.length - 1))
    .map(([a, b]) => vocabulary[Math.min(a, b)] ?? ""),
  { minLength: 1, maxLength: 4 },
);
const written = fc.record({ words, queue: fc.nat(2), isDeleted: fc.boolean(), isOld: fc.boolean() });
const history = fc.array(
  fc.record({
    // Slices of the index: some tickets share one, others have one of their own.
    slice: fc.option(fc.nat(5), { freq: 3 }),
    minute: fc.nat(40),
    queue: fc.nat(2),
    user: fc.nat(2),
    contact: fc.nat(3),
    written: fc.array(written, { maxLength: 5 }),
  }),
  { minLength: TICKETS, maxLength: TICKETS },
);
/** Small limits, so that each way of searching is taken within some tickets. */
const limits: fc.Arbitrary<SearchLimits> = fc.record({
  read: fc.integer({ min: 1, max: 12 }),
  maxRead: fc.nat(30),
  least: fc.integer({ min: 1, max: 8 }),
  most: fc.integer({ min: 1, max: 20 }),
  unseen: fc.constantFrom(null, 3),
  maxSlices: fc.constantFrom(1, 5, 100),
  longest: fc.integer({ min: 4, max: 60 }),
  maxMessages: fc.constantFrom(1, 5, 20, 500),
});
const text = fc.oneof(
  fc.constantFrom(...vocabulary, "#7", "12", "helena", "olá", "e", "%", "_", "\\", "ped", "edi"),
  fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(...vocabulary)).map((pair) => pair.join(" ").toUpperCase()),
);
const search = fc.record({
  text,
  limits,
  page: fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.constantFrom(0, 0, 3, 20) }),
  actor: fc.constantFrom("admin", "ana", "bia", "historian"),
  status: fc.constantFrom("open", "closed", undefined),
});

async function givenHistory(desk: Desk, made: typeof history extends fc.Arbitrary<infer T> ? T : never) {
  const { companyId } = desk;
  const names = ["Helena Prado", "Olá Açaí", "Bruno 100%", "Caio"];
  const people = await Promise.all(names.map((name) => givenContact({ companyId, name })));
  const queueIds = [desk.queue.id, desk.support.id, null];
  const userIds = [desk.ana.id, desk.bia.id, null];
  const rows = made.map(({ slice, minute, queue, user, contact }, place) => ({
    ...{ companyId, number: place + 1, connectionId: randomUUID(), contactId: people[contact]?.id ?? "" },
    id: slice === null ? randomUUID() : `01a${slice}${randomUUID().slice(4)}`,
    ...{ queueId: queueIds[queue] ?? null, userId: userIds[user] ?? null },
    status: place % 3 === 0 ? ("open" as const) : ("closed" as const),
    lastMessageAt: new Date(1_770_000_000_000 - minute * 60_000),
  }));
  const said = rows.flatMap(({ id, contactId, lastMessageAt }, place) =>
    (made[place]?.written ?? []).map(({ words, queue, isDeleted, isOld }) => ({
      ...{ companyId, id: randomUUID(), ticketId: id, contactId, queueId: queueIds[queue] ?? null, fromMe: false },
      // The last words of the vocabulary are frequent in old tickets only.
      body: `${words.join(" ")}${isOld && lastMessageAt.getTime() < 1_769_998_800_000 ? " antigo guia" : ""}`,
      isDeleted: isDeleted && place % 2 === 0,
    })),
  );
  await atDesk(companyId, async ({ db }) => {
    await db.insert(tickets).values(rows);
    if (said.length > 0) await db.insert(messages).values(said);
  });
}

/** The same by one statement that reads everything. */
function plainSearch(agent: GivenAgent, wanted: string, status: "open" | "closed" | undefined): Promise<string[]> {
  const part = searchable(wanted);
  const number = Number(/^#?(\d{1,9})$/.exec(wanted)?.[1] ?? -1);
  const said = sql`exists (select 1 from ${messages} where ${messages.companyId} = ${agent.companyId}
    and ${messages.ticketId} = ${tickets.id} and position(${part} in searchable(${messages.body})) > 0
    and not ${messages.isDeleted} and ${readableMessages(agent)})`;
  const named = sql`exists (select 1 from ${contacts} where ${contacts.companyId} = ${agent.companyId}
    and ${contacts.id} = ${tickets.contactId} and position(${part} in ${contacts.search}) > 0)`;
  return acting(agent, async ({ db, companyId }) => {
    const found = await db
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        and(
          eq(tickets.companyId, companyId),
          visibleTickets(agent),
          status && eq(tickets.status, status),
          sql`(${tickets.number} = ${number} or ${named} or (${wanted.length >= 3} and ${said}))`,
        ),
      )
      .orderBy(...newestFirst);
    return found.map(({ id }) => id);
  });
}

test("search: each page has the same tickets as one plain statement, for every history, text, page and user", async () => {
  const owner = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
  onTestFinished(() => owner.end());
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(search, { minLength: 25, maxLength: 25 }),
      fc.boolean(),
      async (made, all, isMost) => {
        const desk = await givenCompany();
        await givenHistory(desk, made);
        // A company with most of the tickets is searched without its own slice.
        await owner`analyze tickets`;
        if (isMost)
          await owner`insert into ticket_counters (company_id, last) values (${desk.companyId}, 2000000000)
          on conflict (company_id) do update set last = excluded.last`;
        const historian = { ...desk.ana, allHistoric: true };
        const actors = { admin: desk.admin, ana: desk.ana, bia: desk.bia, historian };
        for (const one of all) {
          const agent = actors[one.actor as keyof typeof actors];
          const expected = await plainSearch(agent, one.text, one.status);
          const filter = one.status && eq(tickets.status, one.status);
          const found = await acting(agent, (ctx) => searchTickets(ctx, one.text, filter, one.page, one.limits));
          const { limit, offset } = one.page;
          expect(found, JSON.stringify(one)).toEqual(expected.slice(offset, offset + limit));
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
}, 300_000);
