import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import type { Account } from "../../../sandbox/index.ts";
import {
  givenConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../../testing/given-connection.ts";

const HOUR_MS = 3_600_000;

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const link = async (company: TestCompany, shop: Account) => {
  await company.ask("up");
  await company.untilStatus("qrcode");
  await shop.scanQr((await company.connection()).qrcode);
  await company.untilStatus("CONNECTED");
};
const bodies = async (company: TestCompany) => (await company.messages()).map(({ body }) => body);
const countOf = (company: TestCompany, table: typeof schema.ticketEvents | typeof schema.inbox) =>
  company.inside((db) => db.select().from(table));
const historyIsStored = (company: TestCompany) =>
  until(async () => {
    const rows = (await countOf(company, schema.inbox)) as (typeof schema.inbox.$inferSelect)[];
    const history = rows.filter(({ attrs }) => attrs.category === "peer");
    return history.length > 0 && history.every(({ doneAt }) => doneAt !== null);
  });
const setDays = (company: TestCompany, historyDays: number) =>
  company.inside((db) => db.update(schema.connections).set({ historyDays }));

test("the phone's history is stored as closed, read tickets, in order and limited to the configured days", async () => {
  const connector = await environment.connector();
  const company = await givenConnection(environment.database);
  const shop = environment.emulator.createAccount({ name: "Loja" });
  const ana = environment.emulator.createContact({ name: "Ana" });
  const bruno = environment.emulator.createContact({ name: "Bruno", addressing: "pn" });
  const now = testTime();
  await ana.sendText(shop, "antiga demais", { timestamp: now - 200 * HOUR_MS });
  const greeting = await ana.sendText(shop, "bom dia", { timestamp: now - 50 * HOUR_MS });
  await ana.sendMedia(shop, "image", Buffer.from("uma foto"), {
    mimetype: "image/jpeg",
    timestamp: now - 49 * HOUR_MS,
  });
  const answered = await shop.write(ana, { conversation: "bom dia, Ana" });
  ana.read(shop, answered);
  const key = (fromMe: boolean, id: string) => ({ remoteJid: ana.jid, fromMe, id });
  await ana.send(shop, { reactionMessage: { key: key(true, answered), text: "❤️", senderTimestampMs: now } });
  await shop.write(ana, { reactionMessage: { key: key(false, greeting), text: "👍", senderTimestampMs: now } });
  await bruno.sendText(shop, "tem vaga?", { timestamp: now - 30 * HOUR_MS });

  await link(company, shop);
  await ana.sendText(shop, "ao vivo");
  await historyIsStored(company);
  await until(async () => (await bodies(company)).includes("ao vivo"));
  const anaLid = ana.lid;
  const stored = await company.messages();
  expect(stored.map(({ body, mediaState, ack }) => [body, mediaState, ack])).toEqual([
    ["bom dia", null, 0],
    ["", "remote", 0],
    ["tem vaga?", null, 0],
    ["bom dia, Ana", null, 3],
    ["ao vivo", null, 0],
  ]);
  expect(stored.map(({ reactions }) => reactions.map(({ emoji, fromMe }) => [emoji, fromMe]))).toEqual([
    [["👍", true]],
    [],
    [],
    [["❤️", false]],
    [],
  ]);
  const contacts = await company.inside((db) => db.select().from(schema.contacts));
  expect(contacts.map(({ name, number }) => [name, number]).sort()).toEqual([
    ["Ana", ana.phone],
    ["Bruno", bruno.phone],
  ]);
  expect(stored.every(({ chatKey }) => chatKey === `${anaLid}@lid` || chatKey === `${bruno.lid}@lid`)).toBe(true);
  const tickets = await company.tickets();
  const ofBruno = tickets.filter(({ contactId }) => contactId === contacts.find(({ name }) => name === "Bruno")?.id);
  expect(ofBruno).toMatchObject([{ status: "closed", unreadMessages: 0, closedAt: ofBruno[0]?.lastMessageAt }]);
  // Only the live message is unread.
  expect(tickets.reduce((sum, { unreadMessages }) => sum + unreadMessages, 0)).toBe(1);
  const events = await countOf(company, schema.ticketEvents);
  expect(events.length).toBe(1);

  // When connected again, the phone sends everything once more, including live messages that the desk has.
  shop.unlink(1);
  await company.untilStatus("DISCONNECTED");
  await ana.sendText(shop, "enquanto desligado");
  await company.inside((db) => db.delete(schema.inbox));
  await link(company, shop);
  await historyIsStored(company);
  expect(await bodies(company)).toEqual(["bom dia", "", "tem vaga?", "bom dia, Ana", "ao vivo", "enquanto desligado"]);
  await connector.stop();
});

test("a connection without history days stores no history", async () => {
  const connector = await environment.connector();
  const company = await givenConnection(environment.database);
  await setDays(company, 0);
  const shop = environment.emulator.createAccount({ name: "Nova" });
  await environment.emulator.createContact().sendText(shop, "antes");
  await link(company, shop);
  await historyIsStored(company);
  expect(await company.messages()).toEqual([]);
  expect(await company.tickets()).toEqual([]);
  await connector.stop();
});

test("history of a connector that dies is continued by the next one without duplicates, and live messages do not wait", async () => {
  const company = await givenConnection(environment.database);
  const shop = environment.emulator.createAccount({ name: "Grande" });
  const people = Array.from({ length: 12 }, (_, index) =>
    environment.emulator.createContact({ name: `Pessoa ${index}` }),
  );
  const start = testTime() - 20 * HOUR_MS;
  for (const [index, person] of people.entries())
    for (let count = 0; count < 50; count++)
      await person.sendText(shop, `${index}-${count}`, { timestamp: start + count * 60_000 });

  const first = await environment.connector({ owner: "first" });
  await link(company, shop);
  await until(async () => (await company.messages()).length > 60);
  await people[11]?.sendText(shop, "ao vivo");
  await until(async () => (await bodies(company)).includes("ao vivo"));
  const before = (await company.messages()).length;
  await first.stop();
  expect(before).toBeLessThan(601);

  const second = await environment.connector({ owner: "second" });
  await historyIsStored(company);
  const stored = await company.messages();
  expect(stored.length).toBe(601);
  const [live] = await company.inside((db) =>
    db.select().from(schema.messages).where(eq(schema.messages.body, "ao vivo")),
  );
  const byTicket = Map.groupBy(
    stored.filter(({ id }) => id !== live?.id),
    ({ contactId }) => contactId,
  );
  const orders = [...byTicket.values()].map((rows) => rows.map(({ body }) => Number(body.split("-")[1])));
  expect(orders).toEqual(Array(12).fill(Array.from({ length: 50 }, (_, index) => index)));
  await second.stop();
}, 120_000);
