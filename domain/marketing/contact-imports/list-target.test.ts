import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenPhoneNumber } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { allowCampaigns, givenList } from "../campaigns/testing/given-campaign.ts";
import { deleteList, pageOfItems } from "../contact-lists/index.ts";
import {
  beginImport,
  checkNextRows,
  deleteImport,
  findImport,
  finishReading,
  importNextRows,
  importView,
  keepRows,
  latestImport,
  mapImport,
  rejectedRows,
  runImport,
} from "./index.ts";

const { contacts, numberChecks } = schema;

let companyId: string;
let ana: GivenAgent;
let admin: GivenAgent;
let supervisor: GivenAgent;
beforeAll(async () => {
  ({ companyId, ana, admin } = await givenCompany());
  supervisor = await givenAgent({ companyId, name: "Sueli", profile: "supervisor" });
});

const begin = (listId: string, { isDirect = true } = {}) =>
  acting(supervisor, (ctx) => beginImport(ctx, { id: randomUUID(), name: "x.xlsx" }, { isDirect, listId }));
const read = (id: string, rows: string[][]) =>
  atDesk(companyId, async (ctx) => {
    const numbered = [["NOME", "NUMERO", "EMAIL"], ...rows].map((cells, place) => ({ rowNumber: place + 1, cells }));
    await keepRows(ctx, id, numbered);
    await finishReading(ctx, id);
  });
async function work(id: string) {
  while (await atDesk(companyId, (ctx) => checkNextRows(ctx, id)));
  while (await atDesk(companyId, (ctx) => importNextRows(ctx, id)));
  return acting(supervisor, (ctx) => importView(ctx, id));
}
const itemsOf = async (listId: string) =>
  (await acting(admin, (ctx) => pageOfItems(ctx, listId, {}))).items.map(({ name, number, email }) => [
    name,
    number,
    email,
  ]);

test("an import into a list creates people, not contacts, and makes their numbers due for a check", async () => {
  const { id: listId } = await givenList(companyId, []);
  const [first, second] = [givenPhoneNumber(), givenPhoneNumber()];
  const id = await begin(listId);
  await read(id, [
    ["Ana", first, "ana@x.example"],
    ["Bia", second, ""],
    ["Ana de novo", first.replace(/^(5531)9/, "$1"), ""],
    ["", "31988880000", ""],
    ["Davi", "12345", ""],
  ]);
  const before = await atDesk(companyId, ({ db }) => db.$count(contacts, eq(contacts.companyId, companyId)));
  expect(await work(id)).toMatchObject({ status: "done", counts: { created: 2, updated: 0, duplicate: 1, bad: 2 } });
  expect(await itemsOf(listId)).toEqual([
    ["Ana", first, "ana@x.example"],
    ["Bia", second, ""],
  ]);
  expect(await atDesk(companyId, ({ db }) => db.$count(contacts, eq(contacts.companyId, companyId)))).toBe(before);
  const due = await atDesk(companyId, ({ db }) => db.select().from(numberChecks).where(eq(numberChecks.number, first)));
  expect(due).toMatchObject([{ dueAt: expect.any(Date), checkedAt: null }]);
  const rejected = await acting(supervisor, (ctx) => rejectedRows(ctx, id, 0));
  expect(rejected.map(({ rowNumber, problem, repeats }) => [rowNumber, problem, repeats])).toEqual([
    [4, null, 2],
    [5, "name", null],
    [6, "invalid", null],
  ]);
});

