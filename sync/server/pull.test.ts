import { and, eq, gt, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Checkpoint, scheduleWindow, syncWindow } from "../../contracts/sync.ts";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenContact,
  givenTicket,
  testDatabase,
} from "../../db/testing/given.ts";
import { messageIdOf } from "../../domain/desk/schedules/index.ts";
import { pull, pullThreads } from "./pull.ts";
import { givenDevice, givenMessage, sequencer } from "./testing/given-device.ts";

const { tickets, messages, contacts, changes, unnumberedChanges, clocks, quickMessages, schedules, queues } = schema;
const daysAgo = (days: number) => new Date(testTime() - days * 86_400_000);

async function change(companyId: string, id: string, set: Partial<typeof tickets.$inferInsert>) {
  await testDatabase().company(companyId, (tx) => tx.update(tickets).set(set).where(eq(tickets.id, id)));
}

const ticketsRequest = { collection: "tickets", checkpoint: undefined, limit: 2 } as const;

describe("booting tickets", () => {
  test("returns the newest first, page by page, and continues live from the revision read first", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const ids: string[] = [];
    for (let age = 0; age < 7; age += 1) {
      ids.push((await givenTicket({ companyId, queueId: queue.id, lastMessageAt: daysAgo(age / 100) })).id);
    }
    const device = givenDevice(ana, "tickets");
    const came = await device.pull(3);
    expect(came.map(({ id }) => id)).toEqual(ids);
    expect(device.checkpoint).toMatchObject({ phase: "live", rev: expect.any(Number) });
    const later = await givenTicket({ companyId, queueId: queue.id });
    expect((await device.pull()).map(({ id }) => id)).toEqual([later.id]);
    expect(await device.pull()).toEqual([]);
  });

  test("neither loses nor repeats one of two tickets with the same instant at a page boundary", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const lastMessageAt = daysAgo(0.1);
    for (let count = 0; count < 5; count += 1) await givenTicket({ companyId, queueId: queue.id, lastMessageAt });
    const came = await givenDevice(ana, "tickets").pull(2);
    expect(new Set(came.map(({ id }) => id)).size).toBe(5);
    expect(came).toHaveLength(5);
  });

  test("begins with the open conversations of the first screen, and then brings the whole window", async () => {
    const { companyId, queue, support, ana, bia } = await givenCompany();
    const given = (age: number, set: object = {}) =>
      givenTicket({ companyId, queueId: queue.id, status: "open", lastMessageAt: daysAgo(age), ...set });
    const waiting = [0.1, 0.2, 0.3, 0.4].map((age) => given(age, { status: "pending" }));
    const others = await Promise.all([given(1, { userId: bia.id }), given(2, { userId: bia.id })]);
    const own = await Promise.all([given(3, { userId: ana.id }), given(4, { userId: ana.id })]);
    await given(0, { queueId: support.id });
    const group = await given(0.5, { userId: ana.id, isGroup: true });
    const foreigner = await givenCompany();
    await givenTicket({ companyId: foreigner.companyId, status: "open", lastMessageAt: daysAgo(0) });
    const window = [...(await Promise.all(waiting)), group, ...others, ...own].map(({ id }) => id);

    const page = await pull({ database: testDatabase(), sequencer }, ana, ticketsRequest);
    expect(new Set(page.documents.map(({ id }) => id))).toEqual(new Set([others[0]?.id, own[0]?.id]));
    const device = givenDevice(ana, "tickets");
    const came = (await device.pull(2)).map(({ id }) => id);
    expect(came.slice(2)).toEqual(window);
    const threads = (await givenDevice(ana, "threads").pull(2)).map(({ id }) => id);
    expect([new Set(threads.slice(0, 2)), threads.slice(2)]).toEqual([new Set(came.slice(0, 2)), window]);
  });

  test("leaves out tickets closed before the window and those that the user may not see", async () => {
    const { companyId, queue, support, ana, admin } = await givenCompany();
    const closed = (closedAt: Date) => givenTicket({ companyId, queueId: queue.id, status: "closed", closedAt });
    await closed(daysAgo(syncWindow.closedDays + 1));
    const recent = await closed(daysAgo(1));
    const foreign = await givenTicket({ companyId, queueId: support.id });
    const free = await givenTicket({ companyId });
    const ofAna = new Set((await givenDevice(ana, "tickets").pull()).map(({ id }) => id));
    expect(ofAna).toEqual(new Set([recent.id, free.id]));
    const ofAdmin = new Set((await givenDevice(admin, "tickets").pull()).map(({ id }) => id));
    expect(ofAdmin).toEqual(new Set([recent.id, free.id, foreign.id]));
  });

  test("returns a tombstone for a ticket that leaves during the boot", async () => {
    const { companyId, queue, support, ana } = await givenCompany();
    const older = await givenTicket({ companyId, queueId: queue.id, lastMessageAt: daysAgo(1) });
    const newer = await givenTicket({ companyId, queueId: queue.id });
    const device = givenDevice(ana, "tickets");
    await device.pull(1);
    device.startFrom({ ...(device.checkpoint ?? { scope: "", rev: 0 }), phase: "live" });
    await change(companyId, newer.id, { queueId: support.id });
    await device.pull();
    expect([...device.held.keys()]).toEqual([older.id]);
  });
});

