import { expect, test } from "vitest";
import { pastedFiles } from "./pasted-files.ts";

const picture = new File(["x"], "image.png", { type: "image/png" });
const pdf = new File(["x"], "nota.pdf", { type: "application/pdf" });
const clipboard = (files: File[], text: string) =>
  ({ files, getData: (type: string) => (type === "text/plain" ? text : "<table></table>") }) as unknown as DataTransfer;

test.each([
  ["cells of a spreadsheet and their picture", [picture], "Vaso\t45,00\r\nPrato\t30,00", "offered"],
  ["one cell and its picture", [picture], "45,00", "offered"],
  ["a text with an address and its picture", [picture], "veja https://loja.example", "offered"],
  ["a picture alone", [picture], "", "attached"],
  ["a picture and blank text", [picture], " \r\n\t", "attached"],
  ["a picture and its file name", [picture], "image.png", "attached"],
  ["a picture and its address", [picture], "https://loja.example/vaso.png", "attached"],
  ["a document and its name", [pdf], "nota.pdf", "attached"],
  ["a document and a text", [pdf], "Segue a nota", "attached"],
  ["a picture, a document and a text", [picture, pdf], "Segue a nota", "attached"],
])("pastedFiles: %s", (_what, files, text, where) => {
  const found = pastedFiles(clipboard(files, text));
  expect(found).toEqual({ attached: [], offered: [], [where]: files });
});

test("pastedFiles: text alone brings no file", () => {
  expect(pastedFiles(clipboard([], "Oi"))).toEqual({ attached: [], offered: [] });
});
