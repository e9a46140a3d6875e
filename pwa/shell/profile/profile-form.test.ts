import { expect, test } from "vitest";
import { profileProblems } from "./profile-form.ts";

const form = { name: "Ana Prado", email: "ana@demo.example", password: "" };

test("an empty password means unchanged, a new one has 5 to 50 characters", () => {
  expect(profileProblems(form)).toEqual({});
  expect(profileProblems({ ...form, password: "1234" }).password).toBe("Muito curto!");
  expect(profileProblems({ ...form, password: "12345" })).toEqual({});
  expect(profileProblems({ ...form, password: "x".repeat(51) }).password).toBe("Muito longo!");
});

test("the name has 2 to 50 characters, blanks around it not counted", () => {
  expect(profileProblems({ ...form, name: "  " }).name).toBe("Obrigatório");
  expect(profileProblems({ ...form, name: " A " }).name).toBe("Muito curto!");
  expect(profileProblems({ ...form, name: "A".repeat(51) }).name).toBe("Muito longo!");
});

test("the e-mail is needed and must look like one", () => {
  expect(profileProblems({ ...form, email: "" }).email).toBe("Obrigatório");
  expect(profileProblems({ ...form, email: "ana@" }).email).toBe("E-mail inválido");
});
