import * as v from "valibot";
import { keyCaps, type ShortcutId, shortcuts } from "./shortcuts.ts";

/** Letters alone are a person's to change; Ctrl, arrows and Enter are what every program has. */
const isLetter = (keys: string): boolean => /^(Shift\+)?[A-Z]$/.test(keys);
export const changeable = (Object.keys(shortcuts) as ShortcutId[]).filter(
  (id) => shortcuts[id].place !== "anywhere" && shortcuts[id].keys.some(isLetter),
);

const STORED = "keys";
const Stored = v.fallback(v.record(v.string(), v.pipe(v.string(), v.regex(/^(Shift\+)?[A-Z]$/))), {});

let own: Record<string, string> | null = null;
const listeners = new Set<() => void>();

function readOwn(): Record<string, string> {
  own ??= v.parse(v.pipe(v.string(), v.parseJson(), Stored), localStorage.getItem(STORED) ?? "{}");
  return own;
}

function store(next: Record<string, string>): void {
  own = next;
  localStorage.setItem(STORED, JSON.stringify(next));
  for (const listener of listeners) listener();
}

export function onOwnKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const ownKeys = readOwn;

/** The keys of a shortcut as this person has them. */
export function keysOf(id: ShortcutId): readonly string[] {
  const mine = changeable.includes(id) ? readOwn()[id] : undefined;
  return mine ? shortcuts[id].keys.map((keys) => (isLetter(keys) ? mine : keys)) : shortcuts[id].keys;
}

/** For a tooltip or a menu: "Shift U". */
export const capsOf = (id: ShortcutId): string => keyCaps(keysOf(id)[0] ?? "").join(" ");

/** Who has these keys where `id` works, besides `id`. "G" begins a way to a screen everywhere. */
export function takenBy(id: ShortcutId, keys: string): ShortcutId | "go" | null {
  if (keys === "G") return "go";
  const heard = (place: string) => place !== "composer";
  return (
    (Object.keys(shortcuts) as ShortcutId[]).find(
      (other) => other !== id && heard(shortcuts[other].place) && keysOf(other).includes(keys),
    ) ?? null
  );
}

/** Gives a shortcut another letter. Throws when it is not one to be changed, or the letter is taken. */
export function changeKey(id: ShortcutId, keys: string): void {
  if (!changeable.includes(id) || !isLetter(keys) || takenBy(id, keys)) throw new Error(`${id} cannot have ${keys}`);
  const isUsual = (shortcuts[id].keys as readonly string[]).includes(keys);
  const { [id]: _before, ...others } = readOwn();
  store(isUsual ? others : { ...others, [id]: keys });
}

export const forgetOwnKeys = (): void => store({});
