import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { ConnectionInput } from "../../../contracts/desk/connections.ts";
import { QueueInput } from "../../../contracts/desk/queues.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import { createConnection } from "../../desk/connections/index.ts";
import { createQueue } from "../../desk/queues/index.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { addUser } from "../users/index.ts";
import { planLimits, planUsage } from "./index.ts";

type Company = Awaited<ReturnType<typeof givenCompany>>;

/** A company has three users, one connection and two queues. */
async function givenCompanyOn(plan: Parameters<typeof givenPlan>[0], exceptions: object = {}): Promise<Company> {
  const company = await givenCompany();
  const { id: planId } = await givenPlan(plan);
  await atDesk(company.companyId, ({ db }) =>
    db
      .update(schema.companies)
      .set({ planId, ...exceptions })
      .where(eq(schema.companies.id, company.companyId)),
  );
  return company;
}

const create = {
  users: ({ admin }: Company, id: string) =>
    acting(admin, (ctx) => addUser(ctx, { id, name: "Nova", email: `${id}@teste.example`, passwordHash: "" })),
  connections: ({ admin }: Company, id: string) =>
    acting(admin, (ctx) => createConnection(ctx, { ...v.parse(ConnectionInput, { name: `Loja ${id}` }), id })),
  queues: ({ admin }: Company, id: string) =>
    acting(admin, (ctx) =>
      createQueue(ctx, { ...v.parse(QueueInput, { name: `Fila ${id}`, color: `#${id.slice(0, 6)}` }), id }),
    ),
};
const kinds = [
  ["users", "ERR_PLAN_LIMIT_USERS", { users: 4 }, 4],
  ["connections", "ERR_PLAN_LIMIT_CONNECTIONS", { connections: 2 }, 2],
  ["queues", "ERR_PLAN_LIMIT_QUEUES", { queues: 3 }, 3],
] as const;

test.each(kinds)(
  "%s: the last one is created, the next is refused with %s and the limit",
  async (kind, code, plan, limit) => {
    const company = await givenCompanyOn(plan);
    const id = randomUUID();
    await create[kind](company, id);
    expect(await refusal(create[kind](company, randomUUID()))).toEqual({ code, details: { limit } });
    // The first attempt, repeated.
    expect(await create[kind](company, id)).toMatchObject({ id });
    expect((await atDesk(company.companyId, planUsage))[kind]).toEqual({ used: limit, limit });
  },
);

test.each(kinds)("%s: of 50 creations at once, exactly one gets the last place", async (kind, code, plan, limit) => {
  const company = await givenCompanyOn(plan);
  // Opens the database's connections: otherwise the first creation ends before the others begin.
  await Promise.all(Array.from({ length: 50 }, () => atDesk(company.companyId, planUsage)));
  const attempts = Array.from({ length: 50 }, () => create[kind](company, randomUUID()));
  const refusals = await Promise.all(
    attempts.map((attempt) =>
      attempt.then(
        () => null,
        (error) => error.code,
      ),
    ),
  );
  expect(refusals.filter((refused) => refused === null)).toHaveLength(1);
  expect(refusals.filter((refused) => refused === code)).toHaveLength(49);
  expect((await atDesk(company.companyId, planUsage))[kind]).toEqual({ used: limit, limit });
});

test.each(kinds)("%s: an exception of the company counts instead of the plan's limit", async (kind, code, plan) => {
  const company = await givenCompanyOn(plan, { [`${kind}Limit`]: 0 });
  expect(await refusal(create[kind](company, randomUUID()))).toEqual({ code, details: { limit: 0 } });
  const larger = await givenCompanyOn({ [kind]: 1 }, { [`${kind}Limit`]: 9 });
  await create[kind](larger, randomUUID());
});

test("without a plan nothing is limited, except by the company's own exceptions", async () => {
  const company = await givenCompany();
  expect(await atDesk(company.companyId, planUsage)).toEqual({
    users: { used: 3, limit: null },
    connections: { used: 1, limit: null },
    queues: { used: 2, limit: null },
    storageGb: { used: 0, limit: null },
  });
  for (const [kind] of kinds) await create[kind](company, randomUUID());
  await atDesk(company.companyId, ({ db }) =>
    db.update(schema.companies).set({ usersLimit: 4 }).where(eq(schema.companies.id, company.companyId)),
  );
  expect(await atDesk(company.companyId, planLimits)).toEqual({
    ...{ users: 4, connections: null, queues: null, storageGb: null },
  });
  expect(await refusal(create.users(company, randomUUID()))).toMatchObject({ code: "ERR_PLAN_LIMIT_USERS" });
});

test("rows of another company do not count, and a company that does not exist is refused", async () => {
  const [company] = [await givenCompanyOn({ users: 4, queues: 3, connections: 2 }), await givenCompany()];
  for (const [kind] of kinds) await create[kind](company, randomUUID());
  expect(
    await refusal(testDatabase().company(randomUUID(), (db) => planLimits({ db, companyId: randomUUID() }))),
  ).toMatchObject({ code: "ERR_NO_COMPANY_FOUND" });
});
