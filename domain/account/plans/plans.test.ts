import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { randomOfTest } from "../../../contracts/testing/random.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import { lockWaits } from "../../../db/testing/lock-waits.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { asSuper, atDesk, refusal } from "../../testing.ts";
import { pageOfAudit } from "../audit/index.ts";
import { changePlan, createPlan, deletePlan, listPlans, listPublicPlans, requirePlan, showPlan } from "./index.ts";

let companyId: string;
let owner: GivenAgent;
let admin: GivenAgent;
beforeAll(async () => {
  const company = await givenCompany();
  companyId = company.companyId;
  admin = company.admin;
  owner = await givenAgent({ companyId, name: "Dona", profile: "admin", isSuper: true });
});

const input = (change: object = {}) => ({
  ...{
    name: `Plano ${randomUUID()}`,
    users: 5,
    connections: 2,
    queues: 4,
    storageGb: 20,
    valueCents: 9_990,
    isPublic: true,
  },
  ...change,
});
const auditOf = async (name: string) =>
  (await asSuper(owner, (ctx) => pageOfAudit(ctx, { search: name }))).entries.map(({ action, changes }) => ({
    action,
    changes,
  }));
const assign = (planId: string) =>
  atDesk(companyId, ({ db }) => db.update(schema.companies).set({ planId }).where(eq(schema.companies.id, companyId)));

/** Whether a transaction waits for those that keep the plans. */
const isWaiting = async () => (await lockWaits()).some(({ statement }) => statement.includes("pg_advisory_xact_lock("));

test("a super user creates, changes, reads and deletes a plan, and the audit says so", async () => {
  const plan = input();
  const { id } = await asSuper(owner, (ctx) => createPlan(ctx, plan));
  expect(await asSuper(owner, (ctx) => showPlan(ctx, id))).toMatchObject({ ...plan, companies: 0 });
  await asSuper(owner, (ctx) => changePlan(ctx, id, { users: 8, storageGb: 50, valueCents: 12_000 }));
  await asSuper(owner, (ctx) => changePlan(ctx, id, { users: 8 }));
  expect(await asSuper(owner, (ctx) => showPlan(ctx, id))).toMatchObject({
    ...{ ...plan, users: 8, storageGb: 50, valueCents: 12_000 },
  });
  await asSuper(owner, (ctx) => deletePlan(ctx, id));
  expect(await refusal(asSuper(owner, (ctx) => showPlan(ctx, id)))).toMatchObject({ code: "ERR_NO_PLAN_FOUND" });
  expect((await auditOf(plan.name)).reverse()).toEqual([
    {
      action: "plan.created",
      changes: {
        ...{
          name: [null, plan.name],
          users: [null, 5],
          connections: [null, 2],
          queues: [null, 4],
          storageGb: [null, 20],
        },
        ...{ valueCents: [null, 9_990], isPublic: [null, true] },
      },
    },
    { action: "plan.changed", changes: { users: [5, 8], storageGb: [20, 50], valueCents: [9_990, 12_000] } },
    { action: "plan.deleted", changes: {} },
  ]);
});

test("a plan's name is unique without regard to case", async () => {
  const { name, id } = await givenPlan();
  const other = await givenPlan();
  const taken = { code: "ERR_PLAN_NAME_TAKEN", details: { fields: { name: ["taken"] } } };
  const upper = name.toUpperCase();
  expect(await refusal(asSuper(owner, (ctx) => createPlan(ctx, input({ name: upper }))))).toEqual(taken);
  expect(await refusal(asSuper(owner, (ctx) => changePlan(ctx, other.id, { name: upper })))).toEqual(taken);
  expect(await asSuper(owner, (ctx) => changePlan(ctx, id, { name: upper }))).toMatchObject({ name: upper });
});

test("everyone reads the public plans, the cheapest first; super users read all with their companies", async () => {
  const [dear, cheap, hidden] = [
    await givenPlan({ valueCents: 900_000_002 }),
    await givenPlan({ valueCents: 900_000_001 }),
    await givenPlan({ valueCents: 900_000_003, isPublic: false }),
  ];
  const ours = [dear.id, cheap.id, hidden.id];
  const shown = (await listPublicPlans({ db: testDatabase().platform as never })).map(({ id }) => id);
  expect(shown.filter((id) => ours.includes(id))).toEqual([cheap.id, dear.id]);
  await assign(hidden.id);
  const all = await asSuper(owner, listPlans);
  expect(all.filter(({ id }) => ours.includes(id)).map(({ id, companies }) => [id, companies])).toEqual([
    [cheap.id, 0],
    [dear.id, 0],
    [hidden.id, 1],
  ]);
  expect(await asSuper(owner, (ctx) => showPlan(ctx, hidden.id))).toMatchObject({ companies: 1 });
});

