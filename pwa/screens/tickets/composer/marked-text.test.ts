import fc from "fast-check";
import { expect, test } from "vitest";
import { toggleMark } from "./marked-text.ts";

test("what is selected is marked without the spaces around it, and unmarked again", () => {
  const marked = toggleMark({ text: "Bom dia a todos", start: 4, end: 8 }, "*");
  expect(marked).toEqual({ text: "Bom *dia* a todos", start: 5, end: 8 });
  expect(toggleMark(marked, "*")).toEqual({ text: "Bom dia a todos", start: 4, end: 7 });
  expect(toggleMark({ text: "Bom ", start: 4, end: 4 }, "_")).toEqual({ text: "Bom __", start: 5, end: 5 });
});

test("twice is nothing, whatever is selected", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{1,20}$/), fc.nat(20), fc.nat(20), (text, a, b) => {
      const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      expect(toggleMark(toggleMark({ text, start, end }, "*"), "*").text).toBe(text);
    }),
    { seed: 5 },
  );
});
