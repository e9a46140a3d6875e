import { expect, test } from "vitest";
import { chosenLine, menuParts, menuText } from "./menu-text.ts";

test("menuText has the text, the numbered options, and below the first level the way back", () => {
  expect(menuText(" Olá! \n", ["Vendas", "Suporte"])).toBe("Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte");
  expect(menuText("Qual?", ["Boleto"], true)).toBe("Qual?\n\n*[ 1 ]* - Boleto\n*[ # ]* - Voltar ao menu");
  expect(menuText("Só isto.", [], true)).toBe("Só isto.");
  expect(menuText("", ["Vendas"])).toBe("*[ 1 ]* - Vendas");
});

test.each([
  ["2", 1],
  [" 2 ", 1],
  ["2.", 1],
  ["*[ 2 ]*", 1],
  ["2️⃣", 1],
  ["02", 1],
  ["3", 2],
  ["4", undefined],
  ["0", undefined],
  ["-1", undefined],
  ["1 2", undefined],
  ["dois", undefined],
  ["2 vasos", undefined],
  ["", undefined],
  ["99999999999", undefined],
])("chosenLine: %s", (answer, line) => {
  expect(chosenLine(answer, 3)).toBe(line);
});

test("menuParts splits a menu into text and options; other texts have no options", () => {
  const text = menuText("Com quem quer falar?\nEscolha:", ["Vendas", "Trocas"], true);
  expect(menuParts(text)).toEqual({
    words: "Com quem quer falar?\nEscolha:",
    lines: [
      { key: "1", title: "Vendas" },
      { key: "2", title: "Trocas" },
      { key: "#", title: "Voltar ao menu" },
    ],
  });
  expect(menuParts("Já já alguém responde.")).toEqual({ words: "Já já alguém responde.", lines: [] });
});
