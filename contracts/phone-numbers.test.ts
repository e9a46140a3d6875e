import fc from "fast-check";
import { expect, test } from "vitest";
import { brazilianNumbers, localNumbers, type NumberRow, reportedNumbers } from "../proof/field/numbers.ts";
import { areaCodeOf, readPhone, readPhoneColumns } from "./phone-numbers.ts";
import { brazilianAreaCodes, phoneMatchKey } from "./phones.ts";

const found = ({ typed, home }: NumberRow) => {
  const read = readPhone(typed, home);
  return read.refused ?? read.number;
};
/** The first rows that are not read as they should be. */
const wrong = (rows: readonly NumberRow[]) =>
  rows
    .filter((row) => found(row) !== (row.read ?? row.refused))
    .slice(0, 20)
    .map((row) => ({ ...row, found: found(row) }));

test("readPhone: reads every reported number, and refuses what cannot be read with its reason", () => {
  expect(wrong(reportedNumbers)).toEqual([]);
});

test("readPhone: 67 area codes, each with landlines, old mobiles and mobiles in every spelling", () => {
  expect(brazilianAreaCodes.size).toBe(67);
  console.log(
    `numbers: ${reportedNumbers.length} reported, ${brazilianNumbers.length} of all area codes, ${localNumbers.length} without area code`,
  );
  expect(brazilianNumbers.length).toBe(67 * 12 * 24);
  expect(wrong(brazilianNumbers)).toEqual([]);
});

test("readPhone: a number without area code gets the company's; without one it is refused", () => {
  expect(wrong(localNumbers)).toEqual([]);
  for (const { typed } of localNumbers)
    expect(readPhone(typed, { country: "BR", areaCode: "" })).toEqual({ refused: "noAreaCode" });
});

test("readPhone: without + or 00 no text becomes a number of another country", () => {
  const home = { country: "BR", areaCode: "31" };
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9][0-9 ().-]{4,20}$/), (typed) => {
      const read = readPhone(typed, home);
      if (read.refused === undefined) expect(read).toMatchObject({ country: "BR", isForeign: false });
    }),
    { numRuns: 5_000, seed: 2_826 },
  );
});

test("readPhone: a number of another country says so", () => {
  const home = { country: "BR", areaCode: "31" };
  expect(readPhone("+47 34 22 11 01", home)).toEqual({ number: "4734221101", country: "NO", isForeign: true });
  expect(readPhone("(47) 3422-1101", home)).toMatchObject({ country: "BR", isForeign: false });
  expect(readPhone("+55 47 3422-1101", { country: "PT", areaCode: "" })).toMatchObject({ isForeign: true });
});

test("readPhone: reading a number again changes nothing", () => {
  for (const { read } of [...reportedNumbers, ...brazilianNumbers].filter((row) => row.read !== undefined))
    expect(readPhone(`+${read}`, { country: "BR", areaCode: "" })).toMatchObject({ number: read });
});

test("readPhone: a text of more than 200 characters is no number", () => {
  for (const part of ["1", "(", " ", "+", "1/", "1-", "1 (", "٣", "1e", "\u202a", "0"])
    expect(readPhone(part.repeat(100_000), { country: "BR", areaCode: "" })).toEqual({ refused: "notANumber" });
});

test("readPhoneColumns: adds the area code of its own column to a number without one", () => {
  const home = { country: "BR", areaCode: "" };
  for (const area of ["31", "(31)", "031", "31.0", "+55 31", "DDD 31"])
    expect(readPhoneColumns(area, "98889-0001", home)).toMatchObject({ number: "5531988890001" });
  expect(readPhoneColumns("47", "(31) 98889-0001", home)).toMatchObject({ number: "5531988890001" });
  expect(readPhoneColumns("47", "+351 912 345 678", home)).toMatchObject({ number: "351912345678" });
  expect(readPhoneColumns("", "98889-0001", { country: "BR", areaCode: "31" })).toMatchObject({ country: "BR" });
  expect(readPhoneColumns("", "98889-0001", home)).toEqual({ refused: "noAreaCode" });
  expect(readPhoneColumns("20", "98889-0001", home)).toEqual({ refused: "unknownAreaCode" });
});

test("areaCodeOf: the area code of a Brazilian company's phone", () => {
  expect(areaCodeOf("(47) 3422-1101", "BR")).toBe("47");
  for (const phone of ["", "3422-1101", "+351 912 345 678"]) expect(areaCodeOf(phone, "BR")).toBe("");
});

test("phoneMatchKey: Mexico's 1 and Argentina's 9 are one person", () => {
  expect(phoneMatchKey("5215512345601")).toBe(phoneMatchKey("525512345601"));
  expect(phoneMatchKey("5491123456789")).toBe(phoneMatchKey("541123456789"));
  expect(phoneMatchKey("5511987654321")).not.toBe(phoneMatchKey("551187654322"));
});
