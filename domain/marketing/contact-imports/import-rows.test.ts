import { randomUUID } from "node:crypto";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ImportMapping } from "../../../contracts/marketing/contact-imports.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact } from "../../../db/testing/given.ts";
import { acting, atDesk } from "../../testing.ts";
import {
  beginImport,
  checkNextRows,
  finishReading,
  importNextRows,
  importView,
  keepRows,
  mapImport,
  rejectedHead,
  rejectedRows,
  rejectedToCsv,
  runImport,
} from "./index.ts";

const { contactImportRows, contacts } = schema;
const columns: ImportMapping = { name: 0, number: 1, email: 2 };

let company: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  company = await givenCompany();
});

/** A number that no other test of this file uses. */
let serial = 0;
const newNumber = () => `553198${String(7_000_000 + serial++)}`;
const withoutNinthDigit = (number: string) => number.replace(/^(5531)9/, "$1");

/** Two free numbers, and the number of the contact Lia. */
let [first, second, known] = ["", "", ""];
beforeEach(async () => {
  [first, second, known] = [newNumber(), newNumber(), newNumber()];
  await givenContact({ companyId: company.companyId, number: known, name: "Lia", email: "lia@x.example" });
});

/** An import of the given rows whose columns are chosen; spreadsheet rows count from 2. */
async function givenRows(rows: string[][], mapping = columns) {
  const { companyId, ana } = company;
  const id = await acting(ana, (ctx) => beginImport(ctx, { id: randomUUID(), name: "x.xlsx" }, { isDirect: false }));
  const sheet = [["A", "B", "C", "D"], ...rows].map((cells, place) => ({ rowNumber: place + 1, cells }));
  await atDesk(companyId, (ctx) => keepRows(ctx, id, sheet));
  await atDesk(companyId, (ctx) => finishReading(ctx, id));
  const view = () => acting(ana, (ctx) => importView(ctx, id));
  const check = async () => {
    await acting(ana, (ctx) => mapImport(ctx, id, mapping));
    while (await atDesk(companyId, (ctx) => checkNextRows(ctx, id)));
    return view();
  };
  const run = async () => {
    await acting(ana, (ctx) => runImport(ctx, id));
    while (await atDesk(companyId, (ctx) => importNextRows(ctx, id)));
    return view();
  };
  const stored = () =>
    atDesk(companyId, (ctx) =>
      ctx.db
        .select()
        .from(contactImportRows)
        .where(and(eq(contactImportRows.importId, id), gt(contactImportRows.rowNumber, 1)))
        .orderBy(asc(contactImportRows.rowNumber)),
    );
  const outcomes = async () => (await stored()).map(({ outcome }) => outcome);
  return { id, check, run, view, stored, outcomes };
}

const contactWith = async (number: string) =>
  (await atDesk(company.companyId, (ctx) => ctx.db.select().from(contacts).where(eq(contacts.number, number))))[0];

describe("a row of an imported spreadsheet", () => {
  const x = (length: number) => "x".repeat(length);
  const number = "+55 (31) 98888-7777";
  test.each<[string, string[], string | null]>([
    ["with a name of 2 characters is good", ["Zé", number, ""], null],
    ["with a name of 50 characters is good", [x(50), number, ""], null],
    ["without a name is bad", ["", number, ""], "name"],
    ["with a name of invisible signs is bad", ["\u200B\u2060", number, ""], "name"],
    ["with a name of one character is good", [" Z ", number, ""], null],
    ["with a name of 101 characters is good", [x(101), number, ""], null],
    ["without a number is bad", ["Rui", "", ""], "notANumber"],
    ["with a number that does not exist is bad", ["Rui", "12345678", ""], "invalid"],
    ["with a text of 201 characters is bad", ["Rui", number.padEnd(201, "-"), ""], "notANumber"],
    ["with a number of 50 characters is good", ["Rui", number.padEnd(50, "-"), ""], null],
    ["with an invalid e-mail is good", ["Rui", number, "rui"], null],
    ["with an e-mail is good", ["Rui", number, " rui@x.example "], null],
    ["with fewer cells than columns has no e-mail", ["Rui", number], null],
    ["without any cell has no name", [], "name"],
    ["with several problems names the first one", ["", "1", "rui"], "name"],
    ["with a bad number and e-mail names the number", ["Rui", "1", "rui"], "invalid"],
  ])("%s", async (_what, cells, problem) => {
    const { check, stored } = await givenRows([cells]);
    expect((await check()).counts).toMatchObject({ bad: problem ? 1 : 0 });
    expect(await stored()).toMatchObject([{ problem, matchKey: problem ? null : "553188887777", outcome: null }]);
  });

  test("is read by the chosen columns, trimmed, and its number is stored with the country code", async () => {
    const { check, stored } = await givenRows([["e@x.example", " (31) 98888-7777 ", "-", " Rui "]], {
      name: 3,
      number: 1,
      email: null,
    });
    await check();
    expect(await stored()).toMatchObject([{ name: "Rui", number: "5531988887777", email: "", addressKind: "phone" }]);
  });
});

