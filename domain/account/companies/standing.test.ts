import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { RECEIVING_DAYS } from "../../../contracts/account/companies.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, givenSession, testDatabase } from "../../../db/testing/given.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { atDesk, onCompany, refusal } from "../../testing.ts";
import { changeCompany, deleteCompany } from "../platform/index.ts";
import { companyReceives, isWorking, requireWorking, standingColumn } from "./index.ts";

const { companies, plans, sessions } = schema;
const NOW = new Date("2026-03-08T12:00:00Z");
const at = (ms: number) => new Date(NOW.getTime() + ms);
const LIMIT_MS = RECEIVING_DAYS * 86_400_000;

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);
const set = (values: Partial<typeof companies.$inferInsert>, id = companyId) =>
  atDesk(id, (ctx) =>
    ctx.db
      .update(companies)
      .set({ isActive: true, deletedAt: null, dueDate: NOW, ...values })
      .where(eq(companies.id, id)),
  );

async function standingOf(now: Date, id = companyId) {
  const [row] = await atDesk(id, (ctx) =>
    ctx.db
      .select({ standing: standingColumn(now) })
      .from(companies)
      .where(eq(companies.id, id)),
  );
  const receives = await companyReceives(testDatabase().platform, id, now);
  return [row?.standing, receives];
}

test("a company works until its due date, receives for 30 more days, and is then suspended", async () => {
  await set({});
  expect(await standingOf(NOW)).toEqual(["works", true]);
  expect(await standingOf(at(1))).toEqual(["expired", true]);
  expect(await standingOf(at(LIMIT_MS))).toEqual(["expired", true]);
  expect(await standingOf(at(LIMIT_MS + 1))).toEqual(["suspended", false]);
});

test("a deactivated or deleted company is inactive, paid or not", async () => {
  for (const change of [{ isActive: false }, { deletedAt: NOW }]) {
    await set(change);
    expect(await standingOf(NOW)).toEqual(["inactive", false]);
    expect(await standingOf(at(LIMIT_MS + 1))).toEqual(["inactive", false]);
    expect((await refusal(desk(requireWorking))).code).toBe("ERR_COMPANY_INACTIVE");
  }
});

test("requireWorking refuses after the due date, with the date", async () => {
  await set({});
  await desk(requireWorking);
  expect(await desk(isWorking)).toBe(true);
  expect(await refusal(desk(requireWorking, at(1)))).toEqual({
    code: "ERR_SUBSCRIPTION_EXPIRED",
    details: { dueDate: NOW.toISOString() },
  });
  expect(await desk(isWorking, at(1))).toBe(false);
});

test("the company of the platform's owner has no due date, as long as it has no plan", async () => {
  const own = await givenCompany();
  await set({}, own.companyId);
  expect(await standingOf(at(1), own.companyId)).toEqual(["expired", true]);
  await givenAgent({ companyId: own.companyId, profile: "admin", isSuper: true });
  expect(await standingOf(at(LIMIT_MS * 20), own.companyId)).toEqual(["works", true]);
  const planId = randomUUID();
  const size = { users: 1, connections: 1, queues: 1, valueCents: 100 };
  await testDatabase()
    .platform.insert(plans)
    .values({ id: planId, name: planId, ...size });
  await set({ planId }, own.companyId);
  expect((await standingOf(at(1), own.companyId))[0]).toBe("expired");
  await set({ planId: null, isActive: false }, own.companyId);
  expect((await standingOf(NOW, own.companyId))[0]).toBe("inactive");
});

test("a company that does not exist does not receive", async () => {
  expect(await companyReceives(testDatabase().platform, randomUUID(), NOW)).toBe(false);
});

test("sessions end with the company's deactivation and deletion, told to their streams; others' stay", async () => {
  const ended: string[] = [];
  const listening = await testDatabase().listen("balcao_sessions", (payload) => ended.push(JSON.parse(payload).id));
  const other = await givenCompany();
  const kept = await givenSession(other.ana);
  const owner = await givenAgent({ companyId: other.companyId, name: "Dona", profile: "admin", isSuper: true });
  const ends = [(ctx: Context) => changeCompany(ctx, { isActive: false }), (ctx: Context) => deleteCompany(ctx)];
  for (const end of ends) {
    const { companyId: id, ana, bia } = await givenCompany();
    const open = [await givenSession(ana), await givenSession(bia)];
    await atDesk(id, (ctx) =>
      ctx.db
        .update(companies)
        .set({ dueDate: at(5) })
        .where(eq(companies.id, id)),
    );
    expect(await atDesk(id, (ctx) => ctx.db.select().from(sessions))).toHaveLength(2);
    await onCompany(owner, id, end);
    expect(await atDesk(id, (ctx) => ctx.db.select().from(sessions))).toEqual([]);
    await expect.poll(() => ended).toEqual(expect.arrayContaining(open.map((session) => session.id)));
  }
  expect(ended).not.toContain(kept.id);
  expect(await atDesk(other.companyId, (ctx) => ctx.db.select().from(sessions))).toHaveLength(1);
  await listening.unlisten();
});
