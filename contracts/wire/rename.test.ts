import { expect, test } from "vitest";
import { fromWire, toWire } from "./rename.ts";

const names = { name: "name", isRotating: "ativarRoteador" } as const;

test("toWire: returns the named fields by their names in the HTTP interface, and no others", () => {
  expect(toWire(names, { id: "1", name: "Vendas", isRotating: true })).toEqual({
    name: "Vendas",
    ativarRoteador: true,
  });
});

test("fromWire: returns the same fields by our names", () => {
  expect(fromWire(names, { name: "Vendas", ativarRoteador: true })).toEqual({ name: "Vendas", isRotating: true });
});
