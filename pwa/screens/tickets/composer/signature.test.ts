import { expect, test } from "vitest";
import { signed, unsigned } from "./signature.ts";

test("signed: puts the name in bold above the text, unless signing is off or the text is empty", () => {
  expect(signed("Oi", "Ana Lima", true)).toBe("*Ana Lima:*\nOi");
  expect(signed("Oi", "Ana Lima", false)).toBe("Oi");
  expect(signed("", "Ana Lima", true)).toBe("");
});

test("unsigned: removes the signature and no other bold text", () => {
  expect(unsigned("*Ana Lima:*\nOi\n*importante*")).toBe("Oi\n*importante*");
  expect(unsigned("*importante*\nOi")).toBe("*importante*\nOi");
});
