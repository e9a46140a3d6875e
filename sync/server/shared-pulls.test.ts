import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ThreadUpdate } from "../../contracts/desk/messages.ts";
import { ticketStatuses } from "../../contracts/desk/tickets.ts";
import { type CollectionName, collections, type LogPosition } from "../../contracts/sync.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { schema } from "../../db/index.ts";
import { countStatements } from "../../db/testing/count-statements.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenContact,
  givenTicket,
  testDatabase,
} from "../../db/testing/given.ts";
import { messageRows } from "../../domain/desk/messages/index.ts";
import { ticketDocuments } from "../../domain/desk/tickets/index.ts";
import { acting } from "../../domain/testing.ts";
import { pullChanges } from "./pull.ts";
import { scopeHash } from "./scope-hash.ts";
import { type PullFor, sharePulls } from "./shared-pulls.ts";
import { givenMessage, sequencer } from "./testing/given-device.ts";

const { commandLog, contacts, messages, tickets, userQueues } = schema;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_130);
const deps = { database: testDatabase(), sequencer };

/** Users of every kind of rights, and the end of the company's log. */
async function givenDesk() {
  const company = await givenCompany();
  const { companyId, queue, support, admin, ana, bia } = company;
  const users = [
    ...[admin, ana, bia],
    await givenAgent({ companyId }),
    await givenAgent({ companyId, allTicket: true }),
    await givenAgent({ companyId, queueIds: [queue.id], allHistoric: true }),
    await givenAgent({ companyId, queueIds: [queue.id, support.id] }),
  ];
  const { to } = await pullChanges(deps, admin, { scope: scopeHash(admin), at: {}, limit: 10 });
  return { ...company, users, here: to };
}

const at = (position: LogPosition, names: readonly CollectionName[] = collections) =>
  Object.fromEntries(names.map((name) => [name, position]));

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const place = fc.option(fc.nat(2));
const step = fc.oneof(
  fc.record({ kind: fc.constant("message" as const), ticket: fc.nat(7), isQueued: fc.boolean() }),
  fc.record({
    ...{ kind: fc.constant("ticket" as const), ticket: fc.nat(7), queue: place, user: place },
    status: fc.constantFrom(...ticketStatuses),
  }),
  fc.record({ kind: fc.constant("contact" as const), contact: fc.nat(3) }),
  fc.record({ kind: fc.constant("delete" as const), ticket: fc.nat(7) }),
);

test("users whose pulls share a snapshot get what they may see, and exactly what a pull of their own returns", async () => {
  const { companyId, queue, support, users, here } = await givenDesk();
  const contactIds = await Promise.all([0, 1, 2, 3].map(async () => (await givenContact({ companyId })).id));
  const rows: { id: string; contactId: string }[] = [];
  for (let at = 0; at < 8; at += 1) {
    const queueId = [queue.id, support.id, null][at % 3] ?? null;
    rows.push(await givenTicket({ companyId, contactId: contactIds[at % 4], queueId, connectionId: randomUUID() }));
  }
  const ends = new Map<GivenAgent, LogPosition>(users.map((user) => [user, here]));
  const pullFor = sharePulls(testDatabase());
  let shown = 0;

  async function change(one: typeof step extends fc.Arbitrary<infer T> ? T : never) {
    const queueId = (index: number | null) => (index === null ? null : ([queue.id, support.id][index] ?? null));
    if (one.kind === "contact") {
      const name = `Nome ${Math.random()}`;
      return testDatabase().company(companyId, (db) =>
        db
          .update(contacts)
          .set({ name })
          .where(eq(contacts.id, contactIds[one.contact] ?? "")),
      );
    }
    const ticket = rows[one.ticket];
    if (!ticket) return;
    if (one.kind === "message")
      return givenMessage(ticket, { companyId, queueId: one.isQueued ? queue.id : support.id }).catch(() => {}); // its ticket is gone
    const own = and(eq(tickets.companyId, companyId), eq(tickets.id, ticket.id));
    await testDatabase().company(companyId, async (db) => {
      if (one.kind === "delete") return void (await db.delete(tickets).where(own));
      const userId = one.user === null ? null : (users[one.user]?.id ?? null);
      await db
        .update(tickets)
        .set({ status: one.status, queueId: queueId(one.queue), userId })
        .where(own);
    });
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), fc.subarray(users), async (steps, absent) => {
      for (const one of steps) await change(one);
      await sequencer.run(companyId);
      const present = users.filter((user) => !absent.includes(user));
      const requestOf = (user: GivenAgent) => ({ scope: scopeHash(user), at: at(ends.get(user) ?? here), limit: 50 });
      const together = await Promise.all(present.map((user) => pullFor(user, requestOf(user))));
      for (const [index, user] of present.entries()) {
        const changes = together[index];
        expect(changes).toEqual(await pullChanges(deps, user, requestOf(user)));
        const shownTickets = changes?.parts.tickets?.documents ?? [];
        const threads = (changes?.parts.threads?.documents ?? []) as Partial<ThreadUpdate>[];
        const rowsShown = threads.flatMap(({ messages: own = [] }) => own);
        const [documents, messagesNow] = await acting(user, async (ctx) => [
          await ticketDocuments(ctx, idsOf(shownTickets)),
          await messageRows(ctx, idsOf(rowsShown)),
        ]);
        const byId = new Map(documents.map((document) => [document.id, document]));
        for (const { id, rev, ...content } of shownTickets)
          expect("_deleted" in content ? undefined : { id, ...content }).toEqual(byId.get(id));
        expect(rowsShown).toEqual(messagesNow);
        shown += shownTickets.length;
        ends.set(user, changes?.to ?? here);
      }
    }),
    { seed: SEED, numRuns: sizeOf("FUZZ_SHARED_PULLS"), endOnFailure: true },
  );
  expect(shown).toBeGreaterThan(20);
});

