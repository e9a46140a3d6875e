import type { Leaving } from "../../sync/client/index.ts";
import type { StoredSession } from "./session-keys.ts";

const KEY = "owedLeaving";

/** Notes that a session ended and that its data has to leave the device, also if the page closes before that is done. */
export function oweLeaving(storage: Storage, { user, unsentKey }: StoredSession): void {
  const owner = { companyId: user.companyId, id: user.id };
  storage.setItem(KEY, JSON.stringify([...readOwedLeavings(storage), { owner, unsentKey } satisfies Leaving]));
}

export const owesLeaving = (storage: Storage): boolean => storage.getItem(KEY) !== null;

export function readOwedLeavings(storage: Storage): Leaving[] {
  return JSON.parse(storage.getItem(KEY) ?? "[]");
}

/** The key of the user goes with the note. */
export function settleOwedLeaving(storage: Storage, done: Leaving): void {
  const left = readOwedLeavings(storage).filter(({ owner }) => owner.id !== done.owner.id);
  if (left.length > 0) storage.setItem(KEY, JSON.stringify(left));
  else storage.removeItem(KEY);
}
