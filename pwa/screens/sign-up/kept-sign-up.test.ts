import { expect, test } from "vitest";
import { mailed, newSignUp, stepOf } from "./kept-sign-up.ts";

const sent = { ...newSignUp, ...mailed("ana@olaria.example", 1_000) };
const proof = { email: "ana@olaria.example", token: "t", expiresAt: 2_000 };

test("the step of the code is shown for the address to which it was mailed", () => {
  expect(stepOf("code", sent)).toBe("code");
  expect(stepOf("code", { ...sent, email: " Ana@Olaria.example " })).toBe("code");
  expect(stepOf("code", newSignUp)).toBe("you");
});

test("another address typed after going back leads to the first step, not to the code of the former one", () => {
  const other = { ...sent, email: "bia@olaria.example" };
  expect(stepOf("code", other)).toBe("you");
  expect(stepOf("company", { ...other, proof })).toBe("you");
  expect(stepOf("company", { ...sent, proof })).toBe("company");
});
