import { expect, test } from "vitest";
import { insertAt, textParts } from "./text-marks.ts";

const variables = [{ key: "desconto", value: "15%" }];
const kinds = (text: string) => textParts(text, variables).map(({ text: part, kind }) => [part, kind]);

test("textParts: marks known and unknown variables and keeps the other text", () => {
  expect(kinds("Oi, {nome}! {desconto} com {cupom} {{hour}}")).toEqual([
    ["Oi, ", "plain"],
    ["{nome}", "known"],
    ["! ", "plain"],
    ["{desconto}", "known"],
    [" com ", "plain"],
    ["{cupom}", "unknown"],
    [" ", "plain"],
    ["{{hour}}", "known"],
  ]);
});

test.each(["{}", "{ }", "sem nada", "{aberta", "a } b {"])("textParts: %s is plain text", (text) => {
  expect(kinds(text)).toEqual([[text, "plain"]]);
});

test("textParts: while the company's variables are not loaded, none is called unknown", () => {
  expect(textParts("{cupom}", null)).toEqual([{ at: 0, text: "{cupom}", kind: "known" }]);
});

test("textParts: the parts are the whole text", () => {
  const text = "{a}{b} {nome}{";
  expect(
    textParts(text, variables)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("insertAt: replaces the selection and puts the cursor after the variable", () => {
  expect(insertAt("Oi, amigo!", [4, 9], "{nome}")).toEqual({ text: "Oi, {nome}!", cursor: 10 });
  expect(insertAt("Oi", [2, 2], "{nome}")).toEqual({ text: "Oi{nome}", cursor: 8 });
});
