import fc from "fast-check";
import { expect, test } from "vitest";
import { readPhone } from "../../../contracts/phone-numbers.ts";
import { contactToCsv, csvHead, csvLine, csvNumber, unmarkedCell } from "./index.ts";

/** Reads a line as a spreadsheet program does. */
function readLine(line: string): string[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(?:;|\r\n$)/g;
  return [...line.matchAll(cell)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

test.each([
  ["plain text", "Rita Lima", "Rita Lima"],
  ["nothing", "", ""],
  ["a semicolon", "Rita; Loja", '"Rita; Loja"'],
  ["quotation marks", 'Rita "Rê"', '"Rita ""Rê"""'],
  ["a line feed", "a\nb", '"a\nb"'],
  ["a carriage return", "a\rb", '"a\rb"'],
  ["an equals sign inside", "a=1", "a=1"],
  ["a formula", "=1+1", "'=1+1"],
  ["a mark before a formula", "'=1+1", "''=1+1"],
  ["a mark before other text", "'s-Gravenhage", "'s-Gravenhage"],
  ["a plus at the start", "+55 31", "'+55 31"],
  ["a full-width equals sign", "＝1+1", "'＝1+1"],
  ["a full-width plus", "＋1", "'＋1"],
  ["a full-width minus", "－1", "'－1"],
  ["a full-width at sign", "＠SUM(A1)", "'＠SUM(A1)"],
  ["a minus at the start", "-1", "'-1"],
  ["13 digits", "5531988887777", "'5531988887777"],
  ["a mark before 13 digits", "'5531988887777", "''5531988887777"],
  ["11 digits", "31988887777", "31988887777"],
  ["a zero at the start", "031", "'031"],
  ["a zero", "0", "0"],
  ["an at sign at the start", "@SUM(A1)", "'@SUM(A1)"],
  ["a tab at the start", "\t=1", "'\t=1"],
  ["a carriage return at the start", "\r=1", '"\'\r=1"'],
  ["a line feed at the start", "\n=1", '"\'\n=1"'],
  ["a formula with a separator", '=A("x";"y")', '"\'=A(""x"";""y"")"'],
])("a CSV cell with %s is written so that it is read as text", (_what, text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test("a CSV line is read back cell by cell without the marks, and no cell starts like a formula", () => {
  const unit = fc.constantFrom("123456", "0", "=", "+", "-", "@", "\t", "\r", "\n", ";", '"', "'", "a", "é");
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 1, maxLength: 5 }), (cells) => {
      const read = readLine(csvLine(cells));
      expect(read.map(unmarkedCell)).toEqual(cells);
      for (const text of read) expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

test("the contacts' CSV file starts with a byte order mark and has name, number and e-mail in the order of its header", () => {
  expect(csvHead).toBe("\uFEFFNome;Número;E-mail\r\n");
  const contact = { id: "1", name: "Rita", number: "5531955500148", email: "rita@x.example" };
  expect(contactToCsv(contact, { country: "BR", areaCode: "" })).toBe("Rita;55 31 95550-0148;rita@x.example\r\n");
  expect(contactToCsv(contact, { country: "PT", areaCode: "" })).toBe("Rita;'+5531955500148;rita@x.example\r\n");
});

/** What Excel, LibreOffice and Google Sheets take for a number, an amount, a date or a formula in one of their languages. */
const isTakenForOther = (cell: string) =>
  /^[=+\-@]/.test(cell) || /^[\d.,\s]+$/.test(cell) || /^\d{1,4}[/.-]\d{1,2}([/.-]\d{1,4})?$/.test(cell);

test.each(["BR", "PT", "US"])(
  "csvNumber: a company in %s gets numbers that programs keep and that are read again",
  (country) => {
    const home = { country, areaCode: "" };
    const numbers = [
      ...["5531988887777", "553133334444", "553188887777", "5555999998888", "55800123456", "558001234567"],
      ...["351912345678", "14155552671", "4915112345678", "525512345678"],
    ];
    for (const number of numbers) {
      const [cell = ""] = readLine(csvLine([csvNumber(number, home), ""]));
      expect([cell, isTakenForOther(cell)]).toEqual([cell, false]);
      const read = readPhone(unmarkedCell(cell), home);
      if (read.refused === undefined) expect(read.number).toBe(number);
      else expect(csvNumber(number, home)).toBe(`+${number}`);
    }
    // An address of Instagram is no number, and keeps its digits.
    expect(readLine(csvLine([csvNumber("17841400000000123", home)]))).toEqual(["'17841400000000123"]);
  },
);
