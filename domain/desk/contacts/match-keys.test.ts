import fc from "fast-check";
import { expect, test } from "vitest";
import { readPhone } from "../../../contracts/phone-numbers.ts";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import { givenPhoneNumber, withoutNinthDigit } from "../../../db/testing/phone-numbers.ts";

const areaCodes = [
  ...[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 28, 31, 32, 33, 34, 35, 37, 38, 41, 42, 43, 44, 45, 46, 47],
  ...[48, 49, 51, 53, 54, 55, 61, 62, 63, 64, 65, 66, 67, 68, 69, 71, 73, 74, 75, 77, 79, 81, 82, 83, 84, 85, 86, 87],
  ...[88, 89, 91, 92, 93, 94, 95, 96, 97, 98, 99],
];
const areaCode = fc.constantFrom(...areaCodes);
const lastSeven = fc.integer({ min: 0, max: 9_999_999 }).map((n) => String(n).padStart(7, "0"));

test("a mobile number older than the ninth digit has one key with and without it, in every area code", () => {
  fc.assert(
    fc.property(areaCode, fc.integer({ min: 6, max: 9 }), lastSeven, (area, first, rest) => {
      expect(phoneMatchKey(`55${area}9${first}${rest}`)).toBe(phoneMatchKey(`55${area}${first}${rest}`));
    }),
  );
});

test("a landline never has a mobile's key, in any area code", () => {
  fc.assert(
    fc.property(areaCode, fc.integer({ min: 1, max: 5 }), lastSeven, (area, first, rest) => {
      expect(phoneMatchKey(`55${area}${first}${rest}`)).not.toBe(phoneMatchKey(`55${area}9${first}${rest}`));
      expect(phoneMatchKey(`55${area}${first}${rest}`)).toBe(`55${area}${first}${rest}`);
    }),
  );
});

test("two different numbers have different keys, unless only the ninth digit differs", () => {
  const number = fc.tuple(
    areaCode,
    fc.option(fc.constant("9"), { nil: "" }),
    fc.integer({ min: 1, max: 9 }),
    lastSeven,
  );
  fc.assert(
    fc.property(number, number, (a, b) => {
      const [one, other] = [a, b].map(([area, nine, first, rest]) => ({ area, nine, tail: `${first}${rest}` }));
      const isSame = phoneMatchKey(`55${a.join("")}`) === phoneMatchKey(`55${b.join("")}`);
      if (isSame) expect([one?.area, one?.tail]).toEqual([other?.area, other?.tail]);
    }),
  );
});

test("numbers of other countries are unchanged", () => {
  for (const number of ["351912345678", "14155552671"]) expect(phoneMatchKey(number)).toBe(number);
});

test("the numbers given to tests are valid mobile numbers, and each has a match key of its own", () => {
  const numbers = Array.from({ length: 100_000 }, givenPhoneNumber);
  const keys = numbers.flatMap((number) => [phoneMatchKey(number), phoneMatchKey(withoutNinthDigit(number))]);
  expect(new Set(keys).size).toBe(numbers.length);
  for (const number of numbers.slice(0, 1_000))
    expect(readPhone(number, { country: "BR", areaCode: "" })).toMatchObject({ number });
  expect(numbers.filter((number) => !/^55969[6-9]\d{7}$/.test(number) || number.endsWith("0000"))).toEqual([]);
});
