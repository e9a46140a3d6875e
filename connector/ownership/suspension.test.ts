import { and, eq, isNull } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testNow, testTime } from "../../contracts/testing/clock.ts";
import { openSequencer, schema } from "../../db/index.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { deskWork } from "../jobs/due-work.ts";
import { suspendCompanies } from "../jobs/suspend-companies.ts";
import { doDueWork } from "../testing/do-due-work.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

const { changes, companies, connectionLeases } = schema;
const DAY_MS = 86_400_000;
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  await environment.connector();
});
afterAll(() => environment.close());

const change = (company: TestCompany, values: Partial<typeof companies.$inferInsert>) =>
  environment.database.asPlatform((db) => db.update(companies).set(values).where(eq(companies.id, company.companyId)));
const inDays = (days: number) => new Date(testTime() + days * DAY_MS);
const owner = async (company: TestCompany) => {
  const [lease] = await company.inside((db) => db.select().from(connectionLeases));
  return lease?.owner ?? null;
};
const unnumbered = ({ companyId, inside }: TestCompany) =>
  inside((db) => db.$count(changes, and(eq(changes.companyId, companyId), isNull(changes.rev))));

test.each([
  ["deactivated", { isActive: false }, { isActive: true }, "ERR_COMPANY_INACTIVE"],
  ["deleted", { deletedAt: testNow() }, { deletedAt: null }, "ERR_COMPANY_INACTIVE"],
  ["not paid for 31 days", { dueDate: inDays(-31) }, { dueDate: inDays(30) }, "ERR_SUBSCRIPTION_EXPIRED"],
])(
  "a connection of a company that is %s rests at once, and receives what came meanwhile afterwards",
  async (_, off, on, reason) => {
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    await change(company, off);
    await company.untilStatus("DISCONNECTED");
    expect((await company.connection()).reason).toBe(reason);
    // Screens show it at once: they hear of numbered changes only.
    await expect.poll(() => unnumbered(company)).toBe(0);
    await until(async () => (await owner(company)) === null);
    const helena = environment.emulator.createContact({ name: "Helena" });
    await helena.sendText(shop, "tem alguém?");
    expect(await company.tickets()).toEqual([]);
    await change(company, on);
    await until(async () => (await company.tickets()).length === 1);
    expect(await company.connection()).toMatchObject({ status: "CONNECTED", reason: null });
  },
  60_000,
);

test("past its due date a company keeps receiving for 30 days", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  await change(company, { dueDate: inDays(-29) });
  const helena = environment.emulator.createContact({ name: "Helena" });
  await helena.sendText(shop, "bom dia");
  await until(async () => (await company.tickets()).length === 1);
  expect((await company.connection()).status).toBe("CONNECTED");
});

test("the suspension is told once, also of connections that no connector holds, and again after a payment", async () => {
  const { database } = environment;
  const transactions = openCompanyTransactions(database, openSequencer(database), pino({ level: "silent" }));
  const { company } = await givenLinkedConnection(database, environment.emulator);
  const mails = async () => {
    const rows = await database.platform.execute<{ data: { template: string; to: string } }>(
      `select data from pgboss.job where name = 'mail.send' and data->>'companyId' = '${company.companyId}'`,
    );
    return rows.map(({ data }) => [data.template, data.to]);
  };
  const suspend = () => suspendCompanies({ database, transactions }, testNow());
  const told = ["connectionsSuspended", "loja@x.example"];
  await change(company, { email: "loja@x.example", dueDate: inDays(-29) });
  await suspend();
  expect(await mails()).toEqual([]);
  await change(company, { dueDate: inDays(-31) });
  await Promise.all([suspend(), suspend()]);
  await suspend();
  expect(await mails()).toEqual([told]);
  expect(await company.connection()).toMatchObject({ status: "DISCONNECTED", reason: "ERR_SUBSCRIPTION_EXPIRED" });
  await change(company, { dueDate: inDays(30) });
  await suspend();
  await change(company, { dueDate: inDays(-31) });
  await suspend();
  expect(await mails()).toEqual([told, told]);
  await transactions.settled();
});

test.each([
  ["deactivated", { isActive: false }, { isActive: true }],
  ["not paid for 31 days", { dueDate: inDays(-31) }, { dueDate: inDays(30) }],
])(
  "the scheduled messages, redirects and rotations of a company that is %s rest, and are made afterwards",
  async (_, off, on) => {
    const { database } = environment;
    const logger = pino({ level: "silent" });
    const transactions = openCompanyTransactions(database, openSequencer(database), logger);
    const { company, shop } = await givenLinkedConnection(database, environment.emulator);
    const { companyId } = company;
    const [queueId, rotatingId] = [crypto.randomUUID(), crypto.randomUUID()];
    const [userId, scheduleId] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const name of ["Helena", "Rui"]) await environment.emulator.createContact({ name }).sendText(shop, "bom dia");
    await until(async () => (await company.tickets()).length === 2);
    const [redirected, rotated] = await company.tickets();
    const planned = { contactId: redirected?.contactId ?? "", body: "Até já!", sendAt: testNow() };
    await company.inside(async (db) => {
      const user = { name: "Ana", email: `${userId}@x.example`, passwordHash: "" };
      await db.insert(schema.users).values({ companyId, id: userId, ...user });
      await db.insert(schema.userActivity).values({ companyId, userId, lastSeenAt: testNow() });
      await db.insert(schema.schedules).values({ companyId, id: scheduleId, userId, ...planned });
      await db.insert(schema.queues).values([
        { companyId, id: queueId, name: "Geral", color: "#111111" },
        { companyId, id: rotatingId, name: "Rodízio", color: "#222222", isRotating: true, rotationMinutes: 5 },
      ]);
      await db.insert(schema.userQueues).values({ companyId, userId, queueId: rotatingId });
      await db.update(schema.connections).set({ redirectAfterMinutes: 5, redirectQueueId: queueId });
      await db.update(schema.tickets).set({ createdAt: inDays(-1) });
      await db.update(schema.ticketEvents).set({ at: inDays(-1) });
      await db
        .update(schema.tickets)
        .set({ queueId: rotatingId })
        .where(eq(schema.tickets.id, rotated?.id ?? ""));
    });
    const done = async () => {
      const [schedule] = await company.inside((db) => db.select().from(schema.schedules));
      const tickets = new Map((await company.tickets()).map((ticket) => [ticket.id, ticket]));
      const queue = tickets.get(redirected?.id ?? "")?.queueId;
      return { schedule: schedule?.status, queue, agent: tickets.get(rotated?.id ?? "")?.userId };
    };
    const work = () => doDueWork(deskWork({ database, transactions }), { transactions, logger });
    await change(company, off);
    await work();
    expect(await done()).toEqual({ schedule: "pending", queue: null, agent: null });
    await change(company, on);
    await work();
    expect(await done()).toEqual({ schedule: "sent", queue: queueId, agent: userId });
    await transactions.settled();
  },
  60_000,
);
