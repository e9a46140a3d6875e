import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { importStatuses } from "../../../contracts/marketing/contact-imports.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import type { Context } from "../../ground/context.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  adjustedRows,
  beginImport,
  checkNextRows,
  deleteImport,
  failImport,
  findImport,
  finishReading,
  importNextRows,
  importView,
  keepRows,
  latestImport,
  mapImport,
  readNumbers,
  rejectedRows,
  runImport,
} from "./index.ts";

const { contactImportRows, contactImports } = schema;
const mapping = { name: 0, number: 1, email: null };

let company: Awaited<ReturnType<typeof givenCompany>>;
let other: typeof company;
beforeAll(async () => {
  company = await givenCompany();
  other = await givenCompany();
});

type Row = typeof contactImports.$inferSelect;
const rowsOf = (importId: string) =>
  atDesk(company.companyId, (ctx) =>
    ctx.db
      .select()
      .from(contactImportRows)
      .where(eq(contactImportRows.importId, importId))
      .orderBy(contactImportRows.rowNumber),
  );

/** Starts an import of Ana's and sets the given columns. */
async function givenImport(set: Partial<Row> = {}, { isDirect = false } = {}) {
  const { companyId, ana } = company;
  const id = await acting(ana, (ctx) => beginImport(ctx, { id: randomUUID(), name: "clientes.xlsx" }, { isDirect }));
  if (Object.keys(set).length > 0)
    await atDesk(companyId, (ctx) => ctx.db.update(contactImports).set(set).where(eq(contactImports.id, id)));
  const keep = (...rows: [rowNumber: number, ...cells: string[]][]) =>
    atDesk(companyId, (ctx) =>
      keepRows(
        ctx,
        id,
        rows.map(([rowNumber, ...cells]) => ({ rowNumber, cells })),
      ),
    );
  const finish = async (...headers: string[]) => {
    await keep([1, ...headers]);
    await atDesk(companyId, (ctx) => finishReading(ctx, id));
  };
  const view = (agent: GivenAgent = ana) => acting(agent, (ctx) => importView(ctx, id));
  return { id, keep, finish, view };
}

async function jobsOf(importId: string): Promise<number> {
  const rows = await testDatabase().platform.execute(
    sql`select id from pgboss.job where name = 'contacts.import' and data ->> 'importId' = ${importId}`,
  );
  return rows.length;
}

test("a new import is read in the background", async () => {
  const { id, view } = await givenImport();
  const empty = {
    headers: [],
    headerRow: 0,
    head: [],
    sample: [],
    mapping: null,
    total: 0,
    hidden: 0,
    withHidden: false,
    done: 0,
    counts: null,
    error: null,
  };
  expect(await view()).toEqual({
    id,
    name: "clientes.xlsx",
    status: "reading",
    idleSeconds: expect.any(Number),
    ...empty,
  });
  expect(await jobsOf(id)).toBe(1);
});

test("an import says for how long it has made no progress, and each batch is progress", async () => {
  const { id } = await givenImport();
  const { companyId, ana } = company;
  const viewAt = (now: Date) => acting(ana, (ctx) => importView(ctx, id), now);
  const [row] = await atDesk(companyId, (ctx) => ctx.db.select().from(contactImports).where(eq(contactImports.id, id)));
  const later = new Date((row?.updatedAt.getTime() ?? 0) + 90_000);
  expect(await viewAt(later)).toMatchObject({ idleSeconds: 90 });
  await atDesk(companyId, (ctx) => keepRows(ctx, id, [{ rowNumber: 2, cells: ["Rui", "1"] }]), later);
  expect(await viewAt(new Date(later.getTime() + 5_000))).toMatchObject({ idleSeconds: 5, done: 2 });
});

test("the rows of an import are stored once, and its view shows the first five", async () => {
  const { id, keep, view } = await givenImport();
  expect(await keep([2, "Rui", "1"], [3, "Eva", "2"])).toBe(true);
  expect(await keep([3, "Eva de novo", "3"], [5, "Noé", "4"])).toBe(true);
  expect(await keep()).toBe(true);
  expect((await rowsOf(id)).map(({ rowNumber, cells }) => [rowNumber, ...cells])).toEqual([
    [2, "Rui", "1"],
    [3, "Eva", "2"],
    [5, "Noé", "4"],
  ]);
  expect(await view()).toMatchObject({ done: 5 });
  await keep([9, "f"], [8, "e"], [7, "d"]);
  expect((await view()).sample).toEqual([["Rui", "1"], ["Eva", "2"], ["Noé", "4"], ["d"], ["e"]]);
});

