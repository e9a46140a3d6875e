import { deviceStorage } from "../../ui/device-storage.ts";
import { keyCaps, type ShortcutId, shortcuts } from "./shortcuts.ts";

/** Users may change plain letters only; Ctrl combinations, arrows and Enter are the same in every program. */
export const isLetter = (keys: string): boolean => /^(Shift\+)?[A-Z]$/.test(keys);
export const changeable = (Object.keys(shortcuts) as ShortcutId[]).filter(
  (id) => shortcuts[id].place !== "anywhere" && shortcuts[id].keys.some(isLetter),
);

const STORED = "keys";

let own: Record<string, string> | null = null;
const listeners = new Set<() => void>();

function readOwn(): Record<string, string> {
  own ??= ownFrom(JSON.parse(deviceStorage.getItem(STORED) ?? "{}"));
  return own;
}

/** Returns the stored letters; none when the storage has something else. */
function ownFrom(stored: unknown): Record<string, string> {
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return entries.every(([, keys]) => typeof keys === "string" && isLetter(keys)) ? Object.fromEntries(entries) : {};
}

/** Stores the letters that the user has changed. */
export function storeOwnKeys(next: Record<string, string>): void {
  own = next;
  deviceStorage.setItem(STORED, JSON.stringify(next));
  for (const listener of listeners) listener();
}

export function onOwnKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const ownKeys = readOwn;

/** Returns the keys of a shortcut, with the user's own changes. */
export function keysOf(id: ShortcutId): readonly string[] {
  const mine = changeable.includes(id) ? readOwn()[id] : undefined;
  return mine ? shortcuts[id].keys.map((keys) => (isLetter(keys) ? mine : keys)) : shortcuts[id].keys;
}

/** Returns the keys as text for a tooltip or a menu, for example "Shift U". */
export const capsOf = (id: ShortcutId): string => keyCaps(keysOf(id)[0] ?? "").join(" ");
