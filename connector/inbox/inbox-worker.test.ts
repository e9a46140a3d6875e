import { pino } from "pino";
import { expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { openStubbedChannel } from "../testing/stubbed-channel.ts";

const database = testDatabase();

async function givenChannels(count: number) {
  const { companyId, connection } = await givenCompany();
  const lease = { companyId, connectionId: connection.id, epoch: 1, owner: "first" };
  await database.company(companyId, (db) => db.update(schema.connectionLeases).set({ epoch: 1, owner: "first" }));
  const stored = () =>
    database.company(companyId, (db) => db.select({ body: schema.messages.body }).from(schema.messages));
  const logger = pino({ level: "silent" });
  return { channels: Array.from({ length: count }, () => openStubbedChannel(database, lease, logger)), stored };
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
