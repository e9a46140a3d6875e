import { expect, test } from "vitest";
import { searchWords } from "../../../../sync/contracts/tickets.ts";
import { matchedLine, matchedParts } from "./matched-parts.ts";

const marked = (text: string, asked: string) =>
  matchedParts(text, searchWords(asked))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

test("what was looked for is marked as it is written, accents and capitals included", () => {
  expect(marked("A Coleta é amanhã", "coleta amanha")).toBe("A [Coleta] é [amanhã]");
  expect(marked("José e JOSE", "jose")).toBe("[José] e [JOSE]");
});

test("letters made of two signs, and emoji, do not shift the marks", () => {
  expect(marked("😀 Jose\u0301 Reis", "reis")).toBe("😀 Jose\u0301 [Reis]");
  expect(marked("ﬁm da ﬁla, coleta", "coleta")).toBe("ﬁm da ﬁla, [coleta]");
});

test("nothing looked for, nothing marked; and no text is lost", () => {
  expect(marked("Bom dia", "")).toBe("Bom dia");
  const text = "Ação, reação & coração 😀!";
  expect(
    matchedParts(text, ["cao", "a"])
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("a long line begins shortly before the first match", () => {
  const [first, second] = matchedLine(`${"palavra ".repeat(20)}coleta marcada`, ["coleta"]);
  expect(first?.text).toMatch(/^… (palavra ){1,3}$/);
  expect(second).toEqual({ text: "coleta", isMatch: true });
});
