import * as v from "valibot";
import { expect, test } from "vitest";
import { NewPassword, passwordRules } from "./passwords.ts";

const may = (password: string) => v.is(NewPassword, password);

test("a new password has 8 to 128 characters", () => {
  expect([may("Jarra-77"), may("Jarra-7")]).toEqual([true, false]);
  expect([may(`Jarra7${"x".repeat(122)}`), may(`Jarra7${"x".repeat(123)}`)]).toEqual([true, false]);
  // Spaces are part of a password.
  expect(v.parse(NewPassword, " Jarra-7 ")).toBe(" Jarra-7 ");
});

test.each([
  ["jarra-77", "upper"],
  ["JARRA-77", "lower"],
  ["Jarra-az", "digit"],
  ["Jarr-7", "length"],
] as const)("%s breaks the rule of %s only, and is refused", (password, broken) => {
  expect(may(password)).toBe(false);
  const rules = Object.keys(passwordRules) as (keyof typeof passwordRules)[];
  expect(rules.filter((rule) => !passwordRules[rule](password))).toEqual([broken]);
});

test("letters of any script count", () => {
  expect([may("Ébano-árvore-7"), may("Ñandú-Über-7")]).toEqual([true, true]);
});

test.each(["Senha123", "Flamengo2026", "Aa1Aa1Aa1"])("a common password is refused: %s", (password) => {
  expect(may(password)).toBe(false);
});

test("a refusal does not contain the password", () => {
  const { issues = [] } = v.safeParse(NewPassword, "segredo");
  expect(issues.map(({ message }) => message)).toEqual(["too short", "no upper case letter", "no digit"]);
});
