import { type Clock, repeatEvery } from "../clock.ts";
import type { PulledMemory } from "../desk-types.ts";
import type { DeskOwner } from "../names.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { type CacheDatabase, openCacheDatabase, openOutboxDatabase } from "./databases.ts";
import { type Failover, withFailover } from "./failover.ts";
import { ignoreStorageFailure, isQuotaExceeded, isStorageFailure } from "./storage-failure.ts";

/** A device that failed is asked this often whether it stores again. */
const PROBE_MS = 15_000;
/** A full disk may have room for a few letters. */
const PROBE_BYTES = 512 * 1024;
const PROBE = "probe";

/** Deletes what can be fetched again: the downloaded files, and if there are none, the older pages of conversations. */
async function makeRoom({ media, history }: CacheDatabase): Promise<void> {
  if ((await media.count()) > 0) await media.clear();
  else await history.clear();
}

/**
 * Opens the device's databases of a user. While the device does not store, they work in memory, and it is asked again
 * and again whether it does.
 */
export function openDeviceStorage(owner: DeskOwner, clock: Clock) {
  const outboxDisk = openOutboxDatabase(owner);
  const cacheDisk = openCacheDatabase(owner);
  let commands: readonly OutboxRecord[] = [];
  const known = (table: string) => (table === "outbox" ? commands : []);
  const outbox = withFailover(outboxDisk, { onMemory: failed, known });
  const cache = withFailover(cacheDisk, { onMemory: failed, notCopied: ["media", "answers"] });
  const both: Failover<typeof outboxDisk | typeof cacheDisk>[] = [outbox, cache];
  let stores = true;
  let stopProbing = () => {};
  let isProbing = false;
  let onChange = () => {};
  let pulled: PulledMemory | null = null;

  /** Lets all databases go on in memory. Call it also when the device did not store something of another one. */
  function failed(): void {
    if (!stores) return;
    stores = false;
    for (const database of both) database.toMemory().catch(console.error);
    pulled?.toMemory();
    stopProbing = repeatEvery(clock, PROBE_MS, () => void probe());
    onChange();
  }

  async function probe(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    try {
      await cacheDisk.meta.put({ key: PROBE, value: new Uint8Array(PROBE_BYTES) });
      await cacheDisk.meta.delete(PROBE);
      for (const database of both) await database.toDisk();
      if (pulled && !(await pulled.toDisk())) return;
    } catch (error) {
      if (isQuotaExceeded(error)) await makeRoom(cacheDisk).catch(ignoreStorageFailure);
      cacheDisk.close({ disableAutoOpen: false });
      if (isStorageFailure(error)) return;
      throw error;
    } finally {
      isProbing = false;
    }
    if (stores) return;
    stores = true;
    stopProbing();
    onChange();
  }

  return {
    outboxDatabase: outbox.database,
    cache: cache.database,
    /** Where files are kept, which can be fetched again; null while the device does not store. */
    media: () => (stores ? cacheDisk.media : null),
    /** The same for answers of the server. */
    answers: () => (stores ? cacheDisk.answers : null),
    failed,
    /** The latest commands of the outbox: Chromium does not read a disk that is really full either. */
    remember(records: readonly OutboxRecord[]): void {
      commands = records;
    },
    /** The pulled documents go to memory and to the disk with the other databases. */
    join(documents: PulledMemory): void {
      pulled = documents;
      if (!stores) pulled.toMemory();
    },
    async open(): Promise<void> {
      await Promise.all(both.map((database) => database.open()));
    },
    /** Calls back now, and with each change of the state. */
    follow(callback: () => void): void {
      onChange = callback;
      callback();
    },
    stores: () => stores,
    /** Whether work would be lost with this page. */
    hasUnstored: outbox.hasChanges,
    close() {
      stopProbing();
      for (const { database } of both) database.close();
    },
  };
}