test("a second import updates name and e-mail, keeps an e-mail that the row lacks, and leaves other lists alone", async () => {
  const [first, second] = [givenPhoneNumber(), givenPhoneNumber()];
  const people = [
    { name: "Ana", number: first, email: "ana@x.example" },
    { name: "Bia", number: second, email: "" },
  ];
  const [{ id: listId }, { id: otherId }] = [await givenList(companyId, people), await givenList(companyId, people)];
  const id = await begin(listId, { isDirect: false });
  await read(id, [
    ["Ana Maria", first.replace(/^(5531)9/, "$1"), ""],
    ["Bia", second, "bia@x.example"],
    ["Caio", givenPhoneNumber(), ""],
  ]);
  await acting(supervisor, (ctx) => mapImport(ctx, id, { name: 0, number: 1, email: 2 }));
  const counts = { created: 1, updated: 2, duplicate: 0, bad: 0 };
  expect(await work(id)).toMatchObject({ status: "checked", counts });
  expect(await itemsOf(listId)).toHaveLength(2);
  await acting(supervisor, (ctx) => runImport(ctx, id));
  expect(await work(id)).toMatchObject({ status: "done", counts });
  expect(await itemsOf(listId)).toEqual([
    ["Ana Maria", first, "ana@x.example"],
    ["Bia", second, "bia@x.example"],
    ["Caio", expect.any(String), ""],
  ]);
  expect(await itemsOf(otherId)).toEqual(people.map(({ name, number, email }) => [name, number, email]));
  const found = await acting(admin, (ctx) => pageOfItems(ctx, listId, { search: "maria" }));
  expect(found.items).toHaveLength(1);
});

test("a number that another transaction adds meanwhile is updated by the next batch", async () => {
  const { id: listId } = await givenList(companyId, []);
  const number = givenPhoneNumber();
  const id = await begin(listId);
  const twin = await begin(listId);
  for (const [one, name] of [
    [id, "Ana"],
    [twin, "Ana Maria"],
  ] as const)
    await read(one, [[name, number, ""]]);
  await Promise.all([work(id), work(twin)]);
  const views = await Promise.all([id, twin].map((one) => acting(supervisor, (ctx) => importView(ctx, one))));
  expect(views.map(({ status, counts }) => [status, counts?.created, counts?.updated]).sort()).toEqual([
    ["done", 0, 1],
    ["done", 1, 0],
  ]);
  expect(await itemsOf(listId)).toHaveLength(1);
});

test("an import into a list belongs to all who manage campaigns, and to nobody else", async () => {
  const { id: listId } = await givenList(companyId, []);
  const id = await begin(listId, { isDirect: false });
  await read(id, [["Ana", givenPhoneNumber(), ""]]);
  expect(await acting(admin, (ctx) => latestImport(ctx, { listId }))).toMatchObject({ id, status: "preview" });
  expect(await acting(admin, (ctx) => importView(ctx, id))).toMatchObject({ id });
  // It is no import of contacts.
  expect(await acting(supervisor, (ctx) => latestImport(ctx))).toBeNull();
  const stranger = (await givenCompany()).admin;
  for (const other of [ana, stranger])
    for (const verb of [importView, runImport, deleteImport])
      expect((await refusal(acting(other, async (ctx) => void (await verb(ctx, id))))).code).toBe(
        "ERR_NO_IMPORT_FOUND",
      );
  const into = (agent: GivenAgent) =>
    refusal(acting(agent, (ctx) => beginImport(ctx, { id: randomUUID(), name: "x.csv" }, { isDirect: true, listId })));
  expect((await into(ana)).code).toBe("ERR_NO_PERMISSION");
  expect((await into(stranger)).code).toBe("ERR_NO_CONTACT_LIST_FOUND");
  await allowCampaigns(companyId, false);
  const refused = [await refusal(acting(admin, (ctx) => importView(ctx, id))), await into(admin)];
  await allowCampaigns(companyId, true);
  expect(refused.map(({ code }) => code)).toEqual(["ERR_CAMPAIGNS_DISABLED", "ERR_CAMPAIGNS_DISABLED"]);
});

test("deleting a list ends its imports", async () => {
  const { id: listId } = await givenList(companyId, []);
  const id = await begin(listId);
  await read(id, [["Ana", givenPhoneNumber(), ""]]);
  await acting(admin, (ctx) => deleteList(ctx, listId));
  expect(await atDesk(companyId, (ctx) => importNextRows(ctx, id))).toBe(false);
  expect(await atDesk(companyId, (ctx) => findImport(ctx, id))).toBeNull();
});
