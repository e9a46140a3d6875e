import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test } from "vitest";
import { openOutboxDatabase } from "../local/databases.ts";
import { manualClock } from "../testing/manual-clock.ts";
import type { RecordState } from "./entry.ts";
import { createOutboxStore } from "./store.ts";

const ticketId = uuidv7();
const file = { blob: new Blob(["abc"], { type: "image/png" }), name: "mapa.png" };

function givenStore() {
  const database = openOutboxDatabase({ companyId: uuidv7(), id: uuidv7() });
  onTestFinished(() => database.close());
  const manual = manualClock();
  const store = createOutboxStore(database, manual.clock);
  /** Adds a reply in that state; returns it. */
  async function reply(state: RecordState = "waiting", change = {}) {
    const id = await store.add("message.send", { ticketId, body: "Oi" });
    const order = (await store.byId(id))?.order ?? 0;
    await store.update(order, { state, ...change });
    const record = await store.byId(id);
    if (!record) throw new Error("no record");
    return record;
  }
  return { database, store, reply, manual };
}

test("add: a command is stored as waiting, at the end, with the device's time", async () => {
  const { store } = givenStore();
  await store.add("ticket.read", { ticketId });
  const id = await store.add("message.send", { ticketId, body: "Oi" });
  const [first, second] = await store.all();
  expect(second).toEqual({
    order: (first?.order ?? 0) + 1,
    id,
    type: "message.send",
    payload: { ticketId, body: "Oi" },
    lane: ticketId,
    ticketId,
    createdAt: "2026-05-01T00:00:00.000Z",
    state: "waiting",
    tries: 0,
    error: null,
    rev: null,
    file: null,
    uploaded: true,
  });
});

test("add: a command with a known id is stored once", async () => {
  const { store } = givenStore();
  const id = uuidv7();
  expect(await store.add("message.send", { ticketId, body: "um" }, { id })).toBe(id);
  expect(await store.add("message.send", { ticketId, body: "dois" }, { id, file })).toBe(id);
  expect(await store.all()).toMatchObject([{ payload: { body: "um" }, file: null }]);
});

test("add: a file is stored with its command, which names it and is not uploaded", async () => {
  const { store } = givenStore();
  await store.add("message.send", { ticketId }, { file });
  const [record] = await store.all();
  const fileId = record?.file?.id ?? "";
  expect(record).toMatchObject({
    payload: { fileId },
    uploaded: false,
    file: { name: "mapa.png", mimetype: "image/png", size: 3 },
  });
  expect(await store.file(fileId)).toMatchObject({ name: "mapa.png", sha256: null });
  await store.add("message.send", { ticketId }, { file: { blob: new Blob(["x"]), name: "x" } });
  expect((await store.all())[1]?.file?.mimetype).toBe("application/octet-stream");
});

test("discard: a command that was not sent is deleted with its file", async () => {
  const { store } = givenStore();
  const id = await store.add("message.send", { ticketId }, { file });
  const fileId = (await store.byId(id))?.file?.id ?? "";
  expect(await store.discard(id)).toBe(true);
  expect([await store.all(), await store.file(fileId)]).toEqual([[], undefined]);
  expect(await store.discard(id)).toBe(false);
});

test.each([
  ["waiting", 0, true],
  ["refused", 2, true],
  ["held", 1, true],
  ["waiting", 1, false],
  ["sending", 1, false],
  ["answered", 1, false],
] as const)("discard and edit: a %s command after %i attempts may be changed: %s", async (state, tries, may) => {
  const { store, reply } = givenStore();
  const { id } = await reply(state, { tries });
  expect(await store.edit(id, { body: "Bom dia" })).toBe(may);
  expect((await store.byId(id))?.payload).toEqual({ ticketId, body: may ? "Bom dia" : "Oi" });
  expect(await store.discard(id)).toBe(may);
  expect(await store.all()).toHaveLength(may ? 0 : 1);
});

test("discard and edit: an attempt without a network is waited for", async () => {
  const { store, reply, manual } = givenStore();
  const isWaitedFor = () => expect.poll(manual.delays).toEqual([2_000]);
  const { id, order } = await reply("sending", { tries: 0 });
  const edited = store.edit(id, { body: "Bom dia" });
  await isWaitedFor();
  await store.update(order, { state: "waiting" });
  expect(await edited).toBe(true);
  expect((await store.byId(id))?.payload).toEqual({ ticketId, body: "Bom dia" });
  await store.update(order, { state: "sending" });
  const discarded = store.discard(id);
  await isWaitedFor();
  await store.update(order, { state: "waiting" });
  expect(await discarded).toBe(true);
  expect(await store.all()).toEqual([]);
});

