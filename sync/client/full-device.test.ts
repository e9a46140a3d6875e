import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import { openCacheDatabase, openOutboxDatabase } from "./local/databases.ts";
import { NotStoredError } from "./local/storage-failure.ts";
import { searchingStorage } from "./search/searching-storage.ts";
import { type DeskDevice, givenDevice, openTestDesk, synced, until } from "./testing/desk.ts";
import { fullDisk } from "./testing/full-disk.ts";
import { givenTicket } from "./testing/given.ts";

const bodyOf = ({ payload }: { payload: unknown }) => (payload as { body: string }).body;

async function givenDesk(change: Parameters<typeof openTestDesk>[1] = {}) {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  device.server.onCommand = (command) => {
    if (command.type === "message.send") device.server.message(ticket.id, { id: command.id, body: bodyOf(command) });
    return undefined;
  };
  const desk = await openTestDesk(device, change);
  await expect.poll(() => desk.status.get().firstSyncDone && desk.status.get().state !== "syncing").toBe(true);
  const answer = (body: string) =>
    desk.send("message.send", { ticketId: ticket.id, body }, { draft: { kind: "text", ownerId: ticket.id } });
  return { device, ticket, desk, answer };
}

const sentBodies = ({ server }: DeskDevice) =>
  server.applied.flatMap(({ type, payload }) => (type === "message.send" ? [bodyOf({ payload })] : []));

/** Returns the rows that the next start of the page reads. */
async function onDisk({ user }: DeskDevice) {
  const database = openOutboxDatabase(user);
  const [outbox, drafts, notes] = await Promise.all([
    database.outbox.toArray(),
    database.drafts.toArray(),
    database.noteDrafts.toArray(),
  ]);
  database.close();
  return { outbox, drafts, notes };
}

test("online, an answer that the device does not store goes out once, and the status says that nothing is stored", async () => {
  const { device, ticket, desk, answer } = await givenDesk();
  expect(desk.status.get()).toMatchObject({ stores: true, state: "synced" });
  fullDisk();
  await answer("Bom dia!");
  expect(desk.status.get()).toMatchObject({ stores: false, state: "unstored" });
  await expect.poll(() => sentBodies(device)).toEqual(["Bom dia!"]);
  await until(desk.thread$(ticket.id), ({ messages }) =>
    messages.some(({ body, local }) => body === "Bom dia!" && !local),
  );
  await until(desk.outbox$(), (entries) => entries.length === 0);
  expect(sentBodies(device)).toEqual(["Bom dia!"]);
});

test("offline, an answer that the device does not store is refused, and its draft stays", async () => {
  const onNotStored = vi.fn();
  const { device, ticket, desk, answer } = await givenDesk({ onNotStored });
  await desk.draft(ticket.id).set("Bom dia!");
  device.server.online = false;
  device.server.emit({ type: "scope" });
  await expect.poll(() => desk.status.get().linkUp).toBe(false);
  fullDisk();
  await expect(answer("Bom dia!")).rejects.toThrow(NotStoredError);
  await expect(answer("Bom dia!")).rejects.toThrow(NotStoredError);
  expect(onNotStored).toHaveBeenCalledTimes(2);
  expect(await desk.draft(ticket.id).get()).toBe("Bom dia!");
  expect((await onDisk(device)).outbox).toEqual([]);
  expect(desk.status.get()).toMatchObject({ stores: false, state: "unstored", waiting: 0 });
});

test("drafts, notes, files and recordings that the device does not store are in the page", async () => {
  const { device, ticket, desk } = await givenDesk();
  await desk.draft(ticket.id).set("Antes");
  expect(desk.hasUnstored()).toBe(false);
  const { free: freeDisk } = fullDisk();
  await desk.draft(ticket.id).set("Rascunho");
  await desk.unsent.note.set({ ticketId: ticket.id, text: "Nota", isOpen: true });
  await desk.unsent.files.add(ticket.id, [new File(["vaso"], "vaso.png", { type: "image/png" })]);
  await desk.unsent.voice.append(ticket.id, 16_000, { bytes: new Uint8Array([1, 2]), levels: [0.5], seconds: 1 });
  await desk.unsent.voice.append(ticket.id, 16_000, { bytes: new Uint8Array([3]), levels: [0.7], seconds: 1 });
  const begun = async () => ({
    draft: await desk.draft(ticket.id).get(),
    note: (await desk.unsent.note.get(ticket.id))?.text,
    files: (await until(desk.unsent.files.of$(ticket.id), (files) => files.length === 1)).map(({ name }) => name),
    voice: (await desk.unsent.voice.read(ticket.id))?.blob.size,
  });
  const all = { draft: "Rascunho", note: "Nota", files: ["vaso.png"], voice: 3 };
  expect([await begun(), desk.hasUnstored()]).toEqual([all, true]);
  expect((await onDisk(device)).drafts.map(({ text }) => text)).toEqual(["Antes"]);

  freeDisk();
  await expect.poll(() => desk.status.get().stores).toBe(true);
  expect([await begun(), desk.hasUnstored()]).toEqual([all, false]);
  const { drafts, notes } = await onDisk(device);
  expect([drafts, notes].map((rows) => rows.map(({ text }) => text))).toEqual([["Rascunho"], ["Nota"]]);
});

test("commands that wait on the disk go out while it is full, once, before the later ones", async () => {
  const { device, desk, answer } = await givenDesk();
  device.server.online = false;
  await answer("Um");
  await answer("Dois");
  fullDisk();
  device.server.online = true;
  desk.resync();
  await expect.poll(() => sentBodies(device)).toEqual(["Um", "Dois"]);
  await answer("Três");
  await expect.poll(() => sentBodies(device)).toEqual(["Um", "Dois", "Três"]);
});

