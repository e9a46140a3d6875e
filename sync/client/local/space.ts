import type { Clock } from "../clock.ts";
import type { CacheDatabase, HistoryRecord, OutboxDatabase } from "./databases.ts";
import type { createMedia } from "./media.ts";

/** The browser's account of its storage; a browser may know neither figure. */
export type StorageMeter = Pick<StorageManager, "estimate" | "persisted">;

/**
 * Bytes on this device. `usage`, `quota`: of the whole app, null: the browser does not say. `files`: downloaded files,
 * which can be fetched again. `unsent`: files and recordings that were not sent. `isPersistent`: the browser promises
 * to delete nothing by itself; null: it does not say.
 */
export type DeviceSpace = {
  usage: number | null;
  quota: number | null;
  files: number;
  unsent: number;
  isPersistent: boolean | null;
};

const MEBIBYTE = 1024 * 1024;
/** Space is short below this, or below this share of the quota where that is less. */
const SHORT = { bytes: 64 * MEBIBYTE, share: 0.1 };
/** The device frees until so much is free. */
const WANTED = { bytes: 128 * MEBIBYTE, share: 0.2 };
/** Older pages that were fetched within this time may be on the screen. */
const IN_USE_MS = 3_600_000;

type Estimate = { usage: number | null; quota: number | null };

async function estimateOf(meter: StorageMeter | null): Promise<Estimate> {
  const { usage, quota } = (await meter?.estimate?.().catch(() => null)) ?? {};
  return { usage: usage ?? null, quota: quota ?? null };
}

export async function readSpace(
  meter: StorageMeter | null,
  media: ReturnType<typeof createMedia>,
  outbox: OutboxDatabase,
): Promise<DeviceSpace> {
  const isPersistent = (await meter?.persisted?.().catch(() => null)) ?? null;
  return { ...(await estimateOf(meter)), files: await media.bytes(), unsent: await unsentBytes(outbox), isPersistent };
}

async function unsentBytes({ files, fileBlobs, voiceParts }: OutboxDatabase): Promise<number> {
  let bytes = 0;
  await files.each(({ blob }) => {
    bytes += blob.size;
  });
  await fileBlobs.each(({ blob }) => {
    bytes += blob.size;
  });
  await voiceParts.each((part) => {
    bytes += part.bytes.byteLength;
  });
  return bytes;
}

export type KeepFreeDeps = {
  meter: StorageMeter | null;
  media: ReturnType<typeof createMedia>;
  cache: CacheDatabase;
  clock: Clock;
  /** Drops the oldest closed tickets of the device. */
  dropOldTickets(): Promise<void>;
};

/**
 * Frees space before it is short, in this order: the downloaded files that were not used for the longest time, the
 * older pages of conversations, the oldest closed tickets. Nothing that was not sent is ever among them. A browser that
 * does not say how much is free frees nothing here; a write that it refuses does (`device-storage.ts`).
 */
export async function keepFree({ meter, media, cache, clock, dropOldTickets }: KeepFreeDeps): Promise<void> {
  const { usage, quota } = await estimateOf(meter);
  if (usage === null || quota === null) return;
  const free = quota - usage;
  if (free >= Math.min(SHORT.bytes, quota * SHORT.share)) return;
  let missing = Math.min(WANTED.bytes, quota * WANTED.share) - free;
  missing -= await media.free(missing);
  if (missing > 0) missing -= await freeOlderPages(cache, missing, clock.now() - IN_USE_MS);
  if (missing > 0) await dropOldTickets();
}

/** Deletes older pages, those fetched first before the others, until so many bytes are free; returns how many are. */
async function freeOlderPages({ history }: CacheDatabase, bytes: number, before: number): Promise<number> {
  const records: { id: string; usedAt: number; size: number }[] = [];
  await history.each((record: HistoryRecord) => {
    const { id, usedAt = 0 } = record;
    if (usedAt < before) records.push({ id, usedAt, size: JSON.stringify(record).length });
  });
  let freed = 0;
  const dropped: string[] = [];
  for (const { id, size } of records.sort((a, b) => a.usedAt - b.usedAt)) {
    if (freed >= bytes) break;
    freed += size;
    dropped.push(id);
  }
  await history.bulkDelete(dropped);
  return freed;
}
