import { deviceStorage } from "../../ui/device-storage.ts";
import { keysOf } from "./own-keys.ts";
import type { ShortcutId } from "./shortcuts.ts";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"> &
  Partial<Pick<KeyboardEvent, "code">>;
const spoken: Record<string, string> = { arrowdown: "↓", arrowup: "↑", escape: "esc" };

/**
 * Returns whether an event matches one of a shortcut's keys. Only the last key of a sequence such as "G T" is
 * compared; see shell-keys.ts.
 */
export function isPressed(event: Pressed, id: ShortcutId): boolean {
  return keysOf(id).some((keys) => matches(event, keys.split(" ").at(-1) ?? ""));
}

function matches(event: Pressed, keys: string): boolean {
  const parts = keys.toLowerCase().split("+");
  const key = parts.at(-1) ?? "";
  const wantsAlt = parts.includes("alt");
  if (wantsAlt !== event.altKey || parts.includes("mod") !== (event.ctrlKey || event.metaKey)) return false;
  const pressed = event.key.toLowerCase();
  // On a Mac, Option and a letter are another sign: the place of the key tells which letter it is.
  const isKey = (spoken[pressed] ?? pressed) === key || (wantsAlt && event.code?.toLowerCase() === `key${key}`);
  // "?" already requires Shift on most keyboards.
  const isLetter = key.length > 1 || key.toUpperCase() !== key;
  return isKey && (!isLetter || parts.includes("shift") === event.shiftKey);
}

const SINGLE_KEYS = "singleKeys";
/** True unless the user turns single-key shortcuts off (WCAG 2.1.4). */
export const readSingleKeys = (): boolean => deviceStorage.getItem(SINGLE_KEYS) !== "false";
export const storeSingleKeys = (on: boolean): void => deviceStorage.setItem(SINGLE_KEYS, String(on));

/** Returns whether single-key shortcuts apply: they must not react to what the user types, nor under an open layer. */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const isLetter = event.key.length === 1;
  if (isLetter && !readSingleKeys()) return false;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest("input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]")) return false;
  return !isLayerOpen();
}

/** Returns whether a key with Alt applies: also while the user writes, but not under an open layer. */
export const isTwinKey = (event: KeyboardEvent): boolean =>
  event.altKey && !event.ctrlKey && !event.metaKey && !event.defaultPrevented && !isLayerOpen();

export const isLayerOpen = (): boolean => document.querySelector("[role=dialog], [role=alertdialog]") !== null;