test("the statements of a message are the same for one user and for seven", async () => {
  const { companyId, queue, users, here } = await givenDesk();
  const ticket = await givenTicket({ companyId, queueId: queue.id, userId: null });
  for (const user of users)
    await testDatabase().company(companyId, (db) =>
      db.insert(userQueues).values({ companyId, userId: user.id, queueId: queue.id }).onConflictDoNothing(),
    );
  await givenMessage(ticket, { companyId });
  await sequencer.run(companyId);
  const now = users.map((user) => ({ ...user, queueIds: [...new Set([...user.queueIds, queue.id])] }));
  const statementsOf = async (some: GivenAgent[]) => {
    const { database, count } = countStatements(testDatabase());
    const pullFor = sharePulls(database);
    const found = await Promise.all(
      some.map((user) => pullFor(user, { scope: scopeHash(user), at: at(here), limit: 50 })),
    );
    for (const { parts } of found) expect(parts.threads?.documents).toMatchObject([{ id: ticket.id, whole: true }]);
    return count();
  };
  const alone = await statementsOf(now.filter(({ allHistoric }) => allHistoric));
  expect(await statementsOf(now)).toBe(alone);
});

test("pulls that come during a shared one share the next one; those of another company do not wait for it", async () => {
  const [one, other] = [await givenDesk(), await givenDesk()];
  const pulled: string[] = [];
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const pullFor = sharePulls({
    ...testDatabase(),
    company: async (companyId, work, options) => {
      pulled.push(companyId);
      if (companyId === one.companyId) await gate;
      return testDatabase().company(companyId, work, options);
    },
  });
  const ask = ({ here }: typeof one, user: GivenAgent) =>
    pullFor(user, { scope: scopeHash(user), at: at(here), limit: 50 });
  const first = ask(one, one.ana);
  await expect.poll(() => pulled).toEqual([one.companyId]);
  const later = [one.bia, one.admin].map((user) => ask(one, user));
  await ask(other, other.ana);
  go();
  await Promise.all([first, ...later]);
  expect(pulled).toEqual([one.companyId, other.companyId, one.companyId]);
});

test("a shared pull that fails rejects all of its requests, and the next one answers", async () => {
  const { ana, bia, here } = await givenDesk();
  let isAway = true;
  const pullFor: PullFor = sharePulls({
    ...testDatabase(),
    company: (companyId, work, options) =>
      isAway ? Promise.reject(new Error("no database")) : testDatabase().company(companyId, work, options),
  });
  const ask = (user: GivenAgent) => pullFor(user, { scope: scopeHash(user), at: at(here), limit: 50 });
  const failed = await Promise.allSettled([ask(ana), ask(bia)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  await expect(ask(ana)).resolves.toMatchObject({ scope: scopeHash(ana) });
});

test("one user's changed rights refuse their pull only", async () => {
  const { companyId, ana, bia, here } = await givenDesk();
  await testDatabase().company(companyId, (db) => db.delete(userQueues).where(eq(userQueues.userId, ana.id)));
  await sequencer.run(companyId);
  const pullFor = sharePulls(testDatabase());
  const [ofAna, ofBia] = await Promise.allSettled(
    [ana, bia].map((user) => pullFor(user, { scope: scopeHash(user), at: at(here), limit: 50 })),
  );
  expect(ofAna).toMatchObject({ status: "rejected", reason: { code: "ERR_SCOPE_CHANGED" } });
  expect(ofBia).toMatchObject({ status: "fulfilled", value: { scope: scopeHash(bia) } });
});

test("contacts without tickets come only to the users who changed them on a device", async () => {
  const { companyId, ana, bia, here } = await givenDesk();
  const own = new Map<GivenAgent, string>();
  for (const user of [ana, bia]) {
    const { id: docId } = await givenContact({ companyId });
    const answer = { status: "applied", code: null } as const;
    const command = { id: randomUUID(), companyId, userId: user.id, docId, type: "contact.update", answer };
    await testDatabase().company(companyId, (db) => db.insert(commandLog).values(command));
    own.set(user, docId);
  }
  await sequencer.run(companyId);
  const pullFor = sharePulls(testDatabase());
  const found = await Promise.all(
    [ana, bia].map((user) => pullFor(user, { scope: scopeHash(user), at: at(here), limit: 50 })),
  );
  const ids = found.map(({ parts }) => parts.contacts?.documents.map(({ id }) => id));
  expect(ids).toEqual([ana, bia].map((user) => [own.get(user)]));
});

test("a message that has moved to a ticket the user may not see does not come with its former ticket", async () => {
  const { companyId, queue, support, ana, here } = await givenDesk();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const other = await givenTicket({ companyId, queueId: support.id });
  await sequencer.run(companyId);
  const { to } = await pullChanges(deps, ana, { scope: scopeHash(ana), at: at(here), limit: 50 });
  const { id, body } = await givenMessage(ticket, { companyId, body: "segredo" });
  await testDatabase().company(companyId, (db) =>
    db.update(messages).set({ ticketId: other.id, contactId: other.contactId }).where(eq(messages.id, id)),
  );
  await sequencer.run(companyId);
  const pullFor = sharePulls(testDatabase());
  for (const limit of [1, 50]) {
    const changes = await pullFor(ana, { scope: scopeHash(ana), at: at(to, ["threads"]), limit });
    expect(JSON.stringify(changes)).not.toContain(body);
  }
});
