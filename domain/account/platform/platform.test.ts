import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { CompanyInput } from "../../../contracts/account/companies.ts";
import { GibiByte } from "../../../contracts/desk/messages.ts";
import { usualHours } from "../../../contracts/hours.ts";
import { schema } from "../../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenSession,
  givenTicket,
  testDatabase,
} from "../../../db/testing/given.ts";
import { givenPlan } from "../../../db/testing/given-plan.ts";
import type { Context } from "../../ground/context.ts";
import { asSuper, atDesk, onCompany, refusal } from "../../testing.ts";
import { pageOfAudit } from "../audit/index.ts";
import { publicSettings } from "../settings/index.ts";
import {
  addCompany,
  changeCompany,
  companyUsage,
  deleteCompany,
  listCompanies,
  listRemovals,
  pageOfCompanies,
  restoreCompany,
  showCompany,
} from "./index.ts";

type Company = Awaited<ReturnType<typeof givenCompany>>;

const NOW = new Date("2026-05-04T15:00:00Z");
let own: Company;
let owner: GivenAgent;
beforeAll(async () => {
  own = await givenCompany();
  owner = await givenAgent({ companyId: own.companyId, name: "Dona", profile: "admin", isSuper: true });
});

const on = <T>(companyId: string, work: (ctx: Context) => Promise<T>, now = NOW) =>
  onCompany(owner, companyId, work, now);
const shown = (id: string) => asSuper(owner, (ctx) => showCompany(ctx, id));
const auditOf = async (companyId: string) =>
  (await asSuper(owner, (ctx) => pageOfAudit(ctx, { companyId }))).entries
    .reverse()
    .map(({ action, changes }) => ({ action, changes }));
const sessionsOf = (companyId: string) => atDesk(companyId, ({ db }) => db.$count(schema.sessions));

async function givenAdded(
  input: object = {},
  admin?: { id: string; name: string; email: string; passwordHash: string },
) {
  const companyId = randomUUID();
  const company = v.parse(CompanyInput, { name: `Padaria ${companyId.slice(0, 8)}`, ...input });
  await on(companyId, (ctx) => addCompany(ctx, company, admin));
  return companyId;
}

describe("addCompany", () => {
  test("creates the company with settings, hours, exceptions and its first admin, who is not super", async () => {
    const { id: planId, name: plan } = await givenPlan();
    const email = `${randomUUID()}@teste.example`;
    const exceptions = { usersLimit: 3, connectionsLimit: null, queuesLimit: 0 };
    const companyId = await givenAdded(
      { ...{ email: "conta@padaria.example", planId, dueDate: "2026-06-30", recurrence: "ANUAL" }, ...exceptions },
      { name: "Rosa", email, id: randomUUID(), passwordHash: "hash" },
    );
    expect(await shown(companyId)).toMatchObject({
      ...{ planId, plan: { name: plan, valueCents: 19_990 }, isActive: true, campaignsEnabled: "false" },
      ...{ recurrence: "ANUAL", dueDay: 31, dueDate: new Date("2026-07-01T02:59:59.999Z"), ...exceptions },
    });
    const [user] = await atDesk(companyId, ({ db }) => db.select().from(schema.users));
    expect(user).toMatchObject({ email, profile: "admin", isSuper: false, allTicket: true, passwordHash: "hash" });
    const settings = await atDesk(companyId, publicSettings);
    expect(settings).toContainEqual({ key: "campaignsEnabled", value: "false" });
    expect(settings).toContainEqual({ key: "scheduleType", value: "disabled" });
    const [row] = await atDesk(companyId, ({ db }) => db.select().from(schema.companies));
    expect(row).toMatchObject({ schedules: usualHours, trialEndsAt: null });
    const [entry] = await auditOf(companyId);
    expect(entry).toMatchObject({
      action: "company.created",
      changes: { plan: [null, plan], dueDate: [null, "2026-06-30"], usersLimit: [null, 3] },
    });
    expect(JSON.stringify(entry)).not.toContain("hash");
  });

  test("without a due date it begins with a trial of three days", async () => {
    const companyId = await givenAdded();
    const end = new Date("2026-05-08T02:59:59.999Z");
    const [row] = await atDesk(companyId, ({ db }) => db.select().from(schema.companies));
    expect(row).toMatchObject({ dueDate: end, trialEndsAt: end, dueDay: 7 });
  });

  test("a taken e-mail and a plan that does not exist are refused, and nothing is created", async () => {
    const companyId = randomUUID();
    const company = v.parse(CompanyInput, { name: "Padaria" });
    const admin = { name: "Rosa", email: `${own.ana.id}@teste.example`, id: randomUUID(), passwordHash: "" };
    expect(await refusal(on(companyId, (ctx) => addCompany(ctx, company, admin)))).toEqual({
      code: "ERR_VALIDATION",
      details: { fields: { "admin.email": ["taken"] } },
    });
    const nowhere = { ...company, planId: randomUUID() };
    expect(await refusal(on(companyId, (ctx) => addCompany(ctx, nowhere)))).toMatchObject({
      code: "ERR_NO_PLAN_FOUND",
    });
    expect(await refusal(shown(companyId))).toMatchObject({ code: "ERR_NO_COMPANY_FOUND" });
  });
});

