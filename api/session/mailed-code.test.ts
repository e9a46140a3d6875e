import { expect, test } from "vitest";
import { RESET_CODE_CHARACTERS } from "../../contracts/account/password-reset.ts";
import type { Keys } from "../config.ts";
import { hashMailedCode, newResetCode, newSignUpCode } from "./mailed-code.ts";

const key = (text: string): Keys => [new TextEncoder().encode(text)];

test("the stored hash of a code depends on the key, on the user and on the code", () => {
  const hashes = [
    hashMailedCode(key("um"), "ana", "AAAA2222"),
    hashMailedCode(key("dois"), "ana", "AAAA2222"),
    hashMailedCode(key("um"), "bia", "AAAA2222"),
    hashMailedCode(key("um"), "ana", "AAAA2223"),
  ];
  expect(new Set(hashes).size).toBe(4);
  expect(hashMailedCode(key("um"), "ana", "AAAA2222")).toBe(hashes[0]);
});

test("codes have eight characters, all characters occur, and no code is drawn twice in 2,000", () => {
  const codes = Array.from({ length: 2_000 }, newResetCode);
  expect(codes.every((code) => code.length === 8)).toBe(true);
  expect(new Set(codes).size).toBe(2_000);
  expect([...new Set(codes.join(""))].sort()).toEqual([...RESET_CODE_CHARACTERS].sort());
});

test("codes of sign-ups have six digits, and every digit occurs at every place", () => {
  const codes = Array.from({ length: 2_000 }, newSignUpCode);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  for (let place = 0; place < 6; place += 1) expect(new Set(codes.map((code) => code[place])).size).toBe(10);
});
