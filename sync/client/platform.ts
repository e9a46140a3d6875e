import type { CacheDatabase } from "./local/databases.ts";
import type { StorageMeter } from "./local/space.ts";

const ASKED = "asked-to-persist";

export function browserLocks(): LockManager | null {
  return typeof navigator === "undefined" ? null : (navigator.locks ?? null);
}

export function browserMeter(): StorageMeter | null {
  return typeof navigator === "undefined" ? null : (navigator.storage ?? null);
}

/** Larger pages store no faster and freeze a phone for longer. */
export function pageLimitHere(): number {
  const phone = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
  return phone ? 200 : 500;
}

/** Asks the browser once per device for persistent storage. A refusal is not an error. */
export async function keepOnDisk({ meta }: CacheDatabase): Promise<void> {
  if (typeof navigator === "undefined" || !navigator.storage?.persist) return;
  if (await meta.get(ASKED)) return;
  await meta.put({ key: ASKED, value: true });
  await navigator.storage.persist();
}
