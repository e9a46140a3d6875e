import { Dexie } from "dexie";
import { removeRxDatabase } from "rxdb";
import type { DeskStorage } from "./desk-types.ts";
import { cacheName, cachePrefixes, type DeskOwner, documentsName, outboxName } from "./names.ts";
import { workerStorage } from "./storage.ts";

/** Deletes what was pulled for a user whose desk is not open; what they have not sent only if told so. */
export async function discardDesk(
  owner: DeskOwner,
  { storage = workerStorage(), andUnsent = false }: { storage?: DeskStorage; andUnsent?: boolean } = {},
): Promise<void> {
  await deleteCaches(owner, storage);
  if (andUnsent) await Dexie.delete(outboxName(owner));
}

export async function deleteCaches(owner: DeskOwner, storage: DeskStorage): Promise<void> {
  await Promise.all([removeRxDatabase(documentsName(owner), storage), Dexie.delete(cacheName(owner))]);
}

/** An older schema's databases are never opened again. A browser that cannot list its databases keeps them. */
export async function deleteOlderCaches(owner: DeskOwner): Promise<void> {
  if (typeof indexedDB === "undefined" || !indexedDB.databases) return;
  const current = [cacheName(owner), documentsName(owner)];
  for (const { name } of await indexedDB.databases()) {
    const ours = name !== undefined && cachePrefixes(owner).some((prefix) => name.startsWith(prefix));
    if (ours && !current.some((kept) => name.includes(kept))) await Dexie.delete(name);
  }
}
