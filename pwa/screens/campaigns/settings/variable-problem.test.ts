import { expect, test } from "vitest";
import { variableProblem } from "./variable-problem.ts";

test.each([
  [{ key: "", value: "x" }, "Obrigatório"],
  [{ key: "desconto", value: "x" }, "Já existe uma variável {desconto}"],
  [{ key: "nome", value: "x" }, "{nome} já é preenchida para cada contato"],
  [{ key: "com espaço", value: "x" }, "Sem espaços e sem chaves"],
  [{ key: "a{b", value: "x" }, "Sem espaços e sem chaves"],
])("variable: %j is refused", (added, problem) => {
  expect(variableProblem(added, [{ key: "desconto", value: "15%" }])).toBe(problem);
});

test("variable: a pattern is an ordinary name", () => {
  expect(variableProblem({ key: ".*", value: "$&" }, [])).toBeNull();
});
