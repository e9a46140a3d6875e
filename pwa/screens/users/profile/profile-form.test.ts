import { expect, test } from "vitest";
import { m } from "../../../i18n/paraglide/messages.js";
import { ownProblems } from "../user-form.ts";
import { profileProblems } from "./profile-form.ts";

const form = { name: "Ana Prado", email: "ana@demo.example", password: "", currentPassword: "" };

test("profile form: an empty password means unchanged, a new one follows the rule of all new passwords", () => {
  expect(profileProblems(form)).toEqual({});
  expect(profileProblems({ ...form, password: "jarra-77" }).password).toBe(m.password_weak());
  expect(profileProblems({ ...form, password: "Jarra-77" })).toEqual({});
  expect(profileProblems({ ...form, password: "Senha123" }).password).toBe("Senha muito comum. Escolha outra.");
  expect(profileProblems({ ...form, password: `Jarra7${"x".repeat(123)}` }).password).toBe("Muito longo!");
});

test("profile form: the name needs 2 to 50 characters, surrounding spaces not counted", () => {
  expect(profileProblems({ ...form, name: "  " }).name).toBe("Obrigatório");
  expect(profileProblems({ ...form, name: " A " }).name).toBe("Muito curto!");
  expect(profileProblems({ ...form, name: "A".repeat(51) }).name).toBe("Muito longo!");
});

test("profile form: the e-mail is required and must be valid", () => {
  expect(profileProblems({ ...form, email: "" }).email).toBe("Obrigatório");
  expect(profileProblems({ ...form, email: "ana@" }).email).toBe("E-mail inválido");
});

test("profile form: another e-mail or password needs the present password, another name does not", () => {
  const problems = ownProblems(profileProblems, form);
  expect(problems({ ...form, name: "Ana", email: " ANA@demo.example" })).toEqual({});
  expect(problems({ ...form, email: "ana@outra.example" })).toEqual({ currentPassword: "Obrigatório" });
  expect(problems({ ...form, password: "Jarra-77" })).toEqual({ currentPassword: "Obrigatório" });
  expect(problems({ ...form, password: "Jarra-77", currentPassword: "12345" })).toEqual({});
});
