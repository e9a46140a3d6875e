import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { asSuper, atDesk, refusal } from "../../testing.ts";
import { changesOf, pageOfAudit, recordAudit } from "./index.ts";

let companyId: string;
let owner: GivenAgent;
let admin: GivenAgent;
beforeAll(async () => {
  const company = await givenCompany();
  companyId = company.companyId;
  admin = company.admin;
  owner = await givenAgent({ companyId, name: "Dona Platão", profile: "admin", isSuper: true });
});

const entry = (name: string) => ({ action: "company.changed" as const, companyId, subject: { id: companyId, name } });

test("changesOf names the fields that differ, with the value before and after", () => {
  const [monday, tuesday] = [new Date("2026-05-04T10:00:00Z"), new Date("2026-05-05T10:00:00Z")];
  expect(
    changesOf(
      { name: "Olaria", users: 3, planId: null, dueDate: monday, isActive: true },
      { name: "Olaria", users: 5, planId: "p", dueDate: tuesday, isActive: true },
    ),
  ).toEqual({
    users: [3, 5],
    planId: [null, "p"],
    dueDate: ["2026-05-04T10:00:00.000Z", "2026-05-05T10:00:00.000Z"],
  });
  expect(changesOf({ dueDate: monday }, { dueDate: new Date(monday) })).toEqual({});
});

test("the page shows who changed what, newest first, by company and by words", async () => {
  const marker = randomUUID().slice(0, 8);
  const other = await givenCompany();
  for (const [second, name] of ["Órgão um", "Órgão dois"].entries())
    await asSuper(
      owner,
      (ctx) => recordAudit(ctx, { ...entry(`${name} ${marker}`), changes: { users: [1, 2] }, reason: "a pedido" }),
      new Date(Date.UTC(2026, 4, 4, 10, 0, second)),
    );
  await asSuper(owner, (ctx) =>
    recordAudit(ctx, { ...entry(`Outra ${marker}`), companyId: other.companyId, action: "company.created" }),
  );
  const page = (search: string, of?: string) =>
    asSuper(owner, (ctx) => pageOfAudit(ctx, { search, companyId: of })).then(({ entries }) => entries);
  const found = await page(`orgao ${marker}`);
  expect(found.map(({ subjectName }) => subjectName)).toEqual([`Órgão dois ${marker}`, `Órgão um ${marker}`]);
  expect(found[0]).toMatchObject({
    ...{ action: "company.changed", userId: owner.id, userName: "Dona Platão", subjectCompanyId: companyId },
    ...{ subjectId: companyId, changes: { users: [1, 2] }, reason: "a pedido" },
    companyName: `Empresa ${companyId.slice(0, 8)}`,
  });
  // The company's present name is searched, too; each word may be in another text.
  expect(await page(`EMPRESA ${companyId.slice(0, 8)} ${marker}`)).toHaveLength(2);
  expect((await page(marker, other.companyId)).map(({ action }) => action)).toEqual(["company.created"]);
  expect(await page(`${marker}%`)).toEqual([]);
});

test("a page has 20 entries and says whether more follow", async () => {
  const marker = randomUUID().slice(0, 8);
  await asSuper(owner, async (ctx) => {
    for (let each = 0; each < 21; each++) await recordAudit(ctx, entry(marker));
  });
  const [first, second] = [1, 2].map((page) => asSuper(owner, (ctx) => pageOfAudit(ctx, { search: marker, page })));
  expect(await first).toMatchObject({ entries: { length: 20 }, hasMore: true });
  expect(await second).toMatchObject({ entries: { length: 1 }, hasMore: false });
});

test("an admin who is not super reads no entry, and a company's transaction neither reads nor writes any", async () => {
  expect(await refusal(asSuper(admin, (ctx) => pageOfAudit(ctx, {})))).toMatchObject({ code: "ERR_NO_PERMISSION" });
  await asSuper(owner, (ctx) => recordAudit(ctx, entry("Segredo")));
  expect(await testDatabase().company(companyId, (tx) => tx.select().from(schema.auditEntries))).toEqual([]);
  await expect(atDesk(companyId, (ctx) => recordAudit(ctx, entry("Invasor")))).rejects.toThrow();
});
