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

test("a form that the contract takes has nothing wrong", () => {
  expect(checkBy(Person)(person)).toEqual({});
});

test("each field says one thing: what is missing before what is too short", () => {
  const check = checkBy(Person, { color: { min_length: () => "Mensagem muito curta" } });
  expect(check({ ...person, name: "  ", color: "x" })).toEqual({
    name: "Obrigatório",
    color: "Mensagem muito curta",
  });
  expect(check({ ...person, name: "Anastácia" })).toEqual({ name: "Muito longo!" });
});

test("a rule without a sentence of its own still says that the field is wrong", () => {
  expect(checkBy(v.object({ age: v.number() }))({ age: "x" as unknown as number })).toEqual({
    age: "Confira este campo",
  });
});

test("the server's word stands at the fields it names, inner ones at the field they are in", () => {
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

test("a refusal of no field of the form is said in a sentence, and so is no answer", () => {
  const refused = refusalOf(new ApiError(403, { error: "ERR_NO_PERMISSION", fields: { other: ["x"] } }), { name: "" });
  expect(refused).toMatchObject({ problems: {}, failure: expect.stringContaining("Não deu certo") });
  expect(refusalOf(new NetworkError(null), { name: "" }).failure).toContain("Sem resposta");
  expect(() => refusalOf(new TypeError("bug"), { name: "" })).toThrow("bug");
});
