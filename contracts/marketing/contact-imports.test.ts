import * as v from "valibot";
import { expect, test } from "vitest";
import { ImportMapping, importLimits } from "./contact-imports.ts";
import { guessMapping } from "./import-head.ts";

test.each<[string, string[], (number | null)[]]>([
  ["Portuguese headers", ["Nome", "Telefone", "E-mail"], [0, 1, 2]],
  ["English headers in another order", ["Email", "Phone", "Name"], [2, 1, 0]],
  ["Spanish headers with accents", ["Teléfono", "Correo", "Nombre"], [2, 0, 1]],
  ["headers with spaces and capitals", [" NÚMERO ", "  NOME"], [1, 0, null]],
  ["decomposed accents", ["Nu\u0301mero", "Nome"], [1, 0, null]],
  ["headers that begin with a usual one", ["Nome completo", "Celular (WhatsApp)", "E-mail pessoal"], [0, 1, 2]],
  ["an exact header after one that only begins like it", ["Nome da mãe", "Nome"], [1, null, null]],
  ["the first of two exact headers", ["Celular", "Telefone", "Contato"], [2, 0, null]],
  ["a usual word inside a header", ["Meu nome", "Meu telefone"], [null, null, null]],
  ["no headers", [], [null, null, null]],
  ["empty headers", ["", " "], [null, null, null]],
])("guessMapping: %s", (_name, headers, [name, number, email]) => {
  expect(guessMapping(headers)).toEqual({ name, number, email, areaCode: null });
});

test("guessMapping: finds the column of the area code", () => {
  expect(guessMapping(["Nome", "DDD", "Celular"])).toEqual({ name: 0, number: 2, email: null, areaCode: 1 });
});

test("ImportMapping: columns are whole numbers from 0 to the last column, and only the e-mail may be absent", () => {
  const mapping = { name: 0, number: importLimits.columns - 1, email: null };
  expect(v.parse(ImportMapping, mapping)).toEqual(mapping);
  const wrong = [{ name: -1 }, { name: 0.5 }, { name: null }, { number: null }, { number: importLimits.columns }];
  for (const change of [...wrong, { email: importLimits.columns }, { email: undefined }])
    expect([change, v.is(ImportMapping, { ...mapping, ...change })]).toEqual([change, false]);
});
