import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { expect, test } from "vitest";
import { leaveDevice, openSealedWork } from "./leave-device.ts";
import { type OutboxDatabase, openOutboxDatabase } from "./local/databases.ts";
import type { LastText } from "./local/last-texts.ts";
import { openSealed, sealOutbox } from "./local/sealing.ts";
import { givenDevice, givenUnsentKey, openTestDesk, synced } from "./testing/desk.ts";
import { givenTicket, givenUser } from "./testing/given.ts";

const SECRET = "a cliente quer a moringa azul";

/** A row in every table of the device's own data, each with the secret text. */
async function givenWork(database: OutboxDatabase) {
  const record = { id: "c1", type: "message.send", payload: { ticketId: "t", body: SECRET }, lane: "t", state: "held" };
  await database.outbox.add(record as never);
  await database.files.add({ id: "f", name: SECRET, blob: new Blob([SECRET], { type: "text/plain" }), sha256: null });
  await database.drafts.add({ ticketId: "t", text: SECRET, updatedAt: "" });
  await database.chatDrafts.add({ chatId: "t", text: SECRET });
  await database.noteDrafts.add({ ticketId: "t", text: SECRET, isOpen: true });
  await database.editDrafts.add({ ticketId: "t", messageId: "m", before: SECRET, text: SECRET });
  await database.sentMarks.add({ id: "text t", event: "1", at: "", texts: [SECRET], field: "" });
  await database.fileDrafts.add({ id: "d", ownerId: "t", name: SECRET, mimetype: "", size: 1, caption: SECRET });
  await database.fileBlobs.add({ id: "d", blob: new Blob([SECRET]) });
  await database.voiceDrafts.add({ ownerId: SECRET, id: "v", sampleRate: 48_000, seconds: 1, updatedAt: "" });
  const bytes = new TextEncoder().encode(SECRET);
  await database.voiceParts.add({ draftId: "v", bytes, levels: [0.5] } as never);
  const last: LastText = { id: "l", at: "", kind: "text", ownerId: "t", text: SECRET, writing: {} };
  await database.lastTexts.add(last);
  const moved = { id: "t", to: "u", at: "", draft: SECRET, messages: [SECRET], other: null, isSeen: false };
  await database.moved.add(moved);
}

/** Every row of every table, with files and bytes as text. */
async function contentOf(database: OutboxDatabase): Promise<Record<string, unknown[]>> {
  const read = async (value: unknown) => {
    if (value instanceof Blob) return { type: value.type, text: await value.text() };
    if (value instanceof Uint8Array || value instanceof ArrayBuffer) return new TextDecoder().decode(value);
    return value;
  };
  const found: Record<string, unknown[]> = {};
  for (const table of database.tables) {
    const rows = await table.toArray();
    found[table.name] = await Promise.all(
      rows.map(async (row: object) =>
        Object.fromEntries(
          await Promise.all(Object.entries(row).map(async ([field, value]) => [field, await read(value)])),
        ),
      ),
    );
  }
  return found;
}

test("every table of the device's own data is sealed, and only the same user's key opens it again, unchanged", async () => {
  const owner = givenUser();
  const database = openOutboxDatabase(owner);
  await givenWork(database);
  const before = await contentOf(database);
  expect(Object.entries(before).filter(([name, rows]) => name !== "sealed" && rows.length !== 1)).toEqual([]);
  const key = givenUnsentKey();
  await sealOutbox(database, owner, key);
  const { sealed, ...clear } = await contentOf(database);
  expect(Object.values(clear).flat()).toEqual([]);
  expect(sealed).toHaveLength(Object.keys(before).length - 1);
  expect(JSON.stringify(sealed)).not.toMatch(/moringa|message\.send/);
  expect(await openSealed(database, owner, givenUnsentKey()), "another key").toBe(13);
  expect(await openSealed(database, { ...owner, id: "another" }, key), "another user").toBe(13);
  await openSealedWork(database, owner, []);
  expect((await contentOf(database)).sealed).toHaveLength(13);
  // The second key is the one that the server has replaced.
  await openSealedWork(database, owner, [givenUnsentKey(), key]);
  expect(await contentOf(database)).toEqual(before);
  database.close();
});

test("a page that closes while it seals loses nothing and has nothing twice", async () => {
  const owner = givenUser();
  const database = openOutboxDatabase(owner);
  await givenWork(database);
  const before = await contentOf(database);
  const key = givenUnsentKey();
  let rows = 4;
  database.sealed.hook("creating", () => {
    if (rows-- === 0) throw new Error("the page closes");
  });
  await expect(sealOutbox(database, owner, key)).rejects.toThrow("the page closes");
  expect(await database.sealed.count()).toBe(4);
  database.close();
  const again = openOutboxDatabase(owner);
  await sealOutbox(again, owner, key);
  expect(await again.sealed.count()).toBe(13);
  await openSealed(again, owner, key);
  expect(await contentOf(again)).toEqual(before);
  again.close();
});

test("a text that is written while it is sealed is sealed as it was last written", async () => {
  const owner = givenUser();
  const database = openOutboxDatabase(owner);
  await database.drafts.add({ ticketId: "t", text: "quase", updatedAt: "" });
  const key = givenUnsentKey();
  const sealing = sealOutbox(database, owner, key);
  await database.drafts.put({ ticketId: "t", text: "quase pronto", updatedAt: "" });
  await sealing;
  await openSealed(database, owner, key);
  expect(await database.drafts.toArray()).toEqual([{ ticketId: "t", text: "quase pronto", updatedAt: "" }]);
  database.close();
});

test("the end of a session leaves no pulled data, and keeps it for a user who signed in again", async () => {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  await desk.answers.put("tags", { tags: [] });
  await desk.closeEverywhere();
  const leaving = { owner: device.user, unsentKey: givenUnsentKey() };
  const names = async () => (await Dexie.getDatabaseNames()).filter((name) => name.includes(device.user.id));
  const held = await names();
  await leaveDevice(leaving, () => false, device.storage);
  expect(await names()).toEqual(held);
  await leaveDevice(leaving, () => true, device.storage);
  expect((await names()).every((name) => name.startsWith("balcao-outbox-"))).toBe(true);
  expect(await (await openTestDesk(device)).answers.get("tags"), "answers of the server").toBeNull();
});
