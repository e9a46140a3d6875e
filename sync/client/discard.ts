import { Dexie } from "dexie";
import { removeRxDatabase } from "rxdb";
import type { DeskStorage } from "./desk-types.ts";
import { cacheName, cachePrefixes, type DeskOwner, documentsName } from "./names.ts";

export async function deleteCaches(owner: DeskOwner, storage: DeskStorage): Promise<void> {
  await Promise.all([removeRxDatabase(documentsName(owner), storage), Dexie.delete(cacheName(owner))]);
  // RxDB empties its databases but does not delete them.
  await deleteDatabases((name) => cachePrefixes(owner).some((prefix) => name.startsWith(prefix)));
}

/** Databases of an older schema are never opened again. A browser that cannot list its databases keeps them. */
export async function deleteOlderCaches(owner: DeskOwner): Promise<void> {
  const current = [cacheName(owner), documentsName(owner)];
  await deleteDatabases(
    (name) =>
      cachePrefixes(owner).some((prefix) => name.startsWith(prefix)) && !current.some((kept) => name.includes(kept)),
  );
}

async function deleteDatabases(isMeant: (name: string) => boolean) {
  if (typeof indexedDB === "undefined" || !indexedDB.databases) return;
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined && isMeant(name)) await Dexie.delete(name);
  }
}
