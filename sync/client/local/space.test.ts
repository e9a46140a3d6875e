import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import { createOutboxStore } from "../outbox/store.ts";
import { givenMessage } from "../testing/given.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { openCacheDatabase, openOutboxDatabase } from "./databases.ts";
import { createMedia } from "./media.ts";
import { keepFree, readSpace, type StorageMeter } from "./space.ts";
import { createUnsent } from "./unsent.ts";

const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;

function givenMeter(estimate: StorageEstimate | Error, isPersistent = true): StorageMeter {
  return {
    estimate: async () => {
      if (estimate instanceof Error) throw estimate;
      return estimate;
    },
    persisted: async () => isPersistent,
  };
}

/** A device with a file of 80 MiB, one of 30 MiB that was used later, and older pages of two conversations. */
async function givenDevice() {
  const owner = { companyId: uuidv7(), id: uuidv7() };
  const [cache, outbox] = [openCacheDatabase(owner), openOutboxDatabase(owner)];
  onTestFinished(() => {
    cache.close();
    outbox.close();
  });
  const { clock } = manualClock();
  const store = createOutboxStore(outbox, clock);
  const media = createMedia({ media: () => cache.media, store, apiFetch: vi.fn(), clock });
  // The size is all that counts.
  const file = (id: string, size: number, usedAt: number) => ({ id, blob: new Blob([id]), size, usedAt });
  await cache.media.bulkPut([file("older", 80 * MEBIBYTE, 1), file("newer", 30 * MEBIBYTE, 2)]);
  const page = (id: string, usedAt: number) => ({ id, messages: [givenMessage()], complete: false, usedAt });
  await cache.history.bulkPut([page("read", clock.now()), page("long ago", clock.now() - 2 * HOUR_MS)]);
  const dropOldTickets = vi.fn(async () => {});
  const unsent = createUnsent(outbox, clock);
  await unsent.files.add("ticket", [new File(["vaso"], "vaso.png")]);
  await unsent.voice.append("ticket", 16_000, { bytes: new Uint8Array(3), levels: [1], seconds: 1 });
  await store.add("message.send", { ticketId: "ticket" }, { file: { blob: new Blob(["fotos"]), name: "fotos.png" } });
  const rest = async () => ({
    files: (await cache.media.toCollection().primaryKeys()).toSorted(),
    pages: (await cache.history.toCollection().primaryKeys()).toSorted(),
    asked: dropOldTickets.mock.calls.length,
  });
  const free = (meter: StorageMeter | null) => keepFree({ meter, media, cache, clock, dropOldTickets });
  return { outbox, media, free, rest };
}

const whole = { files: ["newer", "older"], pages: ["long ago", "read"], asked: 0 };

test.each([
  ["enough is free", givenMeter({ usage: 100 * MEBIBYTE, quota: 200 * MEBIBYTE })],
  ["a small quota has a tenth free", givenMeter({ usage: 90, quota: 100 })],
  ["the browser does not say what is free", givenMeter({})],
  ["the browser fails to say it", givenMeter(new TypeError("no estimate"))],
  ["the browser has no account of its storage", null],
])("nothing is deleted when %s", async (_case, meter) => {
  const { free, rest } = await givenDevice();
  await free(meter);
  expect(await rest()).toEqual(whole);
});

test.each([
  // Space is short below 64 MiB; then 128 MiB are wanted.
  [64, whole],
  [60, { files: ["newer"], pages: whole.pages, asked: 0 }],
  [30, { files: [], pages: whole.pages, asked: 0 }],
  [5, { files: [], pages: ["read"], asked: 1 }],
])("with %s of 2000 MiB free: files go first, older pages next, old tickets last", async (freeMiB, expected) => {
  const quota = 2_000 * MEBIBYTE;
  const { free, rest } = await givenDevice();
  await free(givenMeter({ usage: quota - freeMiB * MEBIBYTE, quota }));
  expect(await rest()).toEqual(expected);
});

test("what was not sent stays, whatever is missing", async () => {
  const { outbox, free, rest } = await givenDevice();
  await free(givenMeter({ usage: 1_000 * MEBIBYTE, quota: 1_000 * MEBIBYTE }));
  expect(await rest()).toEqual({ files: [], pages: ["read"], asked: 1 });
  const kept = [outbox.outbox, outbox.files, outbox.fileDrafts, outbox.fileBlobs, outbox.voiceParts];
  expect(await Promise.all(kept.map((table) => table.count()))).toEqual([1, 1, 1, 1, 1]);
});

test("the use of the device names what was downloaded and what was not sent", async () => {
  const { outbox, media } = await givenDevice();
  expect(await readSpace(givenMeter({ usage: 7, quota: 9 }, false), media, outbox)).toEqual({
    ...{ usage: 7, quota: 9, isPersistent: false },
    ...{ files: 110 * MEBIBYTE, unsent: "vaso".length + 3 + "fotos".length },
  });
  expect(await readSpace(null, media, outbox)).toMatchObject({ usage: null, quota: null, isPersistent: null });
});