describe("changeCompany", () => {
  test("changes what is given and keeps the rest; the audit has the fields before and after", async () => {
    const [old, small] = [await givenPlan(), await givenPlan({ users: 1 })];
    const companyId = await givenAdded({ planId: old.id, dueDate: "2026-05-10", phone: "31 95550-0148" });
    await on(companyId, (ctx) =>
      changeCompany(ctx, {
        ...{ name: "Padaria Nova", planId: small.id, campaignsEnabled: true, usersLimit: 9, dueDate: "2026-05-20" },
      }),
    );
    expect(await shown(companyId)).toMatchObject({
      ...{ name: "Padaria Nova", phone: "31 95550-0148", planId: small.id, campaignsEnabled: "true" },
      ...{ usersLimit: 9, dueDay: 20, dueDate: new Date("2026-05-21T02:59:59.999Z") },
    });
    await on(companyId, (ctx) => changeCompany(ctx, { name: "Padaria Nova", dueDate: "2026-05-20" }));
    const [, ...later] = await auditOf(companyId);
    expect(later).toEqual([
      {
        action: "company.changed",
        changes: {
          ...{ name: [`Padaria ${companyId.slice(0, 8)}`, "Padaria Nova"], plan: [old.name, small.name] },
          ...{ dueDate: ["2026-05-10", "2026-05-20"], campaignsEnabled: [false, true], usersLimit: [null, 9] },
        },
      },
    ]);
  });

  test.each([
    // The month is shorter than the day to keep.
    ["2026-01-30", "2026-02-28", 30],
    ["2026-01-31", "2026-02-28", 31],
    ["2026-01-30", "2026-03-15", 15],
    ["2026-01-15", "2026-04-30", 31],
    ["2026-01-30", "2026-01-30", 30],
  ])("of %s, a due date set to %s keeps the day %i", async (first, second, dueDay) => {
    const companyId = await givenAdded({ dueDate: first });
    await on(companyId, (ctx) => changeCompany(ctx, { dueDate: second }));
    expect(await shown(companyId)).toMatchObject({ dueDay });
  });

  test("a due date that is set ends the trial; one that is absent does not", async () => {
    const companyId = await givenAdded();
    const trial = async () =>
      (await atDesk(companyId, ({ db }) => db.select().from(schema.companies)))[0]?.trialEndsAt ?? null;
    for (const change of [{ dueDate: null }, {}, { dueDate: "2026-05-07" }]) {
      await on(companyId, (ctx) => changeCompany(ctx, change));
      expect(await trial()).not.toBeNull();
    }
    await on(companyId, (ctx) => changeCompany(ctx, { dueDate: "2026-06-07" }));
    expect(await trial()).toBeNull();
  });

  test("deactivating ends all sessions; the own company cannot be deactivated", async () => {
    const { companyId, ana, admin } = await givenCompany();
    for (const user of [ana, admin]) await givenSession(user);
    await on(companyId, (ctx) => changeCompany(ctx, { name: "Outro nome" }));
    expect(await sessionsOf(companyId)).toBe(2);
    await on(companyId, (ctx) => changeCompany(ctx, { isActive: false }));
    expect(await sessionsOf(companyId)).toBe(0);
    expect(await shown(companyId)).toMatchObject({ isActive: false });
    await givenSession(owner);
    expect(await refusal(on(own.companyId, (ctx) => changeCompany(ctx, { isActive: false })))).toMatchObject({
      code: "ERR_OWN_COMPANY",
    });
    expect(await sessionsOf(own.companyId)).toBe(1);
    await on(own.companyId, (ctx) => changeCompany(ctx, { isActive: true, name: "A nossa" }));
  });

  test("a plan that does not exist is refused", async () => {
    const companyId = await givenAdded();
    expect(await refusal(on(companyId, (ctx) => changeCompany(ctx, { planId: randomUUID() })))).toMatchObject({
      code: "ERR_NO_PLAN_FOUND",
    });
  });
});

