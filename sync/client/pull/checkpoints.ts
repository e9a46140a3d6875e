import type { Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import type { CacheDatabase } from "../local/databases.ts";

type Moved = { from: string; to: Checkpoint };
const keyOf = (collection: CollectionName) => `caught-up:${collection}`;

/** Returns the checkpoint for the server: RxDB merges checkpoints, so a boot's `before` would remain in a live one. */
export function tidy(checkpoint: Checkpoint): Checkpoint {
  const { phase, rev, scope, mark = null, before } = checkpoint;
  return phase === "boot" && before ? { phase, rev, scope, mark, before } : { phase, rev, scope, mark };
}

export function sameCheckpoint(a: Checkpoint | undefined, b: Checkpoint | undefined): boolean {
  return JSON.stringify(a && tidy(a)) === JSON.stringify(b && tidy(b));
}

/**
 * Remembers the checkpoints of empty pages: RxDB does not store those, so a quiet collection would eventually be
 * older than the server's log. Each is kept for exactly the checkpoint it was requested with.
 */
export function createCheckpointMemory({ meta }: CacheDatabase) {
  return {
    async further(collection: CollectionName, from: Checkpoint | undefined): Promise<Checkpoint | undefined> {
      const moved = (await meta.get(keyOf(collection)))?.value as Moved | undefined;
      return moved && moved.from === JSON.stringify(from ?? null) ? moved.to : from;
    },
    async remember(collection: CollectionName, from: Checkpoint | undefined, to: Checkpoint) {
      await meta.put({ key: keyOf(collection), value: { from: JSON.stringify(from ?? null), to } satisfies Moved });
    },
    async forget(collection: CollectionName) {
      await meta.delete(keyOf(collection));
    },
  };
}
export type CheckpointMemory = ReturnType<typeof createCheckpointMemory>;