describe("the end of a pull", () => {
  async function pages(ana: GivenAgent, checkpoint?: Checkpoint) {
    const seen: { count: number; hasMore: boolean }[] = [];
    for (let at = checkpoint; ; ) {
      const request = { collection: "tickets", checkpoint: at, limit: 2 } as const;
      const page = await pull({ database: testDatabase(), sequencer }, ana, request);
      seen.push({ count: page.documents.length, hasMore: page.hasMore });
      at = page.checkpoint;
      if (!page.hasMore) return { seen, at };
    }
  }

  test("each page says whether there is more, so that no extra request is needed", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const given = () => givenTicket({ companyId, queueId: queue.id });
    for (let count = 0; count < 3; count += 1) await given();
    const booted = await pages(ana);
    expect(booted.seen).toEqual([
      { count: 2, hasMore: true },
      { count: 1, hasMore: false },
    ]);
    for (let count = 0; count < 3; count += 1) await given();
    const lived = await pages(ana, booted.at);
    expect(lived.seen).toEqual([
      { count: 2, hasMore: true },
      { count: 1, hasMore: false },
    ]);
    expect((await pages(ana, lived.at)).seen).toEqual([{ count: 0, hasMore: false }]);
  });

  test("a boot has more when changes arrived meanwhile", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const given = () => givenTicket({ companyId, queueId: queue.id });
    for (let count = 0; count < 3; count += 1) await given();
    const first = await pull({ database: testDatabase(), sequencer }, ana, {
      collection: "tickets",
      checkpoint: undefined,
      limit: 2,
    });
    await given();
    const { seen } = await pages(ana, first.checkpoint);
    expect(seen).toEqual([
      { count: 1, hasMore: true },
      { count: 1, hasMore: false },
    ]);
  });
});

