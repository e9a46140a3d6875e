import type { createMedia } from "../local/media.ts";
import type { OutboxRecord } from "./entry.ts";
import { isSettled, type Positions } from "./settle.ts";
import type { OutboxStore } from "./store.ts";

type SettlingDeps = { store: OutboxStore; media: ReturnType<typeof createMedia>; positions: Positions };

/** Removes commands whose effect the pulled documents show. The file of a sent message stays readable offline. */
export function createSettling({ store, media, positions }: SettlingDeps) {
  let latest: OutboxRecord[] = [];
  let running: Promise<void> = Promise.resolve();

  async function remove(settled: OutboxRecord[]) {
    for (const { file } of settled) {
      const sent = file && (await store.file(file.id));
      if (sent) await media.keep(sent.id, sent.blob);
      if (sent) await store.removeFile(sent.id);
    }
    await store.remove(settled.map((record) => record.order));
  }

  function settle(records: OutboxRecord[] = latest) {
    const settled = records.filter((record) => isSettled(record, positions));
    latest = settled.length > 0 ? records.filter((record) => !settled.includes(record)) : records;
    if (settled.length === 0) return;
    running = running.then(() => remove(settled)).catch((error: unknown) => console.error(error));
  }

  return {
    /** Call with the outbox when it has changed, without when a collection was pulled further. */
    settle,
    /** The commands that are not settled. */
    unsettled: () => latest,
    /** Resolves when the settled commands are removed. */
    done: () => running,
  };
}
