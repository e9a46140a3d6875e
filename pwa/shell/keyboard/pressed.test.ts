import { expect, test, vi } from "vitest";
import { isPressed } from "./pressed.ts";
import { type ShortcutId, shortcuts } from "./shortcuts.ts";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

test("isPressed: Ctrl and the Mac's command key are the same, and neither is a plain letter", () => {
  expect(isPressed(press("k", { ctrlKey: true }), "palette")).toBe(true);
  expect(isPressed(press("K", { metaKey: true }), "palette")).toBe(true);
  expect(isPressed(press("k"), "palette")).toBe(false);
  expect(isPressed(press("k", { ctrlKey: true }), "previous")).toBe(false);
  expect(isPressed(press("k", { altKey: true }), "previous")).toBe(false);
});

test("isPressed: Shift distinguishes U from Shift U, and is ignored where a sign needs it", () => {
  expect(isPressed(press("U", { shiftKey: true }), "giveBack")).toBe(true);
  expect(isPressed(press("u"), "giveBack")).toBe(false);
  expect(isPressed(press("?", { shiftKey: true }), "help")).toBe(true);
  expect(isPressed(press("/", { shiftKey: true }), "search")).toBe(true);
});

test("isPressed: arrows are alternatives to letters", () => {
  expect(isPressed(press("ArrowDown"), "next")).toBe(true);
  expect(isPressed(press("j"), "next")).toBe(true);
  expect(isPressed(press("ArrowUp"), "next")).toBe(false);
});

test("isPressed: the twins with Alt are found by the place of the key where a Mac types another sign", () => {
  expect(isPressed(press("m", { altKey: true }), "note")).toBe(true);
  expect(isPressed(press("µ", { altKey: true, code: "KeyM" }), "note")).toBe(true);
  expect(isPressed(press("m", { altKey: true, ctrlKey: true }), "note")).toBe(false);
  expect(isPressed(press("t", { altKey: true }), "note")).toBe(false);
});

test("shortcuts: each single key of a conversation has a twin that works while writing, and none is a browser's", () => {
  for (const [id, { place, keys }] of Object.entries(shortcuts)) {
    if (place !== "conversation" || id === "write" || (keys as readonly string[]).some((key) => key.startsWith("Mod")))
      continue;
    expect(keys, id).toContainEqual(expect.stringMatching(/^Alt\+[A-Z]$/));
  }
  const twins = Object.values(shortcuts).flatMap(({ keys }) => keys.filter((key) => key.startsWith("Alt+")));
  expect(twins.filter((key) => /^Alt\+[DEF\d]$/.test(key))).toEqual([]);
  expect(new Set(twins).size).toBe(twins.length);
});

/** Shortcuts of the text field, standard in every program: the same key may have another meaning outside of it. */
const ofTexts: readonly string[] = ["bold", "leave"];

test("shortcuts: no two of one scope share a key, and only those of texts hide a global one", () => {
  const taken = new Map<string, ShortcutId>();
  for (const [id, { place, keys }] of Object.entries(shortcuts)) {
    for (const key of keys) {
      for (const where of new Set(ofTexts.includes(id) ? [place] : [place, "anywhere"]))
        expect(taken.get(`${where} ${key}`), `${id}: ${key}`).toBeUndefined();
      taken.set(`${place} ${key}`, id as ShortcutId);
    }
  }
});
