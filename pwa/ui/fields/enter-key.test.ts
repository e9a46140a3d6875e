import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isComposingKey, isEnter } from "./enter-key.ts";

const enter = { key: "Enter", keyCode: 13, isComposing: false };

test("enter: a pressed Enter acts, as a DOM event and as one of React", () => {
  expect(isEnter(enter)).toBe(true);
  expect(isEnter({ ...enter, isComposing: undefined, nativeEvent: { isComposing: false } })).toBe(true);
  expect(isEnter({ ...enter, key: "a", keyCode: 65 })).toBe(false);
});

test.each([
  ["before compositionend, as Chrome and Firefox report it", { ...enter, isComposing: true }],
  ["before compositionend, as React wraps it", { key: "Enter", keyCode: 13, nativeEvent: { isComposing: true } }],
  ["after compositionend, as Safari reports it", { ...enter, keyCode: 229 }],
])("enter: the key that confirms a composition does not act: %s", (_order, event) => {
  expect(isComposingKey(event)).toBe(true);
  expect(isEnter(event)).toBe(false);
});

/** Files that may name the key, each with the reason. */
const allowed: Record<string, string> = {
  "ui/fields/enter-key.ts": "defines isEnter()",
  "ui/late-part.ts": "a type of keys on a button",
  "ui/late-button.tsx": "keys on a button: nothing is composed there",
  "ui/fields/toggles.tsx": "Enter on a checkbox: nothing is composed there",
  "first-paint/cover.ts": "Enter in the drawn field never acts",
  "shell/keyboard/shortcuts.ts": "keys that the help shows; isPressed() compares none of them",
};

/** The key by its name, and the two marks of a composition, which only isComposingKey() reads. */
const keyNames = /["'`]Enter["'`]|\bkeyCode\b|\.isComposing\b/;

test("enter: every handler asks isEnter(), so that none sends what an input method confirms", () => {
  const root = new URL("../..", import.meta.url).pathname;
  const files = globSync("**/*.{ts,tsx}", { cwd: root, exclude: ["i18n/paraglide/**", "**/testing/**"] });
  const naming = files.filter(
    (file) => !/\.test\.tsx?$/.test(file) && keyNames.test(readFileSync(root + file, "utf8")),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(naming.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
