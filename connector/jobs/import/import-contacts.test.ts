import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, count, eq } from "drizzle-orm";
import pino from "pino";
import { expect, test } from "vitest";
import { openSequencer, schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { beginImport, importView, mapImport, runImport } from "../../../domain/marketing/contact-imports/index.ts";
import { acting, atDesk } from "../../../domain/testing.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { openCompanyTransactions } from "../../company-transactions.ts";
import { givenContactRows, spreadsheetBytes } from "../../testing/given-spreadsheet.ts";
import { importContacts } from "./import-contacts.ts";

/** `IMPORT_ROWS=50000` tests the full size. */
const ROWS = Number(process.env.IMPORT_ROWS ?? 4_000);

const files = openDiskFileStore(mkdtempSync(join(tmpdir(), "balcao-import-")));
const transactions = openCompanyTransactions(testDatabase(), openSequencer(testDatabase()), pino({ level: "silent" }));

async function givenImport(bytes: Uint8Array, { isDirect = false } = {}) {
  const { companyId, ana } = await givenCompany();
  const fileId = randomUUID();
  await files.write(companyId, fileId, 0, bytes);
  const importId = await acting(ana, (ctx) => beginImport(ctx, { id: fileId, name: "clientes.xlsx" }, { isDirect }));
  const view = () => acting(ana, (ctx) => importView(ctx, importId));
  return { companyId, ana, importId, fileId, job: { companyId, importId }, view };
}

/** Returns transactions that fail before commit, after the given number of successful ones. */
function dyingAfter(count: number): typeof transactions {
  let left = count;
  return {
    ...transactions,
    runAndNumber: (companyId, work) =>
      transactions.run(companyId, async (ctx) => {
        const result = await work(ctx);
        if (left-- <= 0) throw new Error("killed");
        return result;
      }),
  };
}

async function untilDone(job: { companyId: string; importId: string }) {
  for (let done = 0; ; done++) {
    const died = await importContacts({ transactions: dyingAfter(done), files }, job).then(
      () => false,
      (error: Error) => error.message === "killed",
    );
    if (!died) return done;
  }
}

const contactsOf = async (companyId: string) => {
  const [found] = await atDesk(companyId, (ctx) =>
    ctx.db.select({ count: count() }).from(schema.contacts).where(eq(schema.contacts.companyId, companyId)),
  );
  return found?.count;
};

test(`importContacts imports ${ROWS} xlsx rows once despite repeated crashes, with the counts of the preview`, async () => {
  const { rows, expected } = givenContactRows(ROWS);
  const { companyId, ana, importId, job, view } = await givenImport(spreadsheetBytes(rows));
  expect(await untilDone(job)).toBeGreaterThan(2);
  const preview = await view();
  expect(preview).toMatchObject({
    status: "preview",
    headers: ["Nome", "Número", "E-mail"],
    mapping: { name: 0, number: 1, email: 2 },
    total: ROWS,
  });
  expect(preview.sample[0]?.slice(0, 2)).toEqual(["Pessoa 0", "+5531910000000"]);

  await acting(ana, (ctx) => mapImport(ctx, importId, { name: 0, number: 1, email: 2 }));
  await untilDone(job);
  expect(await view()).toMatchObject({ status: "checked", counts: expected });
  expect(await contactsOf(companyId)).toBe(0);

  await acting(ana, (ctx) => runImport(ctx, importId));
  expect(await untilDone(job)).toBeGreaterThan(2);
  expect(await view()).toMatchObject({ status: "done", counts: expected, done: ROWS });
  expect(await contactsOf(companyId)).toBe(expected.created);
  // Running the finished job again changes nothing.
  await importContacts({ transactions, files }, job);
  expect(await contactsOf(companyId)).toBe(expected.created);
}, 600_000);

test("importContacts imports 5,000 xls rows without asking for a mapping", async () => {
  const { rows, expected } = givenContactRows(5_000);
  const { companyId, job, view } = await givenImport(spreadsheetBytes(rows, "xls"), { isDirect: true });
  await untilDone(job);
  expect(await view()).toMatchObject({ status: "done", counts: expected });
  expect(await contactsOf(companyId)).toBe(expected.created);
}, 120_000);

test("importContacts updates existing contacts and creates no duplicates", async () => {
  const sheet = [
    ["telefone", "nome", "email"],
    ["+55 31 95550-0001", "Ana Nova", ""],
    ["+55 31 95550-0002", "Bia", "bia@x.example"],
    ["31955500003", "Caio", ""],
    ["553155500003", "Caio de novo", ""],
  ];
  const { companyId, job, view, ana } = await givenImport(spreadsheetBytes(sheet.slice(0, 3)), { isDirect: true });
  await importContacts({ transactions, files }, job);
  expect(await view()).toMatchObject({ counts: { created: 2 } });
  const fileId = randomUUID();
  sheet[1] = ["5531955500001", "Ana Maria", "ana@x.example"];
  await files.write(companyId, fileId, 0, spreadsheetBytes(sheet));
  const again = await acting(ana, (ctx) => beginImport(ctx, { id: fileId, name: "x.xls" }, { isDirect: true }));
  await importContacts({ transactions, files }, { companyId, importId: again });
  const seen = await acting(ana, (ctx) => importView(ctx, again));
  expect(seen).toMatchObject({ status: "done", counts: { updated: 1, duplicate: 1 } });
  const [maria] = await atDesk(companyId, (ctx) =>
    ctx.db
      .select()
      .from(schema.contacts)
      .where(and(eq(schema.contacts.companyId, companyId), eq(schema.contacts.number, "5531955500001"))),
  );
  expect(maria).toMatchObject({
    name: "Ana Maria",
    email: "ana@x.example",
    search: "ana maria 5531955500001 ana@x.example",
  });
});

test("importContacts fails with ERR_IMPORT_UNREADABLE for a file that is no spreadsheet, and deletes it", async () => {
  const { companyId, fileId, job, view } = await givenImport(Buffer.from("MZ program"));
  await importContacts({ transactions, files }, job);
  expect(await view()).toMatchObject({ status: "failed", error: "ERR_IMPORT_UNREADABLE" });
  expect(await files.size(companyId, fileId)).toBe(0);
});
