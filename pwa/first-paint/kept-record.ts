import { currentPlace, isSameOwner, isSamePlace, type ScreenPlace } from "./place.ts";

/** All keys of this folder in local storage begin with this. */
const KEPT = "kept";

type OfPlace = { place: ScreenPlace };

/** Reads a record. Returns null, and removes it, when it is damaged or of another user. */
export function readRecord<Kept extends OfPlace>(storage: Storage, key: string): Kept | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  const kept = parse<Kept>(text);
  const here = currentPlace(storage);
  if (kept && here && isSameOwner(kept.place, here)) return kept;
  storage.removeItem(key);
  return null;
}

/** Returns a record that can be drawn here, as it was drawn. */
export function readDrawable<Kept extends OfPlace>(storage: Storage, key: string): Kept | null {
  const kept = readRecord<Kept>(storage, key);
  const here = currentPlace(storage);
  return kept && here && isSamePlace(kept.place, here) ? kept : null;
}

/** Stores a record of at most `maxLength` characters, unless its user has signed out meanwhile. */
export function storeRecord<Kept extends OfPlace>(storage: Storage, key: string, kept: Kept, maxLength: number): void {
  const here = currentPlace(storage);
  if (!here || !isSamePlace(kept.place, here)) return;
  const text = JSON.stringify(kept);
  try {
    if (text.length > maxLength) storage.removeItem(key);
    else storage.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    storage.removeItem(key); // the storage is full: the next start waits for the engine
  }
}

export const keptKeys = (storage: Storage, prefix = KEPT): string[] =>
  Object.keys(storage).filter((key) => key.startsWith(prefix));

/** Removes all kept screens: their user signs out, or has other rights. */
export function forgetKept(storage: Storage): void {
  for (const key of keptKeys(storage)) storage.removeItem(key);
}

function parse<Kept>(text: string): Kept | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // cut off by the browser: written again when idle
    throw error;
  }
}
