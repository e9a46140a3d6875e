import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import pino from "pino";
import { expect, test } from "vitest";
import { MAX_NAME } from "../../../contracts/desk/messages.ts";
import { cutBetweenSigns, strangerName } from "../../../contracts/texts/stranger-text.ts";
import { openSequencer, schema } from "../../../db/index.ts";
import { givenCompany, givenContact, testDatabase } from "../../../db/testing/given.ts";
import { phoneHome } from "../../../domain/account/settings/index.ts";
import { contactToCsv, csvHead, exportContacts } from "../../../domain/desk/contacts/index.ts";
import { beginImport, importView } from "../../../domain/marketing/contact-imports/index.ts";
import { acting } from "../../../domain/testing.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import names from "../../../proof/field/names.json" with { type: "json" };
import { openCompanyTransactions } from "../../company-transactions.ts";
import { importContacts } from "./import-contacts.ts";

const files = openDiskFileStore(mkdtempSync(join(tmpdir(), "balcao-round-trip-")));
const transactions = openCompanyTransactions(testDatabase(), openSequencer(testDatabase()), pino({ level: "silent" }));

const signs = [..."'=-@+＝＋－＠;,\"|\t\n /#ée", "🌻", "Nome", "31988870001", "a@x.example"];
/** Names as they are stored of people who write to the company. */
const storedName = fc
  .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 60 })
  .map((parts) => cutBetweenSigns(strangerName(parts.join("")), MAX_NAME))
  .filter((name) => name.trim() !== "");
const storedEmail = fc.constantFrom(
  "",
  "-a@x.example",
  "+a@x.example",
  "=a@x.example",
  "d'avila@x.example",
  "'a@x.example",
);

type Stored = { name: string; email: string; number?: string };

async function roundTrip(people: readonly Stored[], country = "BR") {
  const { companyId, admin } = await givenCompany();
  await testDatabase().company(companyId, (db) =>
    db.insert(schema.settings).values({ companyId, key: "phoneCountry", value: country }),
  );
  for (const [place, { number = `55319888${String(70_000 + place)}`, ...person }] of people.entries())
    await givenContact({ companyId, ...person, number });
  const exported = await acting(admin, (ctx) => exportContacts(ctx, { search: "", tagIds: [] }, null));
  expect(exported).toHaveLength(people.length);
  const home = await acting(admin, phoneHome);
  const file = { id: randomUUID(), name: "contatos.csv" };
  await files.write(
    companyId,
    file.id,
    0,
    Buffer.from(csvHead + exported.map((contact) => contactToCsv(contact, home)).join("")),
  );
  const importId = await acting(admin, (ctx) => beginImport(ctx, file, { isDirect: true }));
  await importContacts({ transactions, files }, { companyId, importId });
  return acting(admin, (ctx) => importView(ctx, importId));
}

const unchanged = (count: number) => ({
  ...{ status: "done", counts: { created: 0, updated: 0, duplicate: count, bad: 0 } },
});

test("an import of the exported contacts changes none of them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: storedName, email: storedEmail }), { minLength: 30, maxLength: 60 }),
      async (people) => {
        expect(await roundTrip(people)).toMatchObject(unchanged(people.length));
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
}, 120_000);

test("an import of the exported contacts keeps the names of the field's tables, and names of 100 characters", async () => {
  const all = [...names.map(([, name = ""]) => name), "x".repeat(100), "🌻".repeat(50), "'=1", "''+2", "'", "-", "＝1"];
  const people = all.map((name) => ({ name, email: "" }));
  expect(await roundTrip(people)).toMatchObject(unchanged(people.length));
});

test.each(["BR", "PT", "US"])(
  "an import of the exported contacts of a company in %s keeps every number",
  async (country) => {
    const numbers = [
      ...["5531988887777", "553133334444", "5555999998888", "55800123456", "558001234567"],
      ...["351912345678", "14155552671", "4915112345678", "525512345678", "6834002"],
    ];
    const people = numbers.map((number) => ({ name: `Pessoa ${number}`, email: "", number }));
    expect(await roundTrip(people, country)).toMatchObject(unchanged(numbers.length));
  },
);
