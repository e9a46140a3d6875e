import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Checkpoint, CollectionName } from "../../contracts/sync.ts";
import { collections } from "../../contracts/sync.ts";
import { givenAgent, givenCompany, givenContact, giveTo } from "../../db/testing/given.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { createAnnouncement, deleteAnnouncement } from "../../domain/office/announcements/index.ts";
import { asSuper } from "../../domain/testing.ts";
import { type Client, givenApp, givenSignedIn } from "../testing/given-app.ts";
import { givenContractDesk } from "../testing/given-contract-desk.ts";

/** Active announcements are logged in every company: other tests must not see them. */
let own: OwnDatabase;
/** Each request rejects when its answer is not as the operation declares it. */
let client: Client;
let names: Awaited<ReturnType<typeof givenContractDesk>>;
const booted = new Map<CollectionName, { ids: string[]; checkpoint: Checkpoint }>();
beforeAll(async () => {
  own = await openOwnDatabase();
  giveTo(own.database);
  const given = await givenApp();
  const company = await givenCompany();
  names = await givenContractDesk(company);
  const owner = await givenAgent({ companyId: company.companyId, profile: "admin", isSuper: true });
  const announcement = { title: "Pix", text: "Novo", priority: 1, isActive: true } as const;
  const { id } = await asSuper(owner, (ctx) => createAnnouncement(ctx, announcement));
  client = await givenSignedIn(given, company.ana);
  await send("draft.save", { ticketId: names.ticketId, text: "Já", baseRev: 0, writerId: randomUUID() });
  for (const collection of collections) {
    const { documents, checkpoint } = await pull(collection);
    booted.set(collection, { ids: documents.map((document: { id: string }) => document.id), checkpoint });
  }
  await send("draft.save", { ticketId: names.ticketId, text: "Já vai", baseRev: 1_000_000, writerId: randomUUID() });
  await send("message.send", { ticketId: names.ticketId, body: "Bom dia!" });
  await send("quickMessage.delete", { quickMessageId: names.quickId });
  await send("chatMessage.send", { chatId: names.chatId, body: "Oi" });
  await send("schedule.delete", { scheduleId: names.scheduleId });
  await givenContact({ companyId: company.companyId });
  await asSuper(owner, (ctx) => deleteAnnouncement(ctx, id));
});
afterAll(() => own.drop());

async function send(type: string, payload: object) {
  const command = { id: randomUUID(), type, payload, createdAt: "2026-07-01T10:00:00.000Z" };
  const { status, body } = await client.send("POST", "/sync/commands", { commands: [command] });
  expect([status, body.results]).toMatchObject([200, [{ status: "applied" }]]);
}

async function pull(collection: CollectionName, checkpoint?: Checkpoint) {
  const query = new URLSearchParams(checkpoint && { checkpoint: JSON.stringify(checkpoint) });
  const { status, body } = await client.get(`/sync/${collection}?${query}`);
  expect(status).toBe(200);
  return body;
}

test.each(collections)("the documents of %s are as declared: all, and those that changed", async (collection) => {
  const known = booted.get(collection);
  expect(known?.ids).not.toEqual([]);
  const { hasMore } = await pull(collection, known?.checkpoint);
  expect(hasMore).toBe(false);
});

test("the changes of all collections are as declared, also of a position that is refused", async () => {
  const { scope, rev, mark } = booted.get("tickets")?.checkpoint ?? {};
  const of = (position: unknown) => Object.fromEntries(collections.map((collection) => [collection, position]));
  const changes = async (at: object) => {
    const { status, body } = await client.get(
      `/sync/changes?${new URLSearchParams({ since: JSON.stringify({ scope, at }) })}`,
    );
    expect(status).toBe(200);
    return body.parts;
  };
  const parts = await changes(of([rev, mark]));
  expect(Object.keys(parts)).toEqual(expect.arrayContaining(["tickets", "threads", "quickMessages", "chatThreads"]));
  expect(parts.quickMessages.documents).toContainEqual({ id: names.quickId, _deleted: true });
  expect(await changes(of([1_000_000_000, null]))).toMatchObject({ tickets: { refused: "ERR_CHECKPOINT_TOO_OLD" } });
});

test("threads that are asked for by their ids, and their older messages, are as declared", async () => {
  for (const query of [
    `threads?ids=${names.ticketId}`,
    `threads?ids=${names.ticketId}&before=newest`,
    `chatThreads?ids=${names.chatId}`,
    `chatThreads?ids=${names.chatId}&before=2`,
  ]) {
    const { body } = await client.get(`/sync/${query}`);
    expect([query, body.documents[0]?.messages.length > 0]).toEqual([query, true]);
  }
});

test("the stream is of events", async () => {
  const stream = await client.request("/events?changes=1");
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});
