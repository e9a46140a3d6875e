import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { superlinear } from "../testing/linear-time.ts";
import { chosenLine, menuParts, menuText } from "./menu-text.ts";

type MenuCase = { what: string; options: string[]; answers: [answer: string, option: number | null][] };
const cases: MenuCase[] = JSON.parse(
  readFileSync(new URL("../../proof/field/menu-answers.json", import.meta.url), "utf8"),
);

test("menuText has the text, the numbered options, and below the first level the way back", () => {
  expect(menuText(" Olá! \n", ["Vendas", "Suporte"])).toBe("Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte");
  expect(menuText("Qual?", ["Boleto"], true)).toBe("Qual?\n\n*[ 1 ]* - Boleto\n*[ # ]* - Voltar ao menu");
  expect(menuText("Só isto.", [], true)).toBe("Só isto.");
  expect(menuText("", ["Vendas"])).toBe("*[ 1 ]* - Vendas");
});

for (const { what, options, answers } of cases)
  test.each(answers)(`chosenLine, ${what}: %j names option %s`, (answer, option) => {
    expect((chosenLine(answer, options) ?? -1) + 1).toBe(option ?? 0);
  });

const titles = ["Vendas", "Suporte técnico", "Financeiro", "Trocas e devoluções", "Segunda via"];
const title = fc.integer({ min: 0, max: titles.length - 1 });
const joint = fc.constantFrom(" e ", " ou ", ", ", " / ", " ", " and ", " y ", "\n");
const decorated = (text: string) =>
  fc
    .tuple(
      fc.constantFrom("", " ", "*", "[ ", "opção ", "Quero ", "a ", "Bom dia, "),
      fc.constantFrom("", " ", "*", " ]", ".", "!", " por favor", ", obrigada"),
    )
    .map(([before, after]) => `${before}${text}${after}`);

test("chosenLine: a number, a title and the line as shown name their option in any decoration", () => {
  const answers = title.chain((place) =>
    fc
      .constantFrom(`${place + 1}`, titles[place] ?? "", `[ ${place + 1} ] - ${titles[place]}`)
      .chain(decorated)
      .map((answer) => ({ answer, place })),
  );
  fc.assert(
    fc.property(answers, ({ answer, place }) => {
      expect([answer, chosenLine(answer, titles)]).toEqual([answer, place]);
    }),
    { seed: 28, numRuns: 500 },
  );
});

test("chosenLine: a text that names several options picks none", () => {
  const nameOf = (place: number) => fc.constantFrom(`${place + 1}`, titles[place] ?? "");
  const several = fc
    .tuple(title, title)
    .filter(([one, other]) => one !== other)
    .chain(([one, other]) => fc.tuple(nameOf(one), joint, nameOf(other)))
    .map((parts) => parts.join(""))
    .chain(decorated);
  fc.assert(
    fc.property(several, (answer) => {
      expect([answer, chosenLine(answer, titles)]).toEqual([answer, undefined]);
    }),
    { seed: 29, numRuns: 1_000 },
  );
});

test("chosenLine: a text without a number and without a title picks none", () => {
  const word = fc.constantFrom(
    ..."quanto custa o frete preciso pagar minha conta amanhã não sei boleto entrega horas por favor quero ajuda e".split(
      " ",
    ),
  );
  const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (answer) => {
      fc.pre(!/[\p{N}]/u.test(answer));
      expect([answer, chosenLine(answer, titles)]).toEqual([answer, undefined]);
    }),
    { seed: 30, numRuns: 1_000 },
  );
});

test("chosenLine reads any text in linear time", () => {
  expect(superlinear((text) => chosenLine(text, titles))).toEqual([]);
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
