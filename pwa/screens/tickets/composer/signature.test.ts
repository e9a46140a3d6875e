import { expect, test } from "vitest";
import { signed, unsigned } from "./signature.ts";

test("the name stands in bold above the words, unless signing is off", () => {
  expect(signed("Oi", "Ana Lima", true)).toBe("*Ana Lima:*\nOi");
  expect(signed("Oi", "Ana Lima", false)).toBe("Oi");
  expect(signed("", "Ana Lima", true)).toBe("");
});

test("editing again starts from the words alone", () => {
  expect(unsigned("*Ana Lima:*\nOi\n*importante*")).toBe("Oi\n*importante*");
  expect(unsigned("*importante*\nOi")).toBe("*importante*\nOi");
});
