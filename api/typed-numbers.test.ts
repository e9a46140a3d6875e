import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { phoneMatchKey } from "../contracts/phones.ts";
import { replaceKey, schema } from "../db/index.ts";
import { givenCompany, testDatabase } from "../db/testing/given.ts";
import { tokenHash } from "../domain/desk/connections/index.ts";
import { checkNextRows, finishReading, importNextRows, keepRows } from "../domain/marketing/contact-imports/index.ts";
import { atDesk } from "../domain/testing.ts";
import { type NumberRow, reportedNumbers } from "../proof/field/numbers.ts";
import { type GivenApp, givenApp, givenSignedIn, json } from "./testing/given-app.ts";

let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

/** Texts that the form's schema accepts and `readPhone` judges. The schema refuses every other text. */
const fits = ({ typed }: NumberRow) => typed.length >= 8 && typed.length <= 50;

/** The rows of each company: one for each country and area code. */
const homes = [...Map.groupBy(reportedNumbers, ({ home }) => `${home.country} ${home.areaCode}`).entries()];

async function givenHome({ home: { country, areaCode } }: NumberRow) {
  const company = await givenCompany();
  const inside = <T>(work: Parameters<ReturnType<typeof testDatabase>["company"]>[1]) =>
    testDatabase().company(company.companyId, work) as Promise<T>;
  await inside((tx) =>
    tx.insert(schema.settings).values([
      { companyId: company.companyId, key: "phoneCountry", value: country },
      { companyId: company.companyId, key: "phoneAreaCode", value: areaCode },
    ]),
  );
  return { ...company, inside, client: await givenSignedIn(given, company.admin) };
}

const firstOf = (rows: readonly NumberRow[]) => rows[0] as NumberRow;
/** The rows with a number that no earlier row has. */
const distinct = (rows: readonly NumberRow[]) => [
  ...new Map(rows.filter((row) => row.read !== undefined).map((row) => [phoneMatchKey(row.read ?? ""), row])).values(),
];

test.each(homes)("POST and PUT /contacts read every reported number at %s", async (_home, all) => {
  const { client } = await givenHome(firstOf(all));
  const rows = all.filter(fits);
  for (const { typed, read } of distinct(rows)) {
    const made = await client.request("/contacts", json("POST", { name: "Pessoa", number: typed }));
    expect([typed, ((await made.json()) as { number: string }).number]).toEqual([typed, read]);
  }
  const { id } = (await (
    await client.request("/contacts", json("POST", { name: "Outra", number: "+55 68 98888-0001" }))
  ).json()) as { id: string };
  for (const { typed, refused } of rows.filter((row) => row.refused !== undefined)) {
    for (const answer of [
      await client.request("/contacts", json("POST", { name: "Pessoa", number: typed })),
      await client.request(`/contacts/${id}`, json("PUT", { number: typed })),
    ])
      expect([typed, answer.status, await answer.json()]).toMatchObject([
        ...[typed, 400],
        { error: "ERR_WAPP_INVALID_CONTACT", details: { fields: { number: refused } } },
      ]);
  }
});

test.each(homes)("contact lists read every reported number at %s", async (_home, all) => {
  const { client } = await givenHome(firstOf(all));
  const list = (await (await client.request("/contact-lists", json("POST", { name: "Todos" }))).json()) as {
    id: string;
  };
  for (const { typed, read, refused } of [...distinct(all), ...all.filter((row) => row.refused)].filter(fits)) {
    const item = { name: "Pessoa", number: typed, email: "", contactListId: list.id };
    const answer = (await (await client.request("/contact-list-items", json("POST", item))).json()) as {
      number?: string;
      details?: { fields?: { number?: string } };
    };
    expect([typed, answer.number ?? answer.details?.fields?.number]).toEqual([typed, read ?? refused]);
  }
});

