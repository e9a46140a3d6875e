import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
import {
  checkNextRows,
  finishReading,
  importNextRows,
  keepRows,
} from "../../domain/marketing/contact-imports/index.ts";
import { atDesk } from "../../domain/testing.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn, json } from "../testing/given-app.ts";

let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

/** An empty archive: sufficient for the API, which leaves reading to the connector. */
const archive = new Uint8Array([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]);

function upload(client: Client, bytes: Uint8Array<ArrayBuffer> = archive, name = "clientes.xlsx") {
  const body = new FormData();
  body.append("file", new File([bytes], name));
  body.append("preview", "true");
  return client.request("/contacts/upload", { method: "POST", body });
}

async function givenUpload() {
  const company = await givenCompany();
  const client = await givenSignedIn(given, company.ana);
  const answer = await upload(client);
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as { id: string };
  return { ...company, client, id };
}

/** Does what the connector does with the file. */
async function read(companyId: string, id: string, rows: string[][], headers = ["Cliente", "Fone"]) {
  await atDesk(companyId, (ctx) =>
    keepRows(
      ctx,
      id,
      [headers, ...rows].map((cells, place) => ({ rowNumber: place + 1, cells })),
    ),
  );
  await atDesk(companyId, (ctx) => finishReading(ctx, id));
}
async function work(companyId: string, id: string) {
  while (await atDesk(companyId, (ctx) => checkNextRows(ctx, id)));
  while (await atDesk(companyId, (ctx) => importNextRows(ctx, id)));
}

test("a contact import goes through upload, columns, rehearsal, run and the list of refused rows", async () => {
  const { companyId, client, id } = await givenUpload();
  const state = async () => (await client.request(`/contacts/imports/${id}`)).json();
  expect(await state()).toMatchObject({ id, status: "reading", name: "clientes.xlsx" });
  await read(companyId, id, [
    ["Rui", "31955500001"],
    ["=1+1", "123"],
    ["Rui de novo", "31955500001"],
  ]);
  expect(await state()).toMatchObject({
    headerRow: 1,
    head: [{ rowNumber: 1, cells: ["Cliente", "Fone"] }, {}, {}, {}],
  });
  const row = await client.request(
    `/contacts/imports/${id}`,
    json("PUT", { name: 0, number: 1, email: null, headerRow: 9 }),
  );
  expect([row.status, await row.json()]).toMatchObject([400, { fields: { headerRow: ["no such row"] } }]);
  expect(await state()).toMatchObject({ status: "preview", headers: ["Cliente", "Fone"], mapping: null, total: 3 });
  expect((await client.request(`/contacts/imports/${id}/run`, { method: "POST" })).status).toBe(409);
  const mapping = { name: 0, number: 1, email: null };
  const none = await client.request(`/contacts/imports/${id}`, json("PUT", { ...mapping, number: 7 }));
  expect([none.status, await none.json()]).toMatchObject([400, { fields: { mapping: ["no such column"] } }]);
  expect((await client.request(`/contacts/imports/${id}`, json("PUT", mapping))).status).toBe(200);
  await work(companyId, id);
  const counts = { created: 1, updated: 0, duplicate: 1, bad: 1 };
  expect(await state()).toMatchObject({ status: "checked", counts });
  expect(await (await client.request(`/contacts/imports/${id}/rejected-rows`)).json()).toEqual({
    rows: [
      { rowNumber: 3, name: "=1+1", number: "123", email: "", problem: "invalid", repeats: null },
      { rowNumber: 4, name: "Rui de novo", number: "5531955500001", email: "", problem: null, repeats: 2 },
    ],
  });
  const rejected = async () => {
    const file = await (await client.request(`/contacts/imports/${id}/rejected`)).text();
    return file.trimEnd().split("\r\n");
  };
  const beforeRun = await rejected();
  expect((await client.request(`/contacts/imports/${id}/run`, { method: "POST" })).status).toBe(200);
  await work(companyId, id);
  expect(await state()).toMatchObject({ status: "done", counts, done: 3 });
  expect(await rejected()).toEqual(beforeRun);
  expect(beforeRun).toEqual([
    "Linha;Motivo;Cliente;Fone",
    "3;Número com dígitos a mais ou a menos;'=1+1;123",
    "4;Número repetido: já está na linha 2;Rui de novo;31955500001",
  ]);
  expect(await (await client.request("/contacts/imports/latest")).json()).toMatchObject({ id });
  expect((await client.request(`/contacts/imports/${id}`, { method: "DELETE" })).status).toBe(200);
  expect((await client.request(`/contacts/imports/${id}`)).status).toBe(404);
});

