import { expect, test } from "vitest";
import { keyboardWatch } from "./screen-keyboard.ts";

test("keyboardWatch: a keyboard takes at least 150 px of the tallest height seen", () => {
  const isOpen = keyboardWatch();
  expect(isOpen({ width: 390, height: 788 })).toBe(false);
  expect(isOpen({ width: 390, height: 844 })).toBe(false);
  expect(isOpen({ width: 390, height: 788 })).toBe(false);
  expect(isOpen({ width: 390, height: 508 })).toBe(true);
  expect(isOpen({ width: 390, height: 844 })).toBe(false);
});

test("keyboardWatch: a rotation is not taken for a keyboard", () => {
  const isOpen = keyboardWatch();
  isOpen({ width: 390, height: 844 });
  expect(isOpen({ width: 844, height: 390 })).toBe(false);
  expect(isOpen({ width: 844, height: 200 })).toBe(true);
});