test.each(importStatuses.filter((status) => status !== "reading"))(
  "an import that is %s takes no more rows and is not finished again",
  async (status) => {
    const { id, keep, finish, view } = await givenImport({ status });
    expect(await keep([2, "Rui", "1"])).toBe(false);
    await finish("Nome", "Número");
    expect(await rowsOf(id)).toEqual([]);
    expect(await view()).toMatchObject({ status, headers: [], error: null });
  },
);

test.each([
  ["is shown with its guessed columns", false, ["Celular", "Nome"], "preview", { name: 1, number: 0, email: null }],
  ["is shown without columns if the number's is unknown", false, ["Nome", "Coluna"], "preview", null],
  ["is shown without columns if the name's is unknown", false, ["Coluna", "Fone"], "preview", null],
  ["without a preview is checked", true, ["Nome", "Fone", "Mail"], "checking", { name: 0, number: 1, email: 2 }],
  ["without a preview is shown if a column is unknown", true, ["Nome", "Coluna"], "preview", null],
] as const)("an import whose rows were read %s", async (_what, isDirect, headers, status, guessed) => {
  const { keep, finish, view } = await givenImport({}, { isDirect });
  await keep([2, "a", "b", "c"], [3, "d", "e", "f"]);
  await finish(...headers);
  const head = [1, 2, 3].map((rowNumber) => ({ rowNumber }));
  const padded = Array.from({ length: 3 }, (_, column) => headers[column] ?? "");
  expect(await view()).toMatchObject({
    status,
    headers: padded,
    headerRow: 1,
    head,
    mapping: guessed,
    total: 2,
    done: 0,
  });
});

test("an import without rows fails", async () => {
  const { finish, view } = await givenImport();
  await finish("Nome", "Número");
  expect(await view()).toMatchObject({ status: "failed", error: "ERR_IMPORT_EMPTY", total: 0 });
});

test.each(["preview", "checked"] as const)(
  "choosing the columns of an import that is %s checks its rows",
  async (status) => {
    const counts = { created: 1, updated: 2, duplicate: 3, bad: 4 };
    const { id, view } = await givenImport({ status, headers: ["a", "b"], done: 7, counts });
    await acting(company.ana, (ctx) => mapImport(ctx, id, mapping));
    expect(await view()).toMatchObject({ status: "checking", mapping, done: 0, counts: null });
    expect(await jobsOf(id)).toBe(2);
  },
);

test.each(importStatuses)("an import that is %s refuses every step that does not follow", async (status) => {
  const { ana } = company;
  const refused = { code: "ERR_IMPORT_STEP", details: { status } };
  const { id, view } = await givenImport({ status, headers: ["a", "b"] });
  if (status !== "preview" && status !== "checked")
    expect(await refusal(acting(ana, (ctx) => mapImport(ctx, id, mapping)))).toEqual(refused);
  if (status !== "checked") expect(await refusal(acting(ana, (ctx) => runImport(ctx, id)))).toEqual(refused);
  expect(await view()).toMatchObject({ status, mapping: null });
  expect(await jobsOf(id)).toBe(1);
});

test.each([
  ["name", { ...mapping, name: 2 }],
  ["number", { ...mapping, number: 2 }],
  ["e-mail", { ...mapping, email: 2 }],
])("a column for the %s that the spreadsheet does not have is refused", async (_field, wanted) => {
  const { id, view } = await givenImport({ status: "preview", headers: ["a", "b"] });
  expect(await refusal(acting(company.ana, (ctx) => mapImport(ctx, id, wanted)))).toEqual({
    code: "ERR_VALIDATION",
    details: { fields: { mapping: "no such column" } },
  });
  expect(await view()).toMatchObject({ status: "preview", mapping: null });
});

test("another row is made the headers: rows up to it are no people, in the view, the count and the check", async () => {
  const { companyId, ana } = company;
  const { id, finish, keep, view } = await givenImport();
  await keep(
    [2, "Ana", "5531988860001"],
    [4, "Cliente", "Fone"],
    [5, "Bia", "5531988860001"],
    [6, "Caio", "5531988860002"],
  );
  await finish("Nome", "Telefone");
  const check = async (headerRow?: number) => {
    await acting(ana, (ctx) => mapImport(ctx, id, { ...mapping, ...(headerRow !== undefined && { headerRow }) }));
    while (await atDesk(companyId, (ctx) => checkNextRows(ctx, id)));
    return view();
  };
  // Row 4 is no number; row 5 repeats row 2.
  expect(await check()).toMatchObject({ headerRow: 1, total: 4, counts: { created: 2, duplicate: 1, bad: 1 } });
  const moved = await check(4);
  expect(moved).toMatchObject({ headerRow: 4, headers: ["Cliente", "Fone"], total: 2, counts: { created: 2, bad: 0 } });
  expect(moved.sample).toEqual([
    ["Bia", "5531988860001"],
    ["Caio", "5531988860002"],
  ]);
  expect(moved.head.map(({ rowNumber }) => rowNumber)).toEqual([1, 2, 4, 5, 6]);
  expect(await acting(ana, (ctx) => rejectedRows(ctx, id, 0))).toEqual([]);
  expect(await check(0)).toMatchObject({ headerRow: 0, headers: ["", ""], total: 5, counts: { created: 2, bad: 2 } });
});