describe("deleteCompany and restoreCompany", () => {
  test("hide the company, end its sessions, and bring it back within 30 days", async () => {
    const { companyId, ana } = await givenCompany();
    await givenSession(ana);
    const { name } = await shown(companyId);
    const listed = async () => (await asSuper(owner, listCompanies)).some(({ id }) => id === companyId);
    expect(await listed()).toBe(true);
    await on(companyId, (ctx) => deleteCompany(ctx, ` ${name} `));
    expect(await listed()).toBe(false);
    expect(await sessionsOf(companyId)).toBe(0);
    const deleted = (at: Date) =>
      asSuper(owner, (ctx) => pageOfCompanies(ctx, { search: name, isDeleted: true }), at).then(({ count }) => count);
    const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
    expect([await deleted(later(29.9)), await deleted(later(30))]).toEqual([1, 0]);
    expect(await refusal(on(companyId, restoreCompany, later(30)))).toMatchObject({ code: "ERR_NO_COMPANY_FOUND" });
    await on(companyId, restoreCompany, later(29.9));
    await on(companyId, restoreCompany);
    expect([await listed(), await deleted(NOW)]).toEqual([true, 0]);
    expect((await auditOf(companyId)).map(({ action }) => action)).toEqual(["company.deleted", "company.restored"]);
  });

  test("another name, the own company, and a company that is deleted already are refused", async () => {
    const { companyId } = await givenCompany();
    expect(await refusal(on(companyId, (ctx) => deleteCompany(ctx, "Outra")))).toEqual({
      code: "ERR_COMPANY_NAME",
      details: { fields: { name: ["name"] } },
    });
    expect(await refusal(on(own.companyId, (ctx) => deleteCompany(ctx)))).toMatchObject({ code: "ERR_OWN_COMPANY" });
    await on(companyId, (ctx) => deleteCompany(ctx));
    for (const verb of [(ctx: Context) => deleteCompany(ctx), (ctx: Context) => changeCompany(ctx, { name: "Volta" })])
      expect(await refusal(on(companyId, verb))).toMatchObject({ code: "ERR_NO_COMPANY_FOUND" });
  });
});

describe("listRemovals", () => {
  const day = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  const removalOf = async (companyId: string, at: Date) =>
    (await asSuper(owner, listRemovals, at)).find(({ id }) => id === companyId);

  test("a company is in the list from the 30th day on, with how far its removal is", async () => {
    const { companyId } = await givenCompany();
    await on(companyId, (ctx) => deleteCompany(ctx));
    expect(await removalOf(companyId, day(29.9))).toBeUndefined();
    expect(await removalOf(companyId, day(30.5))).toMatchObject({ total: null, removed: 0, idleSeconds: 43_200 });
    const change = (set: object) =>
      on(companyId, async ({ db }) => {
        await db.update(schema.companies).set(set).where(eq(schema.companies.id, companyId));
      });
    await change({ removalTotal: 500, removalRows: 20, removalAt: day(31) });
    const later = new Date(day(31).getTime() + 840_000);
    expect(await removalOf(companyId, later)).toMatchObject({ total: 500, removed: 20, idleSeconds: 840 });
    // The change log grows while rows are removed.
    await change({ removalRows: 620 });
    expect(await removalOf(companyId, later)).toMatchObject({ total: 500, removed: 500 });
  });

  test("only super users see it", async () => {
    const { ana } = own;
    expect(await refusal(asSuper({ ...ana, isSuper: false }, listRemovals))).toMatchObject({
      code: "ERR_NO_PERMISSION",
    });
  });
});