test("a plan that a company has is not deleted", async () => {
  const { id } = await givenPlan();
  await assign(id);
  expect(await refusal(asSuper(owner, (ctx) => deletePlan(ctx, id)))).toMatchObject({ code: "ERR_PLAN_USED" });
});

test("a plan of an invoice or a charge that can still be paid is not deleted; a paid invoice stays without it", async () => {
  const [plan, charged] = [await givenPlan(), await givenPlan()];
  const [invoiceId, chargeId] = [randomUUID(), randomUUID()];
  const day = `20${randomOfTest().between(10, 19)}-05-04`;
  await atDesk(companyId, async ({ db }) => {
    await db.insert(schema.invoices).values({
      ...{ companyId, id: invoiceId, detail: "Plano", planId: plan.id, recurrence: "MENSAL", valueCents: 100 },
      ...{ period: day, dueDate: day },
    });
    await db
      .insert(schema.charges)
      .values({ companyId, id: chargeId, invoiceId, provider: "pix", amountCents: 100, planId: charged.id });
  });
  for (const { id } of [plan, charged])
    expect(await refusal(asSuper(owner, (ctx) => deletePlan(ctx, id)))).toMatchObject({ code: "ERR_PLAN_USED" });
  const ofInvoice = eq(schema.invoices.id, invoiceId);
  await atDesk(companyId, ({ db }) => db.update(schema.invoices).set({ status: "paid" }).where(ofInvoice));
  for (const { id } of [plan, charged]) await asSuper(owner, (ctx) => deletePlan(ctx, id));
  const [invoice] = await atDesk(companyId, ({ db }) => db.select().from(schema.invoices).where(ofInvoice));
  expect(invoice).toMatchObject({ planId: null, status: "paid", valueCents: 100 });
});

test("deleting a plan waits for its assignment, and an assignment finds it deleted", async () => {
  const { id } = await givenPlan();
  const [assigned, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const assigning = atDesk(companyId, async (ctx) => {
    await requirePlan(ctx, id);
    await ctx.db.update(schema.companies).set({ planId: id }).where(eq(schema.companies.id, companyId));
    assigned.resolve();
    await mayCommit.promise;
  });
  await assigned.promise;
  const deleting = refusal(asSuper(owner, (ctx) => deletePlan(ctx, id)));
  await expect.poll(isWaiting).toBe(true);
  mayCommit.resolve();
  await assigning;
  expect(await deleting).toMatchObject({ code: "ERR_PLAN_USED" });
  await assign((await givenPlan()).id);
  await asSuper(owner, (ctx) => deletePlan(ctx, id));
  expect(await refusal(atDesk(companyId, (ctx) => requirePlan(ctx, id)))).toMatchObject({ code: "ERR_NO_PLAN_FOUND" });
});

test("an admin who is not super may do none of it, and a plan that does not exist is refused", async () => {
  const { id } = await givenPlan();
  const verbs: ((by: GivenAgent, of: string) => Promise<unknown>)[] = [
    (by, of) => asSuper(by, (ctx) => changePlan(ctx, of, { users: 1 })),
    (by, of) => asSuper(by, (ctx) => deletePlan(ctx, of)),
    (by, of) => asSuper(by, (ctx) => showPlan(ctx, of)),
  ];
  for (const verb of verbs) {
    expect(await refusal(verb(admin, id))).toMatchObject({ code: "ERR_NO_PERMISSION" });
    expect(await refusal(verb(owner, randomUUID()))).toMatchObject({ code: "ERR_NO_PLAN_FOUND" });
  }
  for (const verb of [listPlans, (ctx: PlatformContext) => createPlan(ctx, input())])
    expect(await refusal(asSuper<unknown>(admin, verb))).toMatchObject({ code: "ERR_NO_PERMISSION" });
});