test("discard: an attempt without a network that lasts is not waited for longer than two seconds", async () => {
  const { store, reply, manual } = givenStore();
  const { id } = await reply("sending", { tries: 0 });
  const discarded = store.discard(id);
  await expect.poll(manual.delays).toEqual([2_000]);
  manual.advance(2_000);
  expect(await discarded).toBe(false);
  expect(await store.all()).toHaveLength(1);
});

test("edit: an unknown command is not changed", async () => {
  expect(await givenStore().store.edit(uuidv7(), { body: "Oi" })).toBe(false);
});

test("claim: waiting commands are marked as sending with one more attempt, others are left out", async () => {
  const { store, reply } = givenStore();
  const waiting = await reply("waiting", { tries: 1 });
  const refused = await reply("refused");
  const claimed = await store.claim([waiting.order, refused.order, 999], 1);
  expect(claimed).toEqual([{ ...waiting, state: "sending", tries: 2 }]);
  expect((await store.all()).map(({ state, tries }) => [state, tries])).toEqual([
    ["sending", 2],
    ["refused", 0],
  ]);
});

test("claim: a lane in which another sender has a command in progress gives nothing", async () => {
  const { store, reply } = givenStore();
  const [sending, next] = [await reply("sending"), await reply()];
  const other = await store.add("ticket.read", { ticketId: uuidv7() });
  const otherOrder = (await store.byId(other))?.order ?? 0;
  const claimed = await store.claim([sending.order, next.order, otherOrder], 0);
  expect(claimed.map(({ id, tries }) => [id, tries])).toEqual([[other, 0]]);
  expect((await store.byId(next.id))?.state).toBe("waiting");
});

test("recover: only commands in progress wait again", async () => {
  const { store, reply } = givenStore();
  for (const state of ["waiting", "sending", "refused", "held", "answered"] as const) await reply(state);
  await store.recover();
  expect((await store.all()).map(({ state }) => state)).toEqual(["waiting", "waiting", "refused", "held", "answered"]);
});

test("sendAnsweredAgain: answered commands wait again without their revision", async () => {
  const { store, reply } = givenStore();
  await reply("answered", { rev: 7 });
  await reply("refused");
  await store.sendAnsweredAgain();
  expect(await store.all()).toMatchObject([{ state: "waiting", rev: null }, { state: "refused" }]);
});

test("unsentCount: counts commands without an answer, and no drafts", async () => {
  const { store, reply } = givenStore();
  for (const state of ["waiting", "sending", "refused", "held", "answered"] as const) await reply(state);
  await store.add("draft.save", { ticketId, text: "Bom", baseRev: 0, writerId: uuidv7() });
  expect(await store.unsentCount()).toBe(2);
});

test("retry: a refused creation gets a new id, and the commands about it follow", async () => {
  const { store } = givenStore();
  const id = await store.add("ticket.create", { contactId: uuidv7() });
  const reply = await store.add("message.send", { ticketId: id, body: "Oi" });
  const other = await store.add("message.send", { ticketId, body: "Oi" });
  const order = (await store.byId(id))?.order ?? 0;
  await store.update(order, { state: "refused", tries: 1, error: { code: "ERR_VALIDATION" } });
  const newId = await store.retry(id);
  expect(newId).not.toBe(id);
  expect(await store.byId(id)).toBeUndefined();
  expect(await store.byId(newId)).toMatchObject({ order, state: "waiting", tries: 0, error: null, ticketId: newId });
  expect(await store.byId(reply)).toMatchObject({ lane: newId, ticketId: newId, payload: { ticketId: newId } });
  expect(await store.byId(other)).toMatchObject({ ticketId, payload: { ticketId } });
});

test("retry: a command that was not refused, or is unknown, keeps its id", async () => {
  const { store, reply } = givenStore();
  for (const state of ["waiting", "sending", "answered"] as const) {
    const record = await reply(state);
    expect(await store.retry(record.id)).toBe(record.id);
    expect(await store.byId(record.id)).toEqual(record);
  }
  const unknown = uuidv7();
  expect(await store.retry(unknown)).toBe(unknown);
});

test("remove deletes only the given commands", async () => {
  const { store, reply } = givenStore();
  const [first, second] = [await reply(), await reply()];
  await store.remove([first.order]);
  expect((await store.all()).map(({ id }) => id)).toEqual([second.id]);
});