describe("live tickets", () => {
  test("a ticket that leaves a scope is reported only to users who had it", async () => {
    const { companyId, queue, support, ana, bia } = await givenCompany();
    const third = await givenAgent({ companyId, name: "Caio" });
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const devices = [ana, bia, third].map((actor) => givenDevice(actor, "tickets"));
    const [ofAna, ofBia, ofThird] = devices;
    for (const device of devices) await device.pull();
    await change(companyId, ticket.id, { queueId: support.id });
    expect(await ofAna?.pull()).toEqual([{ id: ticket.id, _deleted: true }]);
    expect(await ofBia?.pull()).toEqual([expect.objectContaining({ id: ticket.id, queueId: support.id })]);
    expect(await ofThird?.pull()).toEqual([]);
    await testDatabase().company(companyId, (tx) => tx.delete(tickets).where(eq(tickets.id, ticket.id)));
    expect(await ofAna?.pull()).toEqual([]);
    expect(await ofBia?.pull()).toEqual([{ id: ticket.id, _deleted: true }]);
    expect(await ofThird?.pull()).toEqual([]);
  });

  test("a ticket with many changes is sent once, in its current state", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const device = givenDevice(ana, "tickets");
    await device.pull();
    for (const unreadMessages of [1, 2, 3]) await change(companyId, ticket.id, { unreadMessages });
    expect(await device.pull()).toEqual([expect.objectContaining({ id: ticket.id, unreadMessages: 3 })]);
  });

  test("changes that the user may not see are skipped, and the checkpoint reaches the clock", async () => {
    const { companyId, queue, support, ana } = await givenCompany();
    const device = givenDevice(ana, "tickets");
    await device.pull();
    for (let count = 0; count < 6; count += 1) await givenTicket({ companyId, queueId: support.id });
    const own = await givenTicket({ companyId, queueId: queue.id });
    expect(await device.pull(2)).toEqual([expect.objectContaining({ id: own.id })]);
    await givenTicket({ companyId, queueId: support.id });
    const before = device.checkpoint?.rev ?? 0;
    expect(await device.pull(2)).toEqual([]);
    expect(device.checkpoint?.rev).toBeGreaterThan(before);
  });

  test("with allHistoric a ticket brings its contact's closed tickets, and takes them when it leaves", async () => {
    const { companyId, queue, support } = await givenCompany();
    const rui = await givenAgent({ companyId, name: "Rui", queueIds: [queue.id], allHistoric: true });
    const contact = await givenContact({ companyId });
    const closed = { companyId, contactId: contact.id, status: "closed" as const, closedAt: daysAgo(1) };
    const past = await givenTicket({ ...closed, queueId: support.id });
    const present = await givenTicket({ companyId, contactId: contact.id, queueId: support.id });
    const [device, threads] = [givenDevice(rui, "tickets"), givenDevice(rui, "threads")];
    for (const one of [device, threads]) expect(await one.pull()).toEqual([]);
    await change(companyId, present.id, { queueId: queue.id });
    for (const one of [device, threads]) {
      await one.pull();
      expect(new Set(one.held.keys())).toEqual(new Set([past.id, present.id]));
    }
    await change(companyId, present.id, { queueId: support.id });
    for (const one of [device, threads]) {
      await one.pull();
      expect(one.held.size).toBe(0);
    }
  });
});

test("with allHistoric a merge brings the other contact's closed tickets", async () => {
  const { companyId, queue, support } = await givenCompany();
  const rui = await givenAgent({ companyId, name: "Rui", queueIds: [queue.id], allHistoric: true });
  const [kept, gone] = [await givenContact({ companyId }), await givenContact({ companyId })];
  const closed = { companyId, status: "closed" as const, closedAt: daysAgo(1) };
  const past = await givenTicket({ ...closed, contactId: kept.id, queueId: support.id });
  const present = await givenTicket({ companyId, contactId: gone.id, queueId: queue.id });
  const device = givenDevice(rui, "tickets");
  await device.pull();
  expect([...device.held.keys()]).toEqual([present.id]);
  await change(companyId, present.id, { contactId: kept.id });
  await device.pull();
  expect(new Set(device.held.keys())).toEqual(new Set([past.id, present.id]));
});

