import { expect, test } from "vitest";
import { searchWords } from "../../contracts/search-text.ts";
import { matchedLine, matchedParts } from "./matched-parts.ts";

const marked = (text: string, asked: string) =>
  matchedParts(text, searchWords(asked))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

test("matchedParts: marks matches as they are written in the text, with accents and capitals", () => {
  expect(marked("A Coleta é amanhã", "coleta amanha")).toBe("A [Coleta] é [amanhã]");
  expect(marked("José e JOSE", "jose")).toBe("[José] e [JOSE]");
});

test("matchedParts: decomposed accents, ligatures and emoji do not shift the marks", () => {
  expect(marked("😀 Jose\u0301 Reis", "reis")).toBe("😀 Jose\u0301 [Reis]");
  expect(marked("ﬁm da ﬁla, coleta", "coleta")).toBe("ﬁm da ﬁla, [coleta]");
});

test("matchedParts: marks nothing without words, and never loses text", () => {
  expect(marked("Bom dia", "")).toBe("Bom dia");
  const text = "Ação, reação & coração 😀!";
  expect(
    matchedParts(text, ["cao", "a"])
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("matchedLine: begins shortly before the first match of a long line", () => {
  const [first, second] = matchedLine(`${"palavra ".repeat(20)}coleta marcada`, ["coleta"]);
  expect(first?.text).toMatch(/^… (palavra ){1,3}$/);
  expect(second).toEqual({ text: "coleta", isMatch: true });
});