test("an import creates, updates and rejects rows as its preview says, and changes nothing before", async () => {
  const { check, run, outcomes } = await givenRows([
    ["Rui", first, "rui@x.example"],
    ["Rui de novo", withoutNinthDigit(first), ""],
    ["Lia Prado", withoutNinthDigit(known), ""],
    ["", second, ""],
    ["Eva", second, ""],
  ]);
  const counts = { created: 2, updated: 1, duplicate: 1, bad: 1 };
  expect(await check()).toMatchObject({ status: "checked", counts, done: 0, total: 5 });
  expect([await contactWith(first), (await contactWith(known))?.name]).toEqual([undefined, "Lia"]);
  const now = await run();
  expect(now).toMatchObject({ status: "done", counts, done: 5 });
  expect(await outcomes()).toEqual(["created", "duplicate", "updated", "bad", "created"]);
  expect(await contactWith(first)).toMatchObject({ name: "Rui", email: "rui@x.example" });
  expect(await contactWith(second)).toMatchObject({ name: "Eva", email: "" });
});

test("an import updates name, e-mail and search text, and keeps number and the e-mail that a row does not give", async () => {
  const { check, run } = await givenRows([["Lia Prado", withoutNinthDigit(known), ""]]);
  await check();
  await run();
  const search = `lia prado ${known} lia@x.example`;
  expect(await contactWith(known)).toMatchObject({ name: "Lia Prado", email: "lia@x.example", search });
  const again = await givenRows([["Lia Prado", known, "nova@x.example"]]);
  await again.check();
  await again.run();
  expect(await contactWith(known)).toMatchObject({ email: "nova@x.example", search: search.replace("lia@", "nova@") });
});

test.each([
  ["the same name and no e-mail is a duplicate", "Lia", "", "duplicate"],
  ["the same name and e-mail is a duplicate", "Lia", "lia@x.example", "duplicate"],
  ["the same name and another e-mail is an update", "Lia", "l@x.example", "updated"],
  ["another name is an update", "Lia P.", "lia@x.example", "updated"],
] as const)("a row for an existing contact with %s", async (_what, name, email, outcome) => {
  const { check, run, outcomes } = await givenRows([[name, known, email]]);
  expect((await check()).counts).toMatchObject({ [outcome]: 1, created: 0, bad: 0 });
  await run();
  expect(await outcomes()).toEqual([outcome]);
});

test("an import updates a contact that was created after the preview", async () => {
  const { check, run, outcomes } = await givenRows([["Rui", first, ""]]);
  expect((await check()).counts).toMatchObject({ created: 1 });
  const { id } = await givenContact({ companyId: company.companyId, number: first, name: "Outro" });
  expect((await run()).counts).toMatchObject({ created: 0, updated: 1 });
  expect(await outcomes()).toEqual(["updated"]);
  expect(await contactWith(first)).toMatchObject({ id, name: "Rui" });
});

