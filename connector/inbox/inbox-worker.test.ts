import { randomUUID } from "node:crypto";
import { asc, isNull } from "drizzle-orm";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { openSequencer, schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { type CompanyTransactions, openCompanyTransactions } from "../company-transactions.ts";
import { openStubbedChannel } from "../testing/stubbed-channel.ts";

const database = testDatabase();

const logger = pino({ level: "silent" });

async function givenChannels(count: number, transactions?: CompanyTransactions) {
  const { companyId, connection } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 1, owner: "first" };
  await database.company(companyId, (db) => db.update(schema.connectionLeases).set({ epoch: 1, owner: "first" }));
  const stored = () =>
    database.company(companyId, (db) =>
      db.select({ body: schema.messages.body }).from(schema.messages).orderBy(asc(schema.messages.seq)),
    );
  const channels = Array.from({ length: count }, () => openStubbedChannel(database, lease, logger, transactions));
  /** Opens the connection in another process, which has claimed its lease. */
  async function takeOver() {
    await database.company(companyId, (db) => db.update(schema.connectionLeases).set({ epoch: 2, owner: "second" }));
    const channel = openStubbedChannel(database, { ...lease, epoch: 2, owner: "second" }, logger);
    channel.wake();
    return channel;
  }
  return { companyId, channels, stored, takeOver };
}

/** Transactions that count the readings of the inbox, and of which a batch can lose its commit or its answer. */
function givenTransactions() {
  const real = openCompanyTransactions(database, openSequencer(database), logger);
  const faults: ("write lost" | "answer lost")[] = [];
  const lost = () => Object.assign(new Error("Connection terminated"), { code: "08006" });
  let readings = 0;
  const transactions: CompanyTransactions = {
    ...real,
    run(companyId, work) {
      readings += 1;
      return real.run(companyId, work);
    },
    async runAndNumber(companyId, work) {
      const fault = faults.shift();
      const result = await real.runAndNumber(companyId, async (ctx) => {
        const done = await work(ctx);
        if (fault === "write lost") throw lost();
        return done;
      });
      if (fault === "answer lost") throw lost();
      return result;
    },
  };
  return { transactions, faults, readings: () => readings };
}

const message = (at: number) => ({ id: `M${at}`, body: `mensagem ${at}`, from: `553198888${1_000 + (at % 3)}` });

test.each([1, 19, 20, 21, 70])("the inbox worker processes %i simultaneous messages before it stops", async (count) => {
  const { channels, stored } = await givenChannels(1);
  const [channel] = channels;
  await Promise.all(Array.from({ length: count }, (_, at) => channel?.receive(message(at))));
  await channel?.stop();
  expect((await stored()).map(({ body }) => body).sort()).toEqual(
    Array.from({ length: count }, (_, at) => `mensagem ${at}`).sort(),
  );
});

test("the inbox worker processes messages that arrived during its last run before it stops", async () => {
  const { channels, stored } = await givenChannels(1);
  const [channel] = channels;
  const all = Array.from({ length: 60 }, (_, at) => message(at));
  for (const one of all) await channel?.receive(one);
  await channel?.stop();
  expect((await stored()).length).toBe(60);
});

test("two inbox workers with the same rows store each message once", async () => {
  const { channels, stored } = await givenChannels(2);
  const all = Array.from({ length: 60 }, (_, at) => message(at));
  await Promise.all(channels.flatMap((channel) => all.map((one) => channel.receive(one))));
  await Promise.all(channels.map((channel) => channel.stop()));
  expect((await stored()).map(({ body }) => body).sort()).toEqual(all.map(({ body }) => body).sort());
});

const settled = (check: () => Promise<void>) => vi.waitFor(check, { interval: 20 });

test("a message that was just stored is processed without reading the inbox again", async () => {
  const { transactions, readings } = givenTransactions();
  const { channels, stored } = await givenChannels(1, transactions);
  for (let at = 0; at < 5; at++) {
    await channels[0]?.receive(message(at));
    await settled(async () => expect(await stored()).toHaveLength(at + 1));
  }
  await channels[0]?.stop();
  expect(readings()).toBe(1);
});

