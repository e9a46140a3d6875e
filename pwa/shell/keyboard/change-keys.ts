import { changeable, isLetter, keysOf, ownKeys, storeOwnKeys } from "./own-keys.ts";
import { type ShortcutId, shortcuts } from "./shortcuts.ts";

/** Returns the other shortcut that has these keys where `id` works, or null. "G" starts a navigation everywhere. */
export function takenBy(id: ShortcutId, keys: string): ShortcutId | "go" | null {
  if (keys === "G") return "go";
  const isGlobal = (place: string) => place !== "composer";
  return (
    (Object.keys(shortcuts) as ShortcutId[]).find(
      (other) => other !== id && isGlobal(shortcuts[other].place) && keysOf(other).includes(keys),
    ) ?? null
  );
}

/** Assigns another letter to a shortcut. Throws when the shortcut cannot be changed or the letter is taken. */
export function changeKey(id: ShortcutId, keys: string): void {
  if (!changeable.includes(id) || !isLetter(keys) || takenBy(id, keys))
    throw new Error(`Cannot assign ${keys} to the shortcut ${id}`);
  const isUsual = (shortcuts[id].keys as readonly string[]).includes(keys);
  const { [id]: _before, ...others } = ownKeys();
  storeOwnKeys(isUsual ? others : { ...others, [id]: keys });
}

export const forgetOwnKeys = (): void => storeOwnKeys({});