test.each(homes)("an import reads every reported number at %s", async (_home, rows) => {
  const { companyId, client } = await givenHome(firstOf(rows));
  const body = new FormData();
  body.append("file", new File([new Uint8Array([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)])], "clientes.xlsx"));
  body.append("preview", "true");
  const { id } = (await (await client.request("/contacts/upload", { method: "POST", body })).json()) as { id: string };
  const people = rows.map(({ typed }, place) => [`Pessoa ${place}`, typed]);
  const cells = [["Nome", "Telefone"], ...people].map((each, place) => ({ rowNumber: place + 1, cells: each }));
  await atDesk(companyId, (ctx) => keepRows(ctx, id, cells));
  await atDesk(companyId, (ctx) => finishReading(ctx, id));
  await client.request(`/contacts/imports/${id}`, json("PUT", { name: 0, number: 1, email: null }));
  while (await atDesk(companyId, (ctx) => checkNextRows(ctx, id)));
  const read = (await (await client.request(`/contacts/imports/${id}/read-numbers`)).json()) as {
    foreign: number;
    rows: { rowNumber: number; number: string; country: string | null }[];
  };
  for (const { rowNumber, number } of read.rows) expect(number).toBe(rows[rowNumber - 2]?.read);
  const stored = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(schema.contactImportRows).where(eq(schema.contactImportRows.importId, id)),
  );
  expect(read.foreign).toBe(stored.filter((row) => row.country !== null).length);
  for (const { rowNumber, number, problem } of stored.filter((each) => each.rowNumber > 1)) {
    const row = rows[rowNumber - 2] as NumberRow;
    expect([row.typed, problem ?? number]).toEqual([row.typed, row.refused ?? row.read]);
  }
  await client.request(`/contacts/imports/${id}/run`, { method: "POST" });
  while (await atDesk(companyId, (ctx) => importNextRows(ctx, id)));
  const contacts = await atDesk(companyId, (ctx) => ctx.db.select().from(schema.contacts));
  expect(contacts.map(({ number }) => phoneMatchKey(number)).sort()).toEqual(
    distinct(rows)
      .map(({ read: number }) => phoneMatchKey(number ?? ""))
      .sort(),
  );
});

test.each(homes)("integrators' messages go to the right number, or are refused, at %s", async (_home, all) => {
  const { companyId, connection, inside } = await givenHome(firstOf(all));
  const token = randomBytes(24).toString("base64url");
  const hash = tokenHash(token);
  await inside(async (tx) => {
    await tx.update(schema.connections).set({ tokenHash: hash }).where(eq(schema.connections.id, connection.id));
    await replaceKey(tx, { companyId, kind: "token", key: hash, rowId: connection.id });
  });
  const authorization = `Bearer ${token}`;
  for (const { typed, read, refused } of [
    ...distinct(all.filter(fits)).slice(0, 40),
    ...all.filter((row) => row.refused),
  ]) {
    const answer = await given.app.request("/api/messages/send", {
      method: "POST",
      body: JSON.stringify({ number: typed, body: "Seu boleto vence hoje" }),
      headers: { "content-type": "application/json", authorization },
    });
    const body = (await answer.json()) as { number?: string };
    if (refused) expect([typed, answer.status, "messages" in body]).toEqual([typed, 400, false]);
    else expect([typed, answer.status, body.number]).toEqual([typed, 200, read]);
  }
});

test("a Mexican and an Argentine customer stay one person, and messages go to the address that the channel reported", async () => {
  const { client, companyId } = await givenHome({ typed: "", home: { country: "BR", areaCode: "31" }, why: "" });
  const { findOrCreateContact } = await import("../domain/desk/contacts/index.ts");
  for (const [typed, reported] of [
    ["+52 55 1234 5601", "5215512345601"],
    ["+52 1 55 1234 5602", "525512345602"],
    ["+54 11 2345-6789", "5491123456789"],
  ] as const) {
    const made = (await (
      await client.request("/contacts", json("POST", { name: "Cliente", number: typed }))
    ).json()) as { id: string };
    const party = { addresses: [{ kind: "phone" as const, address: reported }], name: "Cliente" };
    const received = await atDesk(companyId, (ctx) => findOrCreateContact(ctx, party));
    expect(received).toMatchObject({ id: made.id, number: reported });
  }
});

test("GET /contacts finds a number by any local spelling", async () => {
  const { client } = await givenHome({ typed: "", home: { country: "BR", areaCode: "31" }, why: "" });
  await client.request("/contacts", json("POST", { name: "Rita", number: "(31) 98888-7701" }));
  await client.request("/contacts", json("POST", { name: "Loja", number: "(47) 3422-1101" }));
  const found = async (searchParam: string) => {
    const answer = await client.request(`/contacts?${new URLSearchParams({ searchParam, pageNumber: "1" })}`);
    return ((await answer.json()) as { contacts: { name: string }[] }).contacts.map(({ name }) => name);
  };
  for (const typed of [
    "(31) 98888-7701",
    "031 98888-7701",
    "98888-7701",
    "8888-7701",
    "31 8888-7701",
    "+55 31 98888-7701",
  ])
    expect([typed, await found(typed)]).toEqual([typed, ["Rita"]]);
  for (const typed of ["(47) 3422-1101", "3422-1101", "3422", "0 15 47 3422-1101"])
    expect([typed, await found(typed)]).toEqual([typed, ["Loja"]]);
  expect(await found("(46) 3422-1101")).toEqual([]);
});