test("what another tab leads is sent by the tab that has it in memory, once", async () => {
  const { locks } = navigator;
  const { device, ticket } = await givenDesk({ locks });
  // RxDB closes the documents of the first one: here they have one process, and it no longer pulls.
  const follower = await openTestDesk(givenDevice(device.user, device.server), { locks });
  await synced(follower);
  const { free: freeDisk } = fullDisk();
  await follower.send("message.send", { ticketId: ticket.id, body: "Da segunda aba" });
  await expect.poll(() => sentBodies(device)).toEqual(["Da segunda aba"]);
  freeDisk();
  await expect.poll(() => follower.status.get().stores).toBe(true);
  await expect.poll(async () => (await onDisk(device)).outbox.map(({ state }) => state)).toEqual(["answered"]);
  expect(sentBodies(device)).toEqual(["Da segunda aba"]);
});

test("when one tab cannot store, the user's other tabs go on in memory as well", async () => {
  const { locks } = navigator;
  const { device, desk } = await givenDesk({ locks });
  const other = await openTestDesk(givenDevice(device.user, device.server), { locks });
  await synced(other);
  fullDisk();
  await other.draft("ticket").set("Bom dia");
  expect(other.status.get().stores).toBe(false);
  await expect.poll(() => desk.status.get()).toMatchObject({ stores: false, state: "unstored" });
});

test("the browser is asked once for storage that it does not delete by itself", async () => {
  const persist = vi.fn(async () => false);
  Object.defineProperty(navigator, "storage", { value: { persist }, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "storage");
  });
  const { device, desk } = await givenDesk();
  await expect.poll(() => persist.mock.calls.length).toBe(1);
  await desk.close();
  await synced(await openTestDesk(device));
  expect(persist).toHaveBeenCalledOnce();
});

test("a device that opens no database works from memory, and says so", async () => {
  const open = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("no storage", "UnknownError");
  });
  onTestFinished(() => open.mockRestore());
  const { device, desk, answer } = await givenDesk();
  expect(desk.status.get()).toMatchObject({ stores: false, state: "unstored" });
  await answer("Bom dia!");
  await expect.poll(() => sentBodies(device)).toEqual(["Bom dia!"]);
});

test("a device whose pulled documents cannot be opened has them in memory, and says so", async () => {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  const createStorageInstance = () => Promise.reject(new DOMException("no storage", "UnknownError"));
  const desk = await openTestDesk({ ...device, storage: { ...device.storage, createStorageInstance } });
  expect(desk.status.get()).toMatchObject({ stores: false, state: "unstored" });
  await until(desk.ticket$(ticket.id), (shown) => shown?.contactName === ticket.contactName);
});

test("the pulled documents go to memory with the commands, and the device stores when both do", async () => {
  const [toMemory, toDisk] = [vi.fn(), vi.fn(async () => false)];
  const device = givenDevice();
  const storage = () => ({ ...searchingStorage(device.storage), toMemory, toDisk });
  const desk = await openTestDesk(device, { storage });
  await synced(desk);
  const { free: freeDisk } = fullDisk();
  await desk.draft("ticket").set("Bom dia");
  expect(toMemory).toHaveBeenCalledOnce();
  freeDisk();
  await expect.poll(() => toDisk.mock.calls.length).toBeGreaterThan(1);
  expect(desk.status.get().stores).toBe(false);
  toDisk.mockResolvedValue(true);
  await expect.poll(() => desk.status.get().stores).toBe(true);
});

test("a device without space shows a file, and keeps none", async () => {
  const { device, desk } = await givenDesk();
  device.server.files.set("picture", new TextEncoder().encode("vaso"));
  const urls = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:vaso");
  onTestFinished(() => urls.mockRestore());
  fullDisk();
  const fileId = uuidv7();
  device.server.files.set(fileId, new TextEncoder().encode("vaso"));
  expect(await desk.fileUrl(fileId)).toBe("blob:vaso");
});

test("a device over its quota deletes what can be fetched again, files first, until it stores", async () => {
  const { device, desk } = await givenDesk();
  const cache = openCacheDatabase(device.user);
  onTestFinished(() => cache.close());
  await cache.media.put({ id: "file", blob: new Blob(["vaso"]), size: 4, usedAt: 1 });
  await cache.history.put({ id: "ticket", messages: [], complete: false });
  const kept = async () => [await cache.media.count(), await cache.history.count()];
  fullDisk();
  await desk.draft("ticket").set("Bom dia");
  await expect.poll(kept).toEqual([0, 1]);
  await expect.poll(kept).toEqual([0, 0]);
});

test("a device whose space is short drops downloaded files by itself, and says what it uses", async () => {
  const estimate = vi.fn(async () => ({ usage: 1_000, quota: 1_000 }));
  const meter = { estimate, persisted: async () => true };
  const { device, desk } = await givenDesk({ meter });
  const cache = openCacheDatabase(device.user);
  onTestFinished(() => cache.close());
  await cache.media.put({ id: "file", blob: new Blob(["vaso"]), size: 4, usedAt: 1 });
  expect(await desk.space()).toMatchObject({ usage: 1_000, files: 4, unsent: 0 });
  await expect.poll(() => cache.media.count()).toBe(0);
});

test("downloaded files are deleted when the user says so", async () => {
  const { device, desk } = await givenDesk({ meter: null });
  const cache = openCacheDatabase(device.user);
  onTestFinished(() => cache.close());
  await cache.media.put({ id: "file", blob: new Blob(["vaso"]), size: 4, usedAt: 1 });
  await desk.deleteDownloads();
  expect([await cache.media.count(), await desk.space()]).toMatchObject([0, { usage: null, files: 0 }]);
});
