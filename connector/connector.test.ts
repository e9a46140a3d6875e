import { afterAll, beforeAll, expect, test } from "vitest";
import { givenLinked, openWorld, until, type World } from "./testing/given-desk.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.connector();
});
afterAll(() => world.close());

test("a scanned QR code becomes a connected number", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const { number, qrcode, reason } = await desk.connection();
  expect([number, qrcode, reason]).toEqual([shop.phone, "", null]);
});

test("a text from a phone is one message in one ticket", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const ana = world.emulator.createContact({ name: "Ana Prado" });
  await ana.sendText(shop, "bom dia");
  await until(async () => (await desk.messages()).length > 0);
  const [message] = await desk.messages();
  expect(message).toMatchObject({ body: "bom dia", fromMe: false, mediaType: "chat", chatKey: ana.lidJid });
  expect(await desk.tickets()).toMatchObject([{ status: "pending", unreadMessages: 1, lastMessageId: message?.id }]);
});
