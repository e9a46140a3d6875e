import fc from "fast-check";
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test.each([
  "password",
  "Senha123",
  "SENHA@2026",
  "flamengo!",
  "qwertyuiop1",
  "minhasenha#$",
  "1q2w3e4r",
  "teste1234567890",
  "aaaaaaaa",
  "12121212",
  "xyzxyzxy",
  "abcdabcd",
  "12345678",
  "87654321",
  "78901234",
  "0987654321",
])("a common password: %s", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  "jarra-77",
  "segredo da jarra",
  "minhasenhasecreta",
  "123senhas",
  "teste12345678901",
  "abcdeabcde",
  "13579246",
  "12345679",
  "senha 123",
])("not a common password: %s", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test("a pattern of up to four characters is common however often it is repeated", () => {
  const pattern = fc.string({ minLength: 1, maxLength: 4 }).map((text) => text.toLowerCase());
  fc.assert(
    fc.property(pattern, fc.integer({ min: 8, max: 50 }), (text, length) => {
      fc.pre(text.length > 0 && text.length <= 4);
      return isCommonPassword(text.repeat(length).slice(0, length));
    }),
    { seed: 11 },
  );
});

test("a common password stays common in other cases", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("senha123", "iloveyou", "qwertyui!", "12345678"),
      fc.infiniteStream(fc.boolean()),
      (word, upper) => {
        const mixed = [...word].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join("");
        return isCommonPassword(mixed);
      },
    ),
    { seed: 12, numRuns: 50 },
  );
});