test("a row that the file does not have, and one without a person after it, are refused as headers", async () => {
  const { id, keep, finish, view } = await givenImport();
  await keep([2, "Ana", "5531988860001"], [3, "Bia", "5531988860002"]);
  await finish("Nome", "Telefone");
  const map = (headerRow: number) => acting(company.ana, (ctx) => mapImport(ctx, id, { ...mapping, headerRow }));
  const none = { code: "ERR_VALIDATION", details: { fields: { headerRow: ["no such row"] } } };
  expect(await refusal(map(4))).toEqual(none);
  expect(await refusal(map(3))).toMatchObject({ code: "ERR_IMPORT_EMPTY" });
  expect(await view()).toMatchObject({ status: "preview", headerRow: 1, total: 2 });
});

test("a file without headers waits for its columns, also without a preview", async () => {
  const { companyId } = company;
  const { id, keep, view } = await givenImport({}, { isDirect: true });
  await keep([1, "Ana", "5531988860001", "ana@x.example"], [2, "Bia", "5531988860002", ""]);
  await atDesk(companyId, (ctx) => finishReading(ctx, id));
  expect(await view()).toMatchObject({
    ...{ status: "preview", headerRow: 0, headers: ["", "", ""], total: 2 },
    mapping: { name: 0, number: 1, email: 2, areaCode: null },
  });
});

test("a checked import is run in the background", async () => {
  const { id, view } = await givenImport({ status: "checked", done: 9 });
  await acting(company.ana, (ctx) => runImport(ctx, id));
  expect(await view()).toMatchObject({ status: "running", done: 0 });
  expect(await jobsOf(id)).toBe(2);
});

test.each(importStatuses)("an import that is %s can fail unless it is done", async (status) => {
  const { id, view } = await givenImport({ status });
  await atDesk(company.companyId, (ctx) => failImport(ctx, id, "ERR_IMPORT_UNREADABLE"));
  const failed = { status: "failed", error: "ERR_IMPORT_UNREADABLE" };
  expect(await view()).toMatchObject(status === "done" ? { status, error: null } : failed);
});

test("deleting an import deletes its rows", async () => {
  const { id, keep } = await givenImport();
  const kept = await givenImport();
  for (const each of [{ keep }, kept]) await each.keep([2, "Rui", "1"]);
  await acting(company.ana, (ctx) => deleteImport(ctx, id));
  expect([(await rowsOf(id)).length, (await rowsOf(kept.id)).length]).toEqual([0, 1]);
  expect((await refusal(acting(company.ana, (ctx) => importView(ctx, id)))).code).toBe("ERR_NO_IMPORT_FOUND");
});

const verbs: [string, (ctx: Context, id: string) => Promise<unknown>][] = [
  ["shown", importView],
  ["given columns", (ctx, id) => mapImport(ctx, id, mapping)],
  ["run", runImport],
  ["deleted", deleteImport],
  ["asked for its rejected rows", (ctx, id) => rejectedRows(ctx, id, 0)],
  ["asked for its adjusted rows", adjustedRows],
  ["asked how its numbers were read", readNumbers],
];
test.each(verbs)("an import cannot be %s by a colleague, a supervisor or another company", async (_what, verb) => {
  const { companyId, bia, admin } = company;
  const { id } = await givenImport({ status: "checked", headers: ["a", "b"] });
  const supervisor = await givenAgent({ companyId, name: "Sueli", profile: "supervisor" });
  for (const agent of [bia, supervisor, other.admin])
    expect(await refusal(acting(agent, (ctx) => verb(ctx, id)))).toEqual({
      code: "ERR_NO_IMPORT_FOUND",
      details: { id },
    });
  expect((await refusal(acting(admin, (ctx) => verb(ctx, id)))).code).toBe("nothing was refused");
});

test("another company's import is neither found nor changed by the steps of the background", async () => {
  const { id, keep, view } = await givenImport();
  await keep([2, "Rui", "1"]);
  await atDesk(other.companyId, async (ctx) => {
    expect(await findImport(ctx, id)).toBeNull();
    expect(await keepRows(ctx, id, [{ rowNumber: 3, cells: [] }])).toBe(false);
    await finishReading(ctx, id);
    await failImport(ctx, id, "ERR_IMPORT_EMPTY");
  });
  expect(await view()).toMatchObject({ status: "reading", headers: [], error: null });
});

