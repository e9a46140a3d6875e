import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { createOutboxStore } from "../outbox/store.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { openOutboxDatabase } from "./databases.ts";
import { createUnsent } from "./unsent.ts";

const owner = { id: "u", companyId: "c" };
const ticketId = "t";

function given(name: string) {
  const { clock } = manualClock();
  const database = openOutboxDatabase({ ...owner, id: name });
  return { database, unsent: createUnsent(database, clock), store: createOutboxStore(database, clock) };
}
const part = (byte: number, seconds = 0.5) => ({ bytes: new Uint8Array([byte]), levels: [byte / 10], seconds });
const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

test("a recording is stored part by part, and another opening of the device continues it", async () => {
  const { database, unsent } = given("parts");
  await unsent.voice.append(ticketId, 48_000, part(1));
  await unsent.voice.append(ticketId, 48_000, part(2));
  database.close();
  const again = given("parts");
  await again.unsent.voice.append(ticketId, 48_000, part(3));
  const voice = await again.unsent.voice.read(ticketId);
  expect(voice).toMatchObject({ seconds: 1.5, sampleRate: 48_000, levels: [0.1, 0.2, 0.3] });
  expect(voice && (await bytesOf(voice.blob))).toEqual([1, 2, 3]);
});

test("a deleted recording comes back with undo, before what was recorded meanwhile", async () => {
  const { unsent } = given("undo");
  await unsent.voice.append(ticketId, 48_000, part(1));
  const removed = await unsent.voice.remove(ticketId);
  expect(await unsent.voice.read(ticketId)).toBeNull();
  await unsent.voice.append(ticketId, 48_000, part(2));
  if (removed) await unsent.voice.restore(removed);
  const voice = await unsent.voice.read(ticketId);
  expect(voice?.seconds).toBe(1);
  expect(voice && (await bytesOf(voice.blob))).toEqual([1, 2]);
});

test("a recording is sent once, also from two tabs, and is gone with the storing of its command", async () => {
  const { database, unsent, store } = given("once");
  await unsent.voice.append(ticketId, 48_000, part(1));
  const voice = await unsent.voice.read(ticketId);
  if (!voice) throw new Error("nothing was recorded");
  const send = () =>
    store.add(
      "message.send",
      { ticketId, body: "" },
      { file: { blob: voice.blob, name: "a.mp3" }, draft: { kind: "voice", id: voice.id, ownerId: ticketId } },
    );
  await Promise.all([send(), send()]);
  expect(await store.all()).toHaveLength(1);
  expect([await database.voiceDrafts.count(), await database.voiceParts.count()]).toEqual([0, 0]);
});

test("a draft stays when its command cannot be stored", async () => {
  const { database, store } = given("failed");
  await database.noteDrafts.put({ ticketId, text: "conferir", isOpen: true });
  database.outbox.hook("creating", () => {
    throw new Error("no space");
  });
  const sending = store.add("note.add", { ticketId, note: "conferir" }, { draft: { kind: "note", ownerId: ticketId } });
  await expect(sending).rejects.toThrow();
  expect(await database.noteDrafts.count()).toBe(1);
});

test("a photo takes its caption with it, and each file is sent once", async () => {
  const { database, unsent, store } = given("files");
  const blob = new File(["x"], "a.png", { type: "image/png" });
  await database.drafts.put({ ticketId, text: "fica assim", updatedAt: "" });
  await unsent.files.add(ticketId, [blob]);
  const [file] = await database.fileDrafts.toArray();
  const send = () =>
    store.add(
      "message.send",
      { ticketId, body: "fica assim" },
      {
        file: { blob, name: "a.png" },
        draft: { kind: "file", id: file?.id ?? "", caption: { kind: "text", ownerId: ticketId } },
      },
    );
  await send();
  await send();
  expect(await store.all()).toHaveLength(1);
  expect([await database.fileDrafts.count(), await database.drafts.count()]).toEqual([0, 0]);
});

test("the edit of a message is stored for its ticket until the command that stores it", async () => {
  const { database, unsent, store } = given("edit");
  const edit = { ticketId, messageId: "m", before: "Chega segunda", text: "Chega terça" };
  await unsent.edit.set(edit);
  expect(await unsent.edit.get(ticketId)).toEqual(edit);
  await store.add(
    "message.edit",
    { ticketId, messageId: "m", body: "Chega terça" },
    { draft: { kind: "edit", ticketId } },
  );
  expect([await unsent.edit.get(ticketId), await database.outbox.count()]).toEqual([null, 1]);
});