test.each(["write lost", "answer lost"] as const)("a batch with its %s is stored once and in order", async (fault) => {
  const { transactions, faults } = givenTransactions();
  const { channels, stored } = await givenChannels(1, transactions);
  await channels[0]?.receive(message(0));
  await settled(async () => expect(await stored()).toHaveLength(1));
  faults.push(fault);
  await Promise.all([1, 2, 3, 4].map((at) => channels[0]?.receive(message(at))));
  await settled(async () => expect(await stored()).toHaveLength(5));
  await channels[0]?.stop();
  expect((await stored()).map(({ body }) => body)).toEqual([0, 1, 2, 3, 4].map((at) => `mensagem ${at}`));
  expect(faults).toEqual([]);
});

test("an unreadable message neither loses nor blocks those of its batch and those after it", async () => {
  const { companyId, channels, stored } = await givenChannels(1);
  const [channel] = channels;
  await channel?.receive(message(0));
  await settled(async () => expect(await stored()).toHaveLength(1));
  const batch = [1, 2, 3, 4, 5].map((at) => ({ ...message(at), isUnreadable: at === 3 }));
  await Promise.all(batch.map((one) => channel?.receive(one)));
  await settled(async () => expect(await stored()).toHaveLength(5));
  await channel?.receive(message(6));
  await settled(async () => expect(await stored()).toHaveLength(6));
  await channel?.stop();
  const pending = await database.company(companyId, (db) =>
    db.select({ id: schema.inbox.providerId }).from(schema.inbox).where(isNull(schema.inbox.doneAt)),
  );
  expect(pending).toEqual([{ id: "M3" }]);
  expect((await stored()).map(({ body }) => body)).toEqual([0, 1, 2, 4, 5, 6].map((at) => `mensagem ${at}`));
});

test("messages that a crashed process had stored, and their redelivery, are processed once by the next one", async () => {
  const { transactions, faults } = givenTransactions();
  const crashing = await givenChannels(1, transactions);
  faults.push(...Array<"write lost">(50).fill("write lost"));
  for (let at = 0; at < 30; at++) await crashing.channels[0]?.receive(message(at));
  const next = await crashing.takeOver();
  for (let at = 20; at < 40; at++) await next.receive(message(at));
  await next.stop();
  expect((await crashing.stored()).map(({ body }) => body)).toEqual(
    Array.from({ length: 40 }, (_, at) => `mensagem ${at}`),
  );
  faults.length = 0;
  await crashing.channels[0]?.stop();
  expect(await crashing.stored()).toHaveLength(40);
});

test("two connections of one company process messages of the same customers at once, with unique ticket numbers", async () => {
  const { companyId, connection } = await givenCompany();
  const second = { id: randomUUID() };
  await database.company(companyId, async (db) => {
    await db.insert(schema.connections).values({ companyId, id: second.id, name: "Filial" });
    await db.insert(schema.connectionLeases).values({ companyId, connectionId: second.id });
    await db.update(schema.connectionLeases).set({ epoch: 1, owner: "first" });
  });
  const { transactions } = givenTransactions();
  const channels = [connection, second].map(({ id }) =>
    openStubbedChannel(database, { companyId, connectionId: id, epoch: 1, owner: "first" }, logger, transactions),
  );
  const all = Array.from({ length: 40 }, (_, at) => ({ ...message(at), from: `55319888${10_000 + (at % 10)}` }));
  await Promise.all(channels.flatMap((channel) => all.map((one) => channel.receive(one))));
  await Promise.all(channels.map((channel) => channel.stop()));
  const { messages, tickets } = schema;
  const [rows, opened] = await database.company(companyId, async (db) => [
    await db.select().from(messages).orderBy(asc(messages.createdAt), asc(messages.seq)),
    await db.select({ number: tickets.number }).from(tickets),
  ]);
  expect(rows).toHaveLength(80);
  for (const thread of Map.groupBy(rows, (row) => row.ticketId).values()) {
    const order = thread.map(({ body }) => Number(body.split(" ")[1]));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).toHaveLength(4);
  }
  expect(opened).toHaveLength(20);
  expect(new Set(opened.map(({ number }) => number)).size).toBe(20);
});