test("the latest import is the user's own", async () => {
  const { admin } = company;
  const bruno = await givenAgent({ companyId: company.companyId, name: "Bruno" });
  const latest = (agent: GivenAgent) => acting(agent, latestImport);
  expect(await latest(bruno)).toBeNull();
  const begin = (name: string, at: string) =>
    acting(bruno, (ctx) => beginImport(ctx, { id: randomUUID(), name }, { isDirect: true }), new Date(at));
  await begin("nova.xlsx", "2026-05-04T12:00:00Z");
  await begin("velha.xlsx", "2026-05-03T12:00:00Z");
  await givenImport();
  expect(await latest(bruno)).toMatchObject({ name: "nova.xlsx", status: "reading" });
  expect(await latest(admin)).toBeNull();
});

test("hidden rows are counted and left out, and imported when the user says so", async () => {
  const { companyId, ana, bia } = company;
  const { id, view } = await givenImport();
  const number = (place: number) => `3198888770${place}`;
  const rows = [
    ...[
      ["Nome", "Telefone"],
      ["Ana", number(1)],
      ["Bia", number(2)],
      ["Outra Bia", number(1)],
      ["Caio", number(3)],
    ],
  ].map((cells, place) => ({ rowNumber: place + 1, cells, isHidden: place === 1 || place === 2 }));
  await atDesk(companyId, (ctx) => keepRows(ctx, id, rows));
  await atDesk(companyId, (ctx) => finishReading(ctx, id));
  expect(await view()).toMatchObject({ status: "preview", total: 2, hidden: 2, withHidden: false });
  expect((await view()).sample.map(([name]) => name)).toEqual(["Outra Bia", "Caio"]);
  expect((await view()).head.filter(({ isHidden }) => isHidden).map(({ rowNumber }) => rowNumber)).toEqual([2, 3]);
  const check = async (withHidden?: boolean) => {
    await acting(ana, (ctx) => mapImport(ctx, id, { ...mapping, ...(withHidden !== undefined && { withHidden }) }));
    while (await atDesk(companyId, (ctx) => checkNextRows(ctx, id)));
    return view();
  };
  expect(await check()).toMatchObject({ total: 2, hidden: 2, counts: { created: 2, duplicate: 0 } });
  // With the hidden rows, an earlier one has the number of a visible one.
  expect(await check(true)).toMatchObject({
    total: 4,
    hidden: 2,
    withHidden: true,
    counts: { created: 3, duplicate: 1 },
  });
  expect(await check()).toMatchObject({ total: 4, withHidden: true });
  expect(await check(false)).toMatchObject({ total: 2, withHidden: false, counts: { created: 2, duplicate: 0 } });
  expect(await acting(ana, (ctx) => readNumbers(ctx, id))).toMatchObject({ changed: 2 });
  expect((await refusal(acting(bia, (ctx) => mapImport(ctx, id, { ...mapping, withHidden: true })))).code).toBe(
    "ERR_NO_IMPORT_FOUND",
  );
  expect((await refusal(acting(other.admin, (ctx) => mapImport(ctx, id, { ...mapping, withHidden: true })))).code).toBe(
    "ERR_NO_IMPORT_FOUND",
  );
  await acting(ana, (ctx) => runImport(ctx, id));
  while (await atDesk(companyId, (ctx) => importNextRows(ctx, id)));
  expect(await view()).toMatchObject({ status: "done", counts: { created: 2, updated: 0, duplicate: 0, bad: 0 } });
});

test("a file with hidden rows only waits for the user's choice, and is refused without a preview", async () => {
  const { companyId, ana } = company;
  const rows = [
    { rowNumber: 1, cells: ["Nome", "Telefone"] },
    { rowNumber: 2, cells: ["Ana", "31988887711"], isHidden: true },
  ];
  for (const isDirect of [false, true]) {
    const { id, view } = await givenImport({}, { isDirect });
    await atDesk(companyId, (ctx) => keepRows(ctx, id, rows));
    await atDesk(companyId, (ctx) => finishReading(ctx, id));
    if (isDirect) expect(await view()).toMatchObject({ status: "failed", error: "ERR_IMPORT_EMPTY" });
    else {
      expect(await view()).toMatchObject({ status: "preview", total: 0, hidden: 1, sample: [] });
      expect((await refusal(acting(ana, (ctx) => mapImport(ctx, id, mapping)))).code).toBe("ERR_IMPORT_EMPTY");
      await acting(ana, (ctx) => mapImport(ctx, id, { ...mapping, withHidden: true }));
      expect(await view()).toMatchObject({ status: "checking", total: 1, withHidden: true });
    }
  }
});
