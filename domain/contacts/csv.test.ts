import fc from "fast-check";
import { expect, test } from "vitest";
import { contactToCsv, csvHead, csvLine, unmarkedCell } from "./index.ts";

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
  ["an at sign at the start", "@SUM(A1)", "'@SUM(A1)"],
  ["a tab at the start", "\t=1", "'\t=1"],
  ["a carriage return at the start", "\r=1", '"\'\r=1"'],
  ["a line feed at the start", "\n=1", '"\'\n=1"'],
  ["a formula with a separator", '=A("x";"y")', '"\'=A(""x"";""y"")"'],
])("a CSV cell with %s is written so that it is read as text", (_what, text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test("a CSV line is read back cell by cell without the marks, and no cell starts like a formula", () => {
  const unit = fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", ";", '"', "'", "a", "é");
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
  expect(contactToCsv(contact, { country: "BR", areaCode: "" })).toBe("Rita;5531955500148;rita@x.example\r\n");
  expect(contactToCsv(contact, { country: "PT", areaCode: "" })).toBe("Rita;'+5531955500148;rita@x.example\r\n");
});