test("an import does not see another company's contacts", async () => {
  const other = await givenCompany();
  await givenContact({ companyId: other.companyId, number: first, name: "De lá" });
  const { id, check, run } = await givenRows([["Rui", first, ""]]);
  expect((await check()).counts).toMatchObject({ created: 1, updated: 0 });
  expect(await atDesk(other.companyId, (ctx) => checkNextRows(ctx, id))).toBe(false);
  expect(await atDesk(other.companyId, (ctx) => importNextRows(ctx, id))).toBe(false);
  await run();
  const theirs = await atDesk(other.companyId, (ctx) => ctx.db.select({ name: contacts.name }).from(contacts));
  expect(theirs).toEqual([{ name: "De lá" }]);
});

test("an import checks rows only after its columns were chosen, and imports them only after it was started", async () => {
  const { companyId } = company;
  const { id, check, view, outcomes } = await givenRows([["Rui", first, ""]]);
  expect(await atDesk(companyId, (ctx) => checkNextRows(ctx, id))).toBe(false);
  expect(await view()).toMatchObject({ status: "preview", counts: null });
  await check();
  expect(await atDesk(companyId, (ctx) => importNextRows(ctx, id))).toBe(false);
  expect([await view(), await outcomes()]).toMatchObject([{ status: "checked", done: 0 }, [null]]);
});

test("an import checked again with other columns replaces the result of the first check", async () => {
  const { id, check, view, stored } = await givenRows([["Rui", "1", "", first]]);
  expect((await check()).counts).toMatchObject({ bad: 1, created: 0 });
  await acting(company.ana, (ctx) => mapImport(ctx, id, { ...columns, number: 3 }));
  while (await atDesk(company.companyId, (ctx) => checkNextRows(ctx, id)));
  expect((await view()).counts).toMatchObject({ bad: 0, created: 1 });
  expect(await stored()).toMatchObject([{ problem: null, number: first }]);
});

test("an import lists its rejected rows after a given one, in the order of the spreadsheet", async () => {
  const rows = [
    ["Rui", first, ""],
    ["", "1", "="],
    ["Rui", first, ""],
    ["Eva", "1", ""],
    ["Noé", "2", "noé"],
  ];
  const { id, check, run } = await givenRows(rows);
  const rejected = (after: number) => acting(company.ana, (ctx) => rejectedRows(ctx, id, after));
  await check();
  const planned = await rejected(0);
  await run();
  const all = await rejected(0);
  expect(planned).toEqual(all);
  expect(all.map(({ rowNumber, problem }) => [rowNumber, problem])).toEqual([
    [3, "name"],
    [4, null],
    [5, "invalid"],
    [6, "invalid"],
  ]);
  expect(await rejected(4)).toEqual(all.slice(2));
  expect(await rejected(6)).toEqual([]);
  expect(rejectedHead(["A", "B;C"]) + all.map(rejectedToCsv).join("")).toBe(
    [
      '\uFEFFLinha;Motivo;A;"B;C"',
      "3;Falta o nome;;1;'=",
      `4;Número repetido: já está na linha 2;Rui;'${first};`,
      "5;Número com dígitos a mais ou a menos;Eva;1;",
      "6;Número com dígitos a mais ou a menos;Noé;2;noé",
      "",
    ].join("\r\n"),
  );
});

test("of two imports that create one number at once, one creates the contact and the other updates it", async () => {
  const imports = [await givenRows([["Rui", first, ""]]), await givenRows([["Rui Matos", first, ""]])];
  for (const each of imports) await each.check();
  const views = await Promise.all(imports.map((each) => each.run()));
  expect(views.map(({ counts }) => counts?.created).toSorted()).toEqual([0, 1]);
  expect(views.map(({ counts }) => counts?.updated).toSorted()).toEqual([0, 1]);
  const living = and(eq(contacts.number, first), isNull(contacts.mergedIntoId));
  expect(await atDesk(company.companyId, (ctx) => ctx.db.$count(contacts, living))).toBe(1);
});
