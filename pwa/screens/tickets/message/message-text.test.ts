import { expect, test } from "vitest";
import { textParts } from "./message-text.ts";

const shape = (body: string) => textParts(body).map((part) => `${part.look}:${part.text}`);

test("bold, italic and struck words are found, marks inside words are not", () => {
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

test("what stands between three backticks is shown as it was typed, over lines", () => {
  expect(shape("veja ```a = *b*\nfim``` _já_")).toEqual(["plain:veja ", "code:a = *b*\nfim", "plain: ", "italic:já"]);
  expect(shape("``` ``` e")).toEqual(["plain:``` ``` e"]);
});

test("an address is a link without the full stop after it", () => {
  expect(shape("Veja https://loja.example/vaso.")).toEqual([
    "plain:Veja ",
    "link:https://loja.example/vaso",
    "plain:.",
  ]);
});
