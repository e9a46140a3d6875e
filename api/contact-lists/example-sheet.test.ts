import { read, utils } from "@e965/xlsx";
import * as v from "valibot";
import { expect, test } from "vitest";
import { ContactListItemInput } from "../../contracts/marketing/contact-lists.ts";
import { guessMapping } from "../../contracts/marketing/import-head.ts";
import { readPhone } from "../../contracts/phone-numbers.ts";
import { exampleSheet } from "./example-sheet.ts";

test("the example spreadsheet has known headers and only rows that an import takes", async () => {
  const { Sheets, SheetNames } = read(await exampleSheet());
  const sheet = Sheets[SheetNames[0] ?? ""];
  if (!sheet) throw new Error("no sheet");
  const [headers = [], ...rows] = utils.sheet_to_json<string[]>(sheet, { header: 1 });
  expect(guessMapping(headers)).toEqual({ name: 0, number: 1, email: 2, areaCode: null });
  expect(rows.length).toBeGreaterThan(1);
  for (const [name, number, email = ""] of rows) {
    expect(v.is(ContactListItemInput, { name, number, email })).toBe(true);
    expect(readPhone(number ?? "", { country: "BR", areaCode: "" }).refused).toBeUndefined();
  }
});
