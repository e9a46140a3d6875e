import * as v from "valibot";
import { expect, test } from "vitest";
import { ApiError, NetworkError } from "../../session/api-error.ts";
import { checkBy, refusalOf } from "./form-problems.ts";

const Person = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(5)),
  email: v.union([v.literal(""), v.pipe(v.string(), v.email())]),
  color: v.pipe(v.string(), v.minLength(3)),
});
const person = { name: "Ana", email: "", color: "#fff" };

test("form problems: a form valid by the contract has none", () => {
  expect(checkBy(Person)(person)).toEqual({});
});

test("form problems: each field has one, and a missing value comes before one too short", () => {
  const check = checkBy(Person, { color: { min_length: () => "Mensagem muito curta" } });
  expect(check({ ...person, name: "  ", color: "x" })).toEqual({
    name: "Obrigatório",
    color: "Mensagem muito curta",
  });
  expect(check({ ...person, name: "Anastácia" })).toEqual({ name: "Muito longo!" });
});

test("form problems: a rule without its own sentence still marks the field", () => {
  expect(checkBy(v.object({ age: v.number() }))({ age: "x" as unknown as number })).toEqual({
    age: "Confira este campo",
  });
});

test("form problems: a refusal is shown at the fields it names, nested ones at their outer field", () => {
  const refused = new ApiError(400, { error: "ERR_VALIDATION", fields: { "extra.0.name": ["Invalid"], name: ["no"] } });
  expect(refusalOf(refused, { name: "", extra: [] })).toEqual({
    problems: { name: "O servidor não aceitou este valor", extra: "O servidor não aceitou este valor" },
    failure: null,
  });
  const verb = new ApiError(400, { error: "ERR_WAPP_INVALID_CONTACT", details: { fields: { number: "invalid" } } });
  const { problems, failure } = refusalOf(verb, { number: "1" });
  expect(problems.number).toBeTruthy();
  expect(failure).toBeNull();
});

test("form problems: a refusal without a field, or no response, is one sentence", () => {
  const refused = refusalOf(new ApiError(403, { error: "ERR_NO_PERMISSION", fields: { other: ["x"] } }), { name: "" });
  expect(refused).toMatchObject({ problems: {}, failure: expect.stringContaining("Não deu certo") });
  expect(refusalOf(new NetworkError(null), { name: "" }).failure).toContain("Sem resposta");
  expect(() => refusalOf(new TypeError("bug"), { name: "" })).toThrow("bug");
});
