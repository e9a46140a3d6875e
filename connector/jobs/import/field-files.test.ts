import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { beforeAll, expect, test } from "vitest";
import { openSequencer, schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { givenList } from "../../../domain/marketing/campaigns/testing/given-campaign.ts";
import {
  adjustedRows,
  beginImport,
  importView,
  mapImport,
  runImport,
} from "../../../domain/marketing/contact-imports/index.ts";
import { pageOfItems } from "../../../domain/marketing/contact-lists/index.ts";
import { acting, atDesk } from "../../../domain/testing.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import cardFiles from "../../../proof/field/card-files.json" with { type: "json" };
import otherFiles from "../../../proof/field/other-files.json" with { type: "json" };
import spreadsheets from "../../../proof/field/spreadsheets.json" with { type: "json" };
import { openCompanyTransactions } from "../../company-transactions.ts";
import { spreadsheetBytes } from "../../testing/given-spreadsheet.ts";
import { importContacts } from "./import-contacts.ts";

const files = openDiskFileStore(mkdtempSync(join(tmpdir(), "balcao-field-")));
const transactions = openCompanyTransactions(testDatabase(), openSequencer(testDatabase()), pino({ level: "silent" }));

type Case = { people: string[][]; bad?: number; notes?: string[][] };
type Company = Awaited<ReturnType<typeof givenCompany>>;

let refusing: Company;
beforeAll(async () => {
  refusing = await givenCompany();
});

async function readFile({ companyId, admin }: Company, bytes: Buffer, name: string, listId: string | null = null) {
  const file = { id: randomUUID(), name };
  await files.write(companyId, file.id, 0, bytes);
  const importId = await acting(admin, (ctx) => beginImport(ctx, file, { isDirect: false, listId }));
  const work = () => importContacts({ transactions, files }, { companyId, importId });
  const view = () => acting(admin, (ctx) => importView(ctx, importId));
  await work();
  return { importId, work, view };
}

/** Imports a file with the guessed columns; returns its rows of people as they are stored. */
async function imported(company: Company, bytes: Buffer, name: string, given: Case, listId: string | null = null) {
  const { companyId, admin } = company;
  const { importId, work, view } = await readFile(company, bytes, name, listId);
  const { mapping, headerRow, total } = await view();
  const bad = given.bad ?? 0;
  expect(total).toBe(given.people.length + bad);
  await acting(admin, (ctx) => mapImport(ctx, importId, mapping ?? expect.fail("no columns")));
  await work();
  await acting(admin, (ctx) => runImport(ctx, importId));
  await work();
  const counts = { created: given.people.length, updated: 0, duplicate: 0, bad };
  expect(await view()).toMatchObject({ status: "done", counts });
  const adjusted = await acting(admin, (ctx) => adjustedRows(ctx, importId));
  expect(adjusted.rows.map(({ notes }) => notes.map(({ kind }) => kind))).toEqual(given.notes ?? []);
  const people = listId
    ? (await acting(admin, (ctx) => pageOfItems(ctx, listId, {}))).items
    : await atDesk(companyId, (ctx) => ctx.db.select().from(schema.contacts));
  expect(people.map(({ name, number, email }) => [name, number, email]).sort()).toEqual(given.people.toSorted());
  return headerRow;
}

const csvOf = (rows: readonly string[][]) => Buffer.from(rows.map((cells) => cells.join(";")).join("\r\n"));
const bytesOf = ({ text, encoding }: { text: string; encoding?: string }) =>
  Buffer.from(text, encoding as BufferEncoding | undefined);

test.each(spreadsheets)("a spreadsheet with $what becomes contacts", async ({ rows, headerRow, ...given }) => {
  const company = await givenCompany();
  expect(await imported(company, spreadsheetBytes(rows), "clientes.xlsx", given)).toBe(headerRow);
});

test.each(spreadsheets)("a text with separators and $what fills a list", async ({ rows, headerRow, ...given }) => {
  const company = await givenCompany();
  const { id } = await givenList(company.companyId, []);
  const texts = rows.map((cells) => cells.map((cell) => (cell.includes(";") ? `"${cell}"` : cell)));
  expect(await imported(company, csvOf(texts), "clientes.csv", given, id)).toBe(headerRow);
});

test.each(cardFiles)("a file of contact cards with $what becomes contacts", async ({ what: _, ...given }) => {
  await imported(await givenCompany(), bytesOf(given), "contatos.vcf", given);
});

test("a file of contact cards fills a list", async () => {
  const [cards] = cardFiles;
  if (!cards) return expect.fail("no cards");
  const company = await givenCompany();
  const { id } = await givenList(company.companyId, []);
  await imported(company, bytesOf(cards), "contatos.vcf", cards, id);
});

test.each(otherFiles)("the file $name is refused: $text", async (file) => {
  const { view } = await readFile(refusing, bytesOf(file), file.name);
  expect(await view()).toMatchObject({ status: "failed", error: "ERR_IMPORT_UNREADABLE", head: [], total: 0 });
});
