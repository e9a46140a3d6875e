import fc from "fast-check";
import { expect, test } from "vitest";
import { superlinear } from "../../../contracts/testing/linear-time.ts";
import { openingOf, textParts } from "./message-text.ts";

const shape = (body: string) => textParts(body).map((part) => `${part.look}:${part.text}`);

test("textParts: finds bold, italic and strikethrough, and ignores marks inside words", () => {
  expect(shape("*Marina:*\nUm _vaso_ ~caro~")).toEqual([
    "bold:Marina:",
    "plain:\nUm ",
    "italic:vaso",
    "plain: ",
    "strike:caro",
  ]);
  expect(shape("2*3*4 e snake_case_name")).toEqual(["plain:2*3*4 e snake_case_name"]);
  expect(shape("* item *")).toEqual(["plain:* item *"]);
});

test("textParts: keeps text between three backticks as it was typed, across lines", () => {
  expect(shape("veja ```a = *b*\nfim``` _já_")).toEqual(["plain:veja ", "code:a = *b*\nfim", "plain: ", "italic:já"]);
  expect(shape("``` ``` e")).toEqual(["plain:``` ``` e"]);
});

test("textParts: leaves the full stop after a URL out of the link", () => {
  expect(shape("Veja https://loja.example/vaso.")).toEqual([
    "plain:Veja ",
    "link:https://loja.example/vaso",
    "plain:.",
  ]);
});

test("textParts: splits adjacent marks, fences and links", () => {
  expect(shape("***")).toEqual(["plain:***"]);
  expect(shape("**a** __b__ *c*")).toEqual(["plain:**a** __b__ ", "bold:c"]);
  expect(shape("*a* *b")).toEqual(["bold:a", "plain: *b"]);
  expect(shape("*a\nb*")).toEqual(["plain:*a\nb*"]);
  expect(shape("_a_b_ (~c~)")).toEqual(["italic:a_b", "plain: (", "strike:c", "plain:)"]);
  expect(shape("𝐀*b* *b*𝐀 *c*")).toEqual(["plain:𝐀*b* ", "bold:b*𝐀 *c"]);
  expect(shape("``` ``` x```")).toEqual(["code: ``` x"]);
  expect(shape("```````")).toEqual(["code:`"]);
  expect(shape("``````")).toEqual(["plain:``````"]);
  expect(shape("http http:// http://a)*b*")).toEqual(["plain:http http:// ", "link:http://a)*b*"]);
  expect(shape("*https://a.example*")).toEqual(["bold:https://a.example"]);
});

/** The regular expression that this parser replaces: correct, but quadratic. */
const PATTERN =
  /```([\s\S]*?\S[\s\S]*?)```|(https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}])([*_~])(?<!\3\3)(?!\3)(?=\S)([^\n]*?\S)\3(?<!\3\3)(?!\3)(?![\p{L}\p{N}])/gu;

function byPattern(body: string): string[] {
  const found: string[] = [];
  for (const [whole, code, link, mark, inside] of body.matchAll(PATTERN)) {
    if (code !== undefined) found.push(`code:${code}`);
    else if (link) found.push(`link:${whole.replace(/[.,!?)]+$/, "")}`);
    else found.push(`${mark}:${inside}`);
  }
  return found;
}

test("textParts: returns the same formatted parts as the regular expression for short texts", () => {
  const sign = fc.constantFrom("*", "_", "~", "`", "```", " ", "\n", "a", "é", "1", ".", ")", "http://", "𝐀", "😀");
  const names = { code: "code", link: "link", bold: "*", italic: "_", strike: "~", plain: "" };
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 24 }), (signs) => {
      const body = signs.join("");
      const parts = textParts(body).filter(({ look }) => look !== "plain");
      expect(parts.map(({ look, text }) => `${names[look]}:${text}`)).toEqual(byPattern(body));
    }),
    { seed: 8, numRuns: 20_000 },
  );
});

const marked: Record<string, (text: string) => string> = {
  code: (text) => `\`\`\`${text}\`\`\``,
  bold: (text) => `*${text}*`,
  italic: (text) => `_${text}_`,
  strike: (text) => `~${text}~`,
};

test("textParts: the parts have the whole text but for the marks that opened", () => {
  const sign = fc.constantFrom(
    "*",
    "**",
    "***",
    "_",
    "__",
    "~",
    "```",
    " ",
    "\n",
    "A",
    "7",
    "-",
    ".",
    "https://x.y",
    "😀",
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
      const body = signs.join("");
      expect(
        textParts(body)
          .map(({ look, text }) => (marked[look] ?? String)(text))
          .join(""),
      ).toBe(body);
    }),
    { seed: 26, numRuns: 10_000 },
  );
});

const PIX =
  "00020126580014BR.GOV.BCB.PIX0136a7-b2***5204000053039865802BR5913OLARIA SERRA6009SAO PAULO62070503***63041D3D";

test("textParts: codes with runs of marks stay whole, also beside formatted words", () => {
  expect(shape(`${PIX} vale até *amanhã* ok`)).toEqual([`plain:${PIX} vale até `, "bold:amanhã", "plain: ok"]);
  const piece = fc.stringMatching(/^[A-Z0-9.:/-]{1,6}$/);
  const run = fc.constantFrom("**", "***", "__", "___", "~~", "*****");
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, run), { minLength: 1, maxLength: 6 }), fc.boolean(), (pieces, isFirst) => {
      const code = pieces.map(([text, between]) => (isFirst ? between + text : text + between)).join("");
      expect(shape(`Pix: ${code} até *hoje*`)).toEqual([`plain:Pix: ${code} até `, "bold:hoje"]);
    }),
    { seed: 27, numRuns: 5_000 },
  );
});

test("textParts: parses hostile input in linear time", { timeout: 120_000 }, () => {
  expect(superlinear(textParts)).toEqual([]);
});

test("openingOf: returns at most 4,000 characters or 40 lines, cut at the end of a word", () => {
  expect(openingOf("x".repeat(4_000))).toHaveLength(4_000);
  expect(openingOf("palavra ".repeat(1_000))).toBe("palavra ".repeat(500).trimEnd());
  expect(openingOf("x".repeat(9_000))).toHaveLength(4_000);
  expect(openingOf(`${"x".repeat(3_999)}😀`)).toBe("x".repeat(3_999));
  const lines = Array.from({ length: 100 }, (_, index) => `linha ${index}`);
  expect(openingOf(lines.join("\n")).split("\n")).toEqual(lines.slice(0, 40));
  expect(openingOf(lines.slice(0, 40).join("\n"))).toBe(lines.slice(0, 40).join("\n"));
});
