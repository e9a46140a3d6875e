import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { LogPosition, StreamEvent } from "../../contracts/sync.ts";
import { listenToChanges, schema } from "../../db/index.ts";
import { type GivenAgent, givenCompany, givenSession, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { pullChanges } from "./pull.ts";
import { scopeHash } from "./scope-hash.ts";
import { sharePulls } from "./shared-pulls.ts";
import { openStreams, type Streams } from "./streams.ts";
import { givenDevice, givenMessage, sequencer } from "./testing/given-device.ts";

const { tickets, userQueues, users } = schema;
const deps = { database: testDatabase(), sequencer };

/** A user with a ticket in their queue, and the end of the log. */
async function given() {
  const company = await givenCompany();
  const ticket = await givenTicket({ companyId: company.companyId, queueId: company.queue.id });
  const scope = scopeHash(company.ana);
  const { to } = await pullChanges(deps, company.ana, { scope, at: {}, limit: 10 });
  return { ...company, ticket, scope, here: to };
}

describe("pullChanges", () => {
  test("returns what changed in each collection, as single pulls do, and nothing of the others", async () => {
    const { companyId, ana, ticket, scope, here } = await given();
    const { id } = await givenMessage(ticket, { companyId, body: "Oi" });
    const at = { tickets: here, threads: here, chats: here };
    const { to, parts } = await pullChanges(deps, ana, { scope, at, limit: 10 });
    expect(Object.keys(parts)).not.toContain("chats");
    expect(parts.threads?.documents).toMatchObject([{ id: ticket.id, whole: false, messages: [{ id, body: "Oi" }] }]);
    const device = givenDevice(ana, "threads");
    device.startFrom({ phase: "live", rev: here[0], scope, mark: here[1] });
    expect(await device.pull()).toEqual(parts.threads?.documents);
    expect(device.checkpoint).toEqual({ phase: "live", rev: to[0], scope, mark: to[1] });
    expect(await pullChanges(deps, ana, { scope, at: { threads: to }, limit: 10 })).toEqual({ scope, to, parts: {} });
  });

  test("ends a part at the limit, and continues from there", async () => {
    const { companyId, queue, ana, scope, here } = await given();
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push((await givenTicket({ companyId, queueId: queue.id })).id);
    const came = [];
    let at: LogPosition = here;
    for (let page = 0; page < 2; page += 1) {
      const { parts } = await pullChanges(deps, ana, { scope, at: { tickets: at }, limit: 2 });
      came.push(...(parts.tickets?.documents ?? []).map(({ id }) => id));
      if (page === 1) expect(parts.tickets?.to).toBeUndefined();
      at = parts.tickets?.to ?? at;
    }
    expect(came.toSorted()).toEqual(ids.toSorted());
  });

  test("refuses another scope, and in its part a position that the log does not have", async () => {
    const { ana, bia, scope, here } = await given();
    const asked = { at: { tickets: here }, limit: 10 };
    await expect(pullChanges(deps, bia, { scope, ...asked })).rejects.toMatchObject({ code: "ERR_SCOPE_CHANGED" });
    const ahead: LogPosition = [here[0] + 1, null];
    const { parts } = await pullChanges(deps, ana, { scope, at: { tickets: ahead, threads: here }, limit: 10 });
    expect(parts).toEqual({ tickets: { documents: [], refused: "ERR_CHECKPOINT_TOO_OLD" } });
    const otherHistory: LogPosition = [here[0], "1.5/1"];
    const other = await pullChanges(deps, ana, { scope, at: { tickets: otherHistory }, limit: 10 });
    expect(other.parts.tickets?.refused).toBe("ERR_CHECKPOINT_TOO_OLD");
  });

  test("for a stream uses the rights of the database, not those that the stream knows", async () => {
    const { companyId, ana, bia, scope, here } = await given();
    const asked = { scope, at: { tickets: here }, limit: 10 };
    const pullFor = sharePulls(testDatabase());
    expect(await pullFor(ana, asked)).toMatchObject({ scope });
    await testDatabase().company(companyId, (tx) => tx.delete(userQueues).where(eq(userQueues.userId, ana.id)));
    await expect(pullFor(ana, asked)).rejects.toMatchObject({ code: "ERR_SCOPE_CHANGED" });
    await testDatabase().company(companyId, (tx) => tx.delete(users).where(eq(users.id, bia.id)));
    const ofBia = { ...asked, scope: scopeHash(bia) };
    await expect(pullFor(bia, ofBia)).rejects.toMatchObject({ code: "ERR_SCOPE_CHANGED" });
  });

  test("returns nothing of another company", async () => {
    const { ticket, here } = await given();
    const { ana } = await givenCompany();
    const at = { tickets: [0, null] as LogPosition, threads: here };
    const changes = await pullChanges(deps, ana, { scope: scopeHash(ana), at, limit: 10 });
    expect(JSON.stringify(changes)).not.toContain(ticket.id);
  });
});

describe("a stream with changes", () => {
  let streams: Streams;
  let stop: () => Promise<void>;
  const errors: unknown[] = [];
  beforeAll(async () => {
    streams = openStreams({ database: testDatabase(), sequencer, onError: (error) => errors.push(error) });
    ({ stop } = await listenToChanges(testDatabase(), streams.notify, streams.notifyAll));
  });
  afterAll(async () => {
    streams.close();
    await stop();
  });

  async function open(actor: GivenAgent, { isCompressed = false, at = streams } = {}) {
    const { id: sessionId } = await givenSession(actor);
    const { body, headers } = await at.open({ actor, sessionId, carriesChanges: true, isCompressed });
    const parts: Buffer[] = [];
    const reader = body?.getReader();
    const closed = (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        parts.push(Buffer.from(part.value));
      }
    })();
    const events = () =>
      [
        ...Buffer.concat(parts)
          .toString()
          .matchAll(/^data: (.*)$/gm),
      ].map(([, data]) => JSON.parse(data ?? ""));
    return { sessionId, headers, parts, closed, events: events as () => StreamEvent[], cancel: () => reader?.cancel() };
  }
  const changesOf = (events: StreamEvent[]) => events.filter((event) => event.type === "changes");

  test("brings documents to those who may see them, each part from where the last one ended", async () => {
    const { companyId, queue, ana, bia } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const [ofAna, ofBia] = [await open(ana), await open(bia)];
    for (const body of ["um", "dois"]) {
      await givenMessage(ticket, { companyId, body });
      await sequencer.run(companyId);
      await expect.poll(() => JSON.stringify(changesOf(ofAna.events()))).toContain(body);
    }
    const threads = changesOf(ofAna.events()).filter(({ parts }) => parts.threads);
    expect(threads.map(({ parts }) => parts.threads?.documents)).toMatchObject([
      [{ id: ticket.id, messages: [{ body: "um" }] }],
      [{ id: ticket.id, messages: [{ body: "dois" }] }],
    ]);
    expect(threads[1]?.from.threads).toBe(threads[0]?.to[0]);
    expect(threads[0]?.scope).toBe(scopeHash(ana));
    expect(JSON.stringify(ofBia.events())).not.toContain(ticket.id);
    await Promise.all([ofAna.cancel(), ofBia.cancel()]);
  });

  test("brings a tombstone, and nothing more, to a user who has lost the ticket's queue", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const ofAna = await open(ana);
    await testDatabase().company(companyId, async (tx) => {
      await tx.delete(userQueues).where(and(eq(userQueues.userId, ana.id), eq(userQueues.queueId, queue.id)));
    });
    await givenMessage(ticket, { companyId, body: "segredo" });
    await sequencer.run(companyId);
    await expect.poll(() => ofAna.events().map(({ type }) => type)).toContain("scope");
    const later = await givenTicket({ companyId, queueId: null, userId: ana.id });
    await sequencer.run(companyId);
    await expect.poll(() => JSON.stringify(ofAna.events())).toContain(later.id);
    expect(JSON.stringify(ofAna.events())).not.toContain("segredo");
    await ofAna.cancel();
  });

  test("takes a contact away with its ticket, though another change of a contact announces it", async () => {
    const { companyId, queue, support, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const ofAna = await open(ana);
    await testDatabase().company(companyId, (tx) =>
      tx.update(tickets).set({ queueId: support.id }).where(eq(tickets.id, ticket.id)),
    );
    await sequencer.run(companyId);
    await expect.poll(() => JSON.stringify(changesOf(ofAna.events()))).toContain(ticket.id);
    const later = await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const contactsOf = () =>
      changesOf(ofAna.events()).flatMap(
        ({ parts }) => parts.contacts?.documents.map((one) => [one.id, one._deleted]) ?? [],
      );
    await expect.poll(contactsOf).toContainEqual([later.contactId, undefined]);
    expect(contactsOf()).toContainEqual([ticket.contactId, true]);
    await ofAna.cancel();
  });

  test("pokes instead when the documents cannot be pulled or are too large", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const broken = openStreams({
      ...{ database: testDatabase(), sequencer, onError: (error) => errors.push(error) },
      pullFor: () => Promise.reject(new Error("no database")),
    });
    onTestFinished(broken.close);
    const failing = await open(ana, { at: broken });
    const whole = await open(ana);
    await givenMessage(ticket, { companyId, body: "longo".repeat(10_000) });
    await sequencer.run(companyId);
    broken.notify(companyId);
    for (const stream of [failing, whole]) {
      const poked = () => stream.events().flatMap((one) => (one.type === "poke" ? one.collections : []));
      await expect.poll(poked).toContain("threads");
      await stream.cancel();
    }
    expect(errors.splice(0)).toMatchObject([{ message: "no database" }]);
  });

  test("compressed, each event can be read at once, and the last one before the end", async () => {
    const { companyId, queue, ana } = await givenCompany();
    const ticket = await givenTicket({ companyId, queueId: queue.id });
    await sequencer.run(companyId);
    const stream = await open(ana, { isCompressed: true });
    expect(stream.headers.get("Content-Encoding")).toBe("gzip");
    const text = randomUUID();
    await givenMessage(ticket, { companyId, body: text });
    await sequencer.run(companyId);
    const read = () => gunzipSync(Buffer.concat(stream.parts), { finishFlush: 2 }).toString();
    await expect.poll(read).toContain(text);
    streams.endSession(stream.sessionId, "elsewhere");
    await stream.closed;
    expect(gunzipSync(Buffer.concat(stream.parts)).toString()).toMatch(/"reason":"elsewhere"}\n\n$/);
  });
});
