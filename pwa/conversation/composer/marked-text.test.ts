import fc from "fast-check";
import { expect, test } from "vitest";
import { toggleMark } from "./marked-text.ts";

test("toggleMark: wraps the selection without the spaces around it, and unwraps it again", () => {
  const marked = toggleMark({ text: "Bom dia a todos", start: 4, end: 8 }, "*");
  expect(marked).toEqual({ text: "Bom *dia* a todos", start: 5, end: 8 });
  expect(toggleMark(marked, "*")).toEqual({ text: "Bom dia a todos", start: 4, end: 7 });
  expect(toggleMark({ text: "Bom ", start: 4, end: 4 }, "_")).toEqual({ text: "Bom __", start: 5, end: 5 });
});

test("toggleMark: restores the text when called twice, for any selection", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{1,20}$/), fc.nat(20), fc.nat(20), (text, a, b) => {
      const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      expect(toggleMark(toggleMark({ text, start, end }, "*"), "*").text).toBe(text);
    }),
    { seed: 5 },
  );
});