describe("a checkpoint", () => {
  test("of another scope is refused with the code for 409", async () => {
    const { queue, support, ana } = await givenCompany();
    const device = givenDevice(ana, "tickets");
    await device.pull();
    for (const other of [
      { ...ana, queueIds: [queue.id, support.id] },
      { ...ana, allTicket: false },
      { ...ana, allHistoric: true },
      { ...ana, profile: "admin" as const },
    ]) {
      await expect(device.pull(10, other)).rejects.toMatchObject({ code: "ERR_SCOPE_CHANGED" });
    }
    await expect(device.pull(10, { ...ana, name: "Ana Maria" })).resolves.toEqual([]);
  });

  test("older than the log, or ahead of a restored clock, is refused with the code for 410", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const device = givenDevice(ana, "tickets");
    await device.pull();
    const booted = device.checkpoint;
    if (!booted) throw new Error("no checkpoint");
    for (let count = 0; count < 3; count += 1) await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    await testDatabase().company(companyId, (tx) =>
      tx.delete(changes).where(and(eq(changes.companyId, companyId), sql`${changes.rev} <= ${booted.rev + 2}`)),
    );
    await expect(device.pull()).rejects.toMatchObject({ code: "ERR_CHECKPOINT_TOO_OLD" });
    device.startFrom({ ...booted, rev: 1_000_000 });
    await expect(device.pull()).rejects.toMatchObject({ code: "ERR_CHECKPOINT_TOO_OLD" });
    device.startFrom({ ...booted, rev: booted.rev + 2 });
    await expect(device.pull()).resolves.toHaveLength(2);
    await testDatabase().company(companyId, (tx) => tx.delete(changes).where(eq(changes.companyId, companyId)));
    await expect(device.pull()).resolves.toEqual([]);
  });

  test("of a history that a restored server does not have is refused, even after its clock has caught up", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const [behind, ahead] = [givenDevice(ana, "tickets"), givenDevice(ana, "tickets")];
    await givenTicket({ companyId, queueId: queue.id });
    await behind.pull();
    const copied = behind.checkpoint?.rev ?? 0;
    const lost = await givenTicket({ companyId, queueId: queue.id });
    await ahead.pull();
    // The restored backup is older than that ticket; another ticket is opened after it.
    await testDatabase().company(companyId, async (tx) => {
      await tx.delete(tickets).where(eq(tickets.id, lost.id));
      await tx.delete(unnumberedChanges);
      await tx.delete(changes).where(gt(changes.rev, copied));
      await tx.update(clocks).set({ rev: copied });
    });
    const instead = await givenTicket({ companyId, queueId: queue.id });
    expect((await behind.pull()).map(({ id }) => id)).toEqual([instead.id]);
    expect(behind.checkpoint?.rev).toBe(ahead.checkpoint?.rev);
    await expect(ahead.pull()).rejects.toMatchObject({ code: "ERR_CHECKPOINT_TOO_OLD" });
  });
});