describe("the lists", () => {
  test("a page is found by words of name, e-mail and phone, with the number of all", async () => {
    const marker = randomUUID().slice(0, 8);
    const names = Array.from({ length: 21 }, (_, at) => `Órgão ${marker} n${String(at).padStart(2, "0")}`);
    for (const name of names) await givenAdded({ name, email: `${marker}@conta.example` });
    const page = (search: string, number = 1) =>
      asSuper(owner, (ctx) => pageOfCompanies(ctx, { search, page: number }));
    const first = await page(`orgao ${marker}`);
    expect(first).toMatchObject({ count: 21, hasMore: true });
    expect(first.companies.map(({ name }) => name)).toEqual(names.slice(0, 20));
    expect(await page(marker, 2)).toMatchObject({ count: 21, hasMore: false, companies: [{ name: names[20] }] });
    expect(await page(`${marker}@conta n07`)).toMatchObject({ count: 1, companies: [{ name: names[7] }] });
    expect(await page(`${marker}_`)).toMatchObject({ count: 0, companies: [] });
  });

  test("company usage: numbers of a company against its limits, in the period", async () => {
    const company = await givenCompany();
    const { companyId, connection } = company;
    const { id: planId } = await givenPlan({ users: 2, connections: 5, queues: 9, storageGb: 3 });
    const ticket = await givenTicket({ companyId, lastMessageAt: NOW, connectionId: connection.id });
    const old = await givenTicket({ companyId, lastMessageAt: new Date("2026-03-01T10:00:00Z") });
    await atDesk(companyId, async ({ db }) => {
      const set = { planId, queuesLimit: 1, lastSignInAt: NOW };
      await db.update(schema.companies).set(set).where(eq(schema.companies.id, companyId));
      const message = (ticketId: string, contactId: string, createdAt: Date) => ({
        ...{ companyId, id: randomUUID(), ticketId, contactId, fromMe: false, body: "oi", createdAt },
      });
      await db
        .insert(schema.messages)
        .values([
          message(ticket.id, ticket.contactId, NOW),
          message(ticket.id, ticket.contactId, new Date("2026-04-05T10:00:00Z")),
          message(ticket.id, ticket.contactId, new Date("2026-04-03T10:00:00Z")),
          message(old.id, old.contactId, new Date("2026-03-01T10:00:00Z")),
        ]);
      await db
        .insert(schema.files)
        .values({ companyId, id: randomUUID(), name: "video.mp4", size: 1.5 * GibiByte, sha256: "" });
    });
    const usage = await asSuper(owner, (ctx) => companyUsage(ctx, [companyId, randomUUID()]), NOW);
    expect(usage).toEqual([
      {
        ...{ id: companyId, messages: 2, lastSignInAt: NOW, users: { used: 3, limit: 2 } },
        ...{ connections: { used: 1, limit: 5 }, queues: { used: 2, limit: 1 } },
        storageGb: { used: 1.5, limit: 3 },
      },
    ]);
  });

  test("the counts stay empty outside of the platform's transactions", async () => {
    const ask = `select * from company_usage(array['${own.companyId}']::uuid[], now() - interval '30 days')`;
    const rows = (db: { execute(text: string): Promise<unknown> }) => db.execute(ask);
    expect(await testDatabase().company(own.companyId, (db) => rows(db as never))).toEqual([]);
    expect(await testDatabase().asPlatform((db) => rows(db as never))).toHaveLength(1);
  });
});

test("an admin who is not super may do none of it, and a company that does not exist is refused", async () => {
  const { admin, companyId } = await givenCompany();
  const verbs: ((ctx: Context) => Promise<unknown>)[] = [
    (ctx) => changeCompany(ctx, { name: "Invasora" }),
    (ctx) => deleteCompany(ctx),
    restoreCompany,
    (ctx) => showCompany(ctx, ctx.companyId),
  ];
  for (const verb of verbs) {
    expect(await refusal(onCompany(admin, companyId, verb))).toMatchObject({ code: "ERR_NO_PERMISSION" });
    expect(await refusal(on(randomUUID(), verb))).toMatchObject({ code: "ERR_NO_COMPANY_FOUND" });
  }
  const others: ((ctx: Context) => Promise<unknown>)[] = [
    (ctx) => addCompany(ctx, v.parse(CompanyInput, { name: "Invasora" })),
    listCompanies,
    (ctx) => pageOfCompanies(ctx, {}),
    (ctx) => companyUsage(ctx, [companyId]),
  ];
  for (const verb of others)
    expect(await refusal(onCompany(admin, randomUUID(), verb))).toMatchObject({ code: "ERR_NO_PERMISSION" });
  expect(await shown(companyId)).toMatchObject({ name: `Empresa ${companyId.slice(0, 8)}`, deletedAt: null });
});