test("the adjusted rows of a contact import say what is different", async () => {
  const { companyId, client, id } = await givenUpload();
  const long = "Nome ".repeat(21).trim();
  const rows = [
    ["J", "31955500011", "j@x.example"],
    [long, "31955500012", "sem arroba"],
    ["Rui", "31955500013", "rui@x.example; r@x.example"],
    ["Eva", "123", "eva"],
  ];
  await read(companyId, id, rows, ["Cliente", "Fone", "E-mail"]);
  await client.request(`/contacts/imports/${id}`, json("PUT", { name: 0, number: 1, email: 2 }));
  await work(companyId, id);
  const adjusted = async () => (await client.request(`/contacts/imports/${id}/adjusted-rows`)).json();
  const planned = await adjusted();
  expect(planned).toEqual({
    count: 3,
    rows: [
      { rowNumber: 2, name: "J", notes: [{ kind: "nameShort", text: "J" }] },
      {
        ...{ rowNumber: 3, name: long.slice(0, 100).trim() },
        notes: [
          { kind: "nameCut", text: long },
          { kind: "noEmail", text: "sem arroba" },
        ],
      },
      { rowNumber: 4, name: "Rui", notes: [{ kind: "otherEmails", text: "r@x.example" }] },
    ],
  });
  await client.request(`/contacts/imports/${id}/run`, { method: "POST" });
  await work(companyId, id);
  expect(await adjusted()).toEqual(planned);
});

test("a contact import is hidden from colleagues and other companies, and visible to admins", async () => {
  const { bia, admin, id } = await givenUpload();
  const other = await givenCompany();
  const [ofBia, ofAdmin, ofOther] = [
    await givenSignedIn(given, bia),
    await givenSignedIn(given, admin),
    await givenSignedIn(given, other.admin),
  ];
  expect((await ofAdmin.request(`/contacts/imports/${id}`)).status).toBe(200);
  const calls: [string, RequestInit?][] = [
    [`/contacts/imports/${id}`],
    [`/contacts/imports/${id}/rejected`],
    [`/contacts/imports/${id}/rejected-rows`],
    [`/contacts/imports/${id}/adjusted-rows`],
    [`/contacts/imports/${id}`, json("PUT", { name: 0, number: 1, email: null })],
    [`/contacts/imports/${id}/run`, { method: "POST" }],
    [`/contacts/imports/${id}`, { method: "DELETE" }],
  ];
  for (const client of [ofBia, ofOther]) {
    for (const [path, init] of calls) {
      const answer = await client.request(path, init);
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 404, { code: "ERR_NO_IMPORT_FOUND" }]);
    }
    expect(await (await client.request("/contacts/imports/latest")).json()).toBeNull();
  }
});

test("a contact import refuses no file, an empty file, a file of 200 MB and a program", async () => {
  const { ana } = await givenCompany();
  const client = await givenSignedIn(given, ana);
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
  const nothing = client.request("/contacts/upload", { method: "POST", body: new FormData() });
  expect(await codeOf(await nothing)).toEqual([400, "ERR_VALIDATION"]);
  expect(await codeOf(await upload(client, new Uint8Array()))).toEqual([400, "ERR_IMPORT_EMPTY"]);
  const program = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, ...Array<number>(200).fill(0)]);
  expect(await codeOf(await upload(client, program))).toEqual([415, "ERR_FILE_TYPE"]);
  expect(await codeOf(await upload(client, new Uint8Array(21 * 1024 * 1024)))).toEqual([413, "ERR_IMPORT_TOO_LARGE"]);
  expect(await codeOf(await upload(client, new Uint8Array(200 * 1024 * 1024)))).toEqual([413, "ERR_BODY_TOO_LARGE"]);
  expect((await client.request(`/contacts/imports/${randomUUID()}`)).status).toBe(404);
});
