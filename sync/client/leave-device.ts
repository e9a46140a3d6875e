import type { DeskStorage } from "./desk-types.ts";
import { deleteCaches } from "./discard.ts";
import { type OutboxDatabase, openOutboxDatabase } from "./local/databases.ts";
import { type DeskOwner, sealingLockName } from "./names.ts";
import { browserLocks } from "./platform.ts";
import { workerStorage } from "./storage.ts";

/** `unsentKey`: as the sign-in answered it; null: the session began before there was one. */
export type Leaving = { owner: DeskOwner; unsentKey: string | null };

/** Sealing and opening of one user's work do not overlap, also in several tabs. */
async function alone<T>(owner: DeskOwner, work: () => Promise<T>): Promise<T> {
  const locks = browserLocks();
  return locks ? await locks.request(sealingLockName(owner), work) : work();
}

/**
 * Ends a user's stay on this device: the pulled data is deleted, and unsent work is sealed with the user's key. A page
 * without `crypto.subtle` (no HTTPS) cannot seal; the work stays, because it exists nowhere else. `isWanted` is asked
 * under the lock: the user may have signed in again in another tab.
 */
export async function leaveDevice(
  { owner, unsentKey }: Leaving,
  isWanted: () => boolean = () => true,
  storage: DeskStorage = workerStorage(() => {}).storage,
): Promise<void> {
  await alone(owner, async () => {
    if (!isWanted()) return;
    await deleteCaches(owner, storage);
    if (!unsentKey || !globalThis.crypto?.subtle) return;
    const database = openOutboxDatabase(owner);
    const { sealOutbox } = await import("./local/sealing.ts");
    await sealOutbox(database, owner, unsentKey).finally(() => database.close());
  });
}

/** Opens what the end of the user's last session sealed with one of these keys. Work that another key sealed stays sealed. */
export async function openSealedWork(
  database: OutboxDatabase,
  owner: DeskOwner,
  unsentKeys: readonly string[],
): Promise<void> {
  await alone(owner, async () => {
    if (unsentKeys.length === 0 || (await database.sealed.count()) === 0) return;
    const { openSealed } = await import("./local/sealing.ts");
    for (const unsentKey of unsentKeys) await openSealed(database, owner, unsentKey);
  });
}