describe("threads", () => {
  test("bring the tail at boot, then only changed rows, and the whole thread when a ticket enters the scope", async () => {
    const { companyId, queue, support, ana, bia } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    for (let count = 0; count < 33; count += 1) {
      await givenMessage(ticket, { companyId, body: `mensagem ${count}`, createdAt: daysAgo(1 - count / 1000) });
    }
    const [ofAna, ofBia] = [givenDevice(ana, "threads"), givenDevice(bia, "threads")];
    const [whole] = await ofAna.pull();
    await ofBia.pull();
    expect(whole).toMatchObject({ id: ticket.id, whole: true, hasOlder: true });
    expect(whole?.messages?.map(({ body }) => body)).toEqual(
      Array.from({ length: 30 }, (_, count) => `mensagem ${count + 3}`),
    );
    const answer = await givenMessage(ticket, { companyId, fromMe: true, userId: ana.id, body: "Oi!" });
    await testDatabase().company(companyId, (tx) =>
      tx.update(messages).set({ ack: 2 }).where(eq(messages.id, answer.id)),
    );
    const [part, ...others] = await ofAna.pull();
    expect(others).toEqual([]);
    expect(part).toMatchObject({ id: ticket.id, whole: false });
    expect(part?.messages).toEqual([expect.objectContaining({ id: answer.id, ack: 2, body: "Oi!" })]);
    expect(await ofBia.pull()).toEqual([]);
    await change(companyId, ticket.id, { queueId: support.id });
    expect(await ofAna.pull()).toEqual([{ id: ticket.id, _deleted: true }]);
    expect(await ofBia.pull()).toEqual([expect.objectContaining({ id: ticket.id, whole: true })]);
  });

  test("come whole when a message was deleted from them, and when they are requested by id", async () => {
    const { companyId, queue, support, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const foreign = await givenTicket({ companyId, queueId: support.id });
    const [kept, dropped] = [await givenMessage(ticket, { companyId }), await givenMessage(ticket, { companyId })];
    await givenMessage(foreign, { companyId });
    const device = givenDevice(ana, "threads");
    await device.pull();
    await testDatabase().company(companyId, (tx) => tx.delete(messages).where(eq(messages.id, dropped.id)));
    const [update] = await device.pull();
    expect(update).toMatchObject({ whole: true, messages: [{ id: kept.id }] });
    const asked = await pullThreads({ database: testDatabase(), sequencer }, ana, {
      collection: "threads",
      ids: [ticket.id, foreign.id],
    });
    expect(asked).toEqual([expect.objectContaining({ id: ticket.id, whole: true })]);
  });
});

describe("contacts", () => {
  test("are those of kept tickets: others stay away, and one leaves with its ticket", async () => {
    const { companyId, queue, support, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const foreign = await givenTicket({ companyId, queueId: support.id });
    const idle = await givenContact({ companyId });
    const device = givenDevice(ana, "contacts");
    expect((await device.pull()).map(({ id }) => id)).toEqual([ticket.contactId]);
    for (const id of [ticket.contactId, foreign.contactId, idle.id]) {
      await testDatabase().company(companyId, (tx) =>
        tx.update(contacts).set({ name: "Outro nome" }).where(eq(contacts.id, id)),
      );
    }
    expect(await device.pull()).toEqual([expect.objectContaining({ id: ticket.contactId, name: "Outro nome" })]);
    await change(companyId, ticket.id, { queueId: support.id });
    expect(await device.pull()).toEqual([{ id: ticket.contactId, _deleted: true }]);
    await change(companyId, foreign.id, { queueId: queue.id });
    expect(await device.pull()).toEqual([expect.objectContaining({ id: foreign.contactId })]);
  });
});

test("a boot does not skip a contact whose ticket moves up meanwhile", async () => {
  const { companyId, queue, ana } = await givenCompany();
  const opened = [0, 1, 2].map((age) => givenTicket({ companyId, queueId: queue.id, lastMessageAt: daysAgo(age) }));
  const desk = await Promise.all(opened);
  const deps = { database: testDatabase(), sequencer };
  const came = new Set<string>();
  let checkpoint: Checkpoint | undefined;
  do {
    const page = await pull(deps, ana, { collection: "contacts", checkpoint, limit: 1 });
    for (const { id } of page.documents) came.add(id);
    for (const ticket of desk)
      if (!came.has(ticket.contactId)) await change(companyId, ticket.id, { lastMessageAt: testNow() });
    checkpoint = page.checkpoint;
  } while (checkpoint.phase === "boot");
  expect(came).toEqual(new Set(desk.map(({ contactId }) => contactId)));
});

test("a contact leaves with its ticket, however many changes lie between the two in the log", async () => {
  const { companyId, queue, support, ana } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const device = givenDevice(ana, "contacts");
  await device.pull();
  expect([...device.held.keys()]).toEqual([ticket.contactId]);
  const before = device.checkpoint?.rev ?? 0;
  await change(companyId, ticket.id, { queueId: support.id });
  await sequencer.run(companyId);
  await testDatabase().company(companyId, async (tx) => {
    const ofContact = and(eq(changes.collection, "contacts"), sql`${changes.rev} > ${before}`);
    await tx
      .update(changes)
      .set({ rev: sql`${changes.rev} + 500` })
      .where(ofContact);
    await tx.update(clocks).set({ rev: sql`${clocks.rev} + 500` });
  });
  // The ticket's own change lies in an earlier part of the log.
  if (device.checkpoint) device.startFrom({ ...device.checkpoint, rev: before + 400, mark: null });
  await device.pull();
  expect(device.held.size).toBe(0);
});

describe("schedules", () => {
  type Row = typeof schedules.$inferInsert;
  const daysAhead = (days: number) => daysAgo(-days);
  async function givenPlan(plan: Pick<Row, "companyId" | "contactId" | "userId"> & Partial<Row>) {
    const row = { id: crypto.randomUUID(), body: "Até amanhã!", sendAt: daysAhead(1), ...plan };
    await testDatabase().company(row.companyId, (tx) => tx.insert(schedules).values(row));
    return row;
  }
  const set = (companyId: string, id: string, change: Partial<Row>) =>
    testDatabase().company(companyId, (tx) => tx.update(schedules).set(change).where(eq(schedules.id, id)));

  test("are the user's own and those of visible contacts; one leaves and comes with that contact's ticket", async () => {
    const { companyId, queue, support, ana, bia, admin } = await givenCompany();
    const other = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const plan = await givenPlan({ companyId, contactId: ticket.contactId, userId: admin.id });
    const [ofAna, ofBia, ofAdmin] = [ana, bia, admin].map((agent) => givenDevice(agent, "schedules"));
    const pullAll = async () => Promise.all([ofAna, ofBia, ofAdmin].map((device) => device?.pull()));
    const whole = expect.objectContaining({ id: plan.id, body: plan.body, status: "pending" });
    expect(await pullAll()).toEqual([[whole], [], [whole]]);
    expect(await givenDevice(other.admin, "schedules").pull()).toEqual([]);
    await change(companyId, ticket.id, { queueId: support.id });
    expect(await pullAll()).toEqual([[{ id: plan.id, _deleted: true }], [whole], [whole]]);
    // Accepted, closed, written in: the visibility changes for its agent only.
    await change(companyId, ticket.id, { status: "closed" });
    expect(await pullAll()).toEqual([[], [], []]);
    await change(companyId, ticket.id, { userId: ana.id });
    expect(await pullAll()).toEqual([[whole], [whole], [whole]]);
    await testDatabase().company(companyId, (tx) => tx.delete(tickets).where(eq(tickets.id, ticket.id)));
    expect(await pullAll()).toEqual([[{ id: plan.id, _deleted: true }], [{ id: plan.id, _deleted: true }], [whole]]);
  });

  test("leave users who saw them through their former contact, and get the contact's new name", async () => {
    const { companyId, queue, support, ana, bia, admin } = await givenCompany();
    const [ofQueue, ofSupport] = [
      await givenTicket({ companyId, queueId: queue.id }),
      await givenTicket({ companyId, queueId: support.id }),
    ];
    const plan = await givenPlan({ companyId, contactId: ofQueue.contactId, userId: admin.id });
    const [atAna, atBia] = [givenDevice(ana, "schedules"), givenDevice(bia, "schedules")];
    await Promise.all([atAna.pull(), atBia.pull()]);
    await set(companyId, plan.id, { contactId: ofSupport.contactId });
    expect(await atAna.pull()).toEqual([{ id: plan.id, _deleted: true }]);
    expect(await atBia.pull()).toEqual([expect.objectContaining({ contactId: ofSupport.contactId })]);
    await testDatabase().company(companyId, (tx) =>
      tx.update(contacts).set({ name: "Outro nome" }).where(eq(contacts.id, ofSupport.contactId)),
    );
    expect(await atBia.pull()).toEqual([expect.objectContaining({ id: plan.id, contactName: "Outro nome" })]);
    expect(await atAna.pull()).toEqual([]);
  });

  test("that the channel refused after sending are shown as failed until their message is deleted", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    const plan = await givenPlan({ companyId, contactId: ticket.contactId, userId: ana.id });
    const device = givenDevice(ana, "schedules");
    const message = await givenMessage(ticket, { companyId, id: messageIdOf(plan.id), fromMe: true });
    await set(companyId, plan.id, { status: "sent", sentAt: testNow() });
    expect(await device.pull()).toMatchObject([{ status: "sent", reason: null }]);
    await testDatabase().company(companyId, (tx) =>
      tx.update(messages).set({ errorCode: "ERR_SENDING_WAPP_MSG" }).where(eq(messages.id, message.id)),
    );
    expect(await device.pull()).toMatchObject([{ status: "failed", reason: "ERR_SENDING_WAPP_MSG" }]);
    await testDatabase().company(companyId, (tx) => tx.delete(messages).where(eq(messages.id, message.id)));
    expect(await device.pull()).toMatchObject([{ status: "sent", reason: null }]);
  });

  test("are the waiting ones, however far ahead, and the recently finished ones, page by page", async () => {
    const { companyId, ana } = await givenCompany();
    const contact = await givenContact({ companyId });
    const own = { companyId, contactId: contact.id, userId: ana.id };
    const done = (days: number) => givenPlan({ ...own, sendAt: daysAgo(days), status: "sent", sentAt: daysAgo(days) });
    const waiting = [await givenPlan(own), await givenPlan({ ...own, sendAt: daysAhead(400) })];
    const recent = await done(scheduleWindow.pastDays - 1);
    const old = await done(scheduleWindow.pastDays + 1);
    const device = givenDevice(ana, "schedules");
    await device.pull(2);
    expect(new Set(device.held.keys())).toEqual(new Set([...waiting, recent].map(({ id }) => id)));
    // A change to a ticket outside the window does not bring it in.
    await set(companyId, old.id, { body: "Outras palavras" });
    await device.pull();
    expect(device.held.size).toBe(3);
    await testDatabase().company(companyId, (tx) => tx.delete(schedules).where(eq(schedules.id, recent.id)));
    expect(await device.pull()).toEqual([{ id: recent.id, _deleted: true }]);
  });
});

describe("the small collections", () => {
  test("quick messages are the general ones and the user's own; one made private leaves the others", async () => {
    const { companyId, ana, bia, admin } = await givenCompany();
    const id = crypto.randomUUID();
    const shared = { companyId, id, shortcode: "oi", message: "Oi!", isGeneral: true, userId: ana.id };
    await testDatabase().company(companyId, (tx) => tx.insert(quickMessages).values(shared));
    const [ofAna, ofBia] = [givenDevice(ana, "quickMessages"), givenDevice(bia, "quickMessages")];
    expect(await ofAna.pull()).toHaveLength(1);
    expect(await ofBia.pull()).toHaveLength(1);
    await testDatabase().company(companyId, (tx) =>
      tx.update(quickMessages).set({ isGeneral: false }).where(eq(quickMessages.id, id)),
    );
    expect(await ofAna.pull()).toEqual([expect.objectContaining({ id, isGeneral: false })]);
    expect(await ofBia.pull()).toEqual([{ id, _deleted: true }]);
    expect(await ofBia.pull()).toEqual([]);
    // Users who manage them get everybody's, and lose a deleted one.
    const ofAdmin = givenDevice(admin, "quickMessages");
    expect(await ofAdmin.pull()).toEqual([expect.objectContaining({ id })]);
    await testDatabase().company(companyId, (tx) => tx.delete(quickMessages).where(eq(quickMessages.id, id)));
    expect(await ofAdmin.pull()).toEqual([{ id, _deleted: true }]);
  });

  test("refs hold queues, tags, users, connections and settings, and drop a deleted one by its own id", async () => {
    const { companyId, support, ana } = await givenCompany();
    const device = givenDevice(ana, "refs");
    const kinds = new Set((await device.pull()).map((document) => (document as { kind?: string }).kind));
    expect(kinds).toEqual(new Set(["queue", "user", "connection", "setting"]));
    await testDatabase().company(companyId, async (tx) => {
      await tx.update(queues).set({ color: "#000000" }).where(eq(queues.id, support.id));
    });
    expect(await device.pull()).toEqual([expect.objectContaining({ id: support.id, kind: "queue", color: "#000000" })]);
    await testDatabase().company(companyId, (tx) => tx.delete(queues).where(eq(queues.id, support.id)));
    const came = await device.pull();
    expect(came).toContainEqual({ id: support.id, _deleted: true });
  });
});
