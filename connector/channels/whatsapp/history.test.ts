import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import type { Account } from "../../../sandbox/index.ts";
import { type Desk, givenDesk, openWorld, until, type World } from "../../testing/given-desk.ts";

const HOUR_MS = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const link = async (desk: Desk, shop: Account) => {
  await desk.ask("up");
  await desk.untilStatus("qrcode");
  await shop.scanQr((await desk.connection()).qrcode);
  await desk.untilStatus("CONNECTED");
};
const bodies = async (desk: Desk) => (await desk.messages()).map(({ body }) => body);
const countOf = (desk: Desk, table: typeof schema.ticketEvents | typeof schema.inbox) =>
  desk.inside((db) => db.select().from(table));
const pastIsIn = (desk: Desk) =>
  until(async () => {
    const rows = (await countOf(desk, schema.inbox)) as (typeof schema.inbox.$inferSelect)[];
    const past = rows.filter(({ attrs }) => attrs.category === "peer");
    return past.length > 0 && past.every(({ doneAt }) => doneAt !== null);
  });
const setDays = (desk: Desk, historyDays: number) =>
  desk.inside((db) => db.update(schema.connections).set({ historyDays }));

test("the phone's history is stored as closed, read tickets, in order and limited to the configured days", async () => {
  const connector = await world.connector();
  const desk = await givenDesk(world.database);
  const shop = world.emulator.createAccount({ name: "Loja" });
  const ana = world.emulator.createContact({ name: "Ana" });
  const bruno = world.emulator.createContact({ name: "Bruno", addressing: "pn" });
  const now = Date.now();
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

  await link(desk, shop);
  await ana.sendText(shop, "ao vivo");
  await pastIsIn(desk);
  await until(async () => (await bodies(desk)).includes("ao vivo"));
  const anaLid = ana.lid;
  const stored = await desk.messages();
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
  const contacts = await desk.inside((db) => db.select().from(schema.contacts));
  expect(contacts.map(({ name, number }) => [name, number]).sort()).toEqual([
    ["Ana", ana.phone],
    ["Bruno", bruno.phone],
  ]);
  expect(stored.every(({ chatKey }) => chatKey === `${anaLid}@lid` || chatKey === `${bruno.lid}@lid`)).toBe(true);
  const tickets = await desk.tickets();
  const ofBruno = tickets.filter(({ contactId }) => contactId === contacts.find(({ name }) => name === "Bruno")?.id);
  expect(ofBruno).toMatchObject([{ status: "closed", unreadMessages: 0, closedAt: ofBruno[0]?.lastMessageAt }]);
  // Only the live message is unread.
  expect(tickets.reduce((sum, { unreadMessages }) => sum + unreadMessages, 0)).toBe(1);
  const events = await countOf(desk, schema.ticketEvents);
  expect(events.length).toBe(1);

  // When connected again, the phone sends everything once more, including live messages that the desk has.
  shop.unlink(1);
  await desk.untilStatus("DISCONNECTED");
  await ana.sendText(shop, "enquanto desligado");
  await desk.inside((db) => db.delete(schema.inbox));
  await link(desk, shop);
  await pastIsIn(desk);
  expect(await bodies(desk)).toEqual(["bom dia", "", "tem vaga?", "bom dia, Ana", "ao vivo", "enquanto desligado"]);
  await connector.stop();
}, 90_000);

test("a connection without history days stores no history", async () => {
  const connector = await world.connector();
  const desk = await givenDesk(world.database);
  await setDays(desk, 0);
  const shop = world.emulator.createAccount({ name: "Nova" });
  await world.emulator.createContact().sendText(shop, "antes");
  await link(desk, shop);
  await pastIsIn(desk);
  expect(await desk.messages()).toEqual([]);
  expect(await desk.tickets()).toEqual([]);
  await connector.stop();
}, 60_000);

test("history of a connector that dies is continued by the next one without duplicates, and live messages do not wait", async () => {
  const desk = await givenDesk(world.database);
  const shop = world.emulator.createAccount({ name: "Grande" });
  const people = Array.from({ length: 12 }, (_, index) => world.emulator.createContact({ name: `Pessoa ${index}` }));
  const start = Date.now() - 20 * HOUR_MS;
  for (const [index, person] of people.entries())
    for (let count = 0; count < 50; count++)
      await person.sendText(shop, `${index}-${count}`, { timestamp: start + count * 60_000 });

  const first = await world.connector({ owner: "first" });
  await link(desk, shop);
  await until(async () => (await desk.messages()).length > 60);
  await people[11]?.sendText(shop, "ao vivo");
  await until(async () => (await bodies(desk)).includes("ao vivo"));
  const before = (await desk.messages()).length;
  await first.stop();
  expect(before).toBeLessThan(601);

  const second = await world.connector({ owner: "second" });
  await pastIsIn(desk);
  const stored = await desk.messages();
  expect(stored.length).toBe(601);
  const [live] = await desk.inside((db) =>
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
