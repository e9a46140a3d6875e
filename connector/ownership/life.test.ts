import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { connectionReasons } from "../../sync/contracts/connections.ts";
import { judgeDisconnect } from "../channels/whatsapp/disconnects.ts";
import { agentOf } from "../testing/given-agent-words.ts";
import { type Desk, givenDesk, givenLinked, openWorld, until, type World } from "../testing/given-desk.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.connector();
});
afterAll(() => world.close());

const reasonOf = async (desk: Desk) => (await desk.connection()).reason;

test("every reason of judgeDisconnect is a known connection reason", () => {
  const told = [undefined, ...Array.from({ length: 200 }, (_, index) => 400 + index)].flatMap((code) =>
    [true, false].flatMap((isLinked) => {
      const verdict = judgeDisconnect(code, isLinked);
      return "reason" in verdict ? [verdict.reason] : [];
    }),
  );
  expect(connectionReasons).toEqual(expect.arrayContaining(told));
});

test.each([
  [401, "ERR_WAPP_LOGGED_OUT"],
  [402, "ERR_WAPP_BANNED"],
  [403, "ERR_WAPP_BANNED"],
  [405, "ERR_WAPP_OUTDATED"],
  [406, "ERR_WAPP_BANNED"],
  [409, "ERR_WAPP_MISMATCH"],
  [411, "ERR_WAPP_MISMATCH"],
  [440, "ERR_WAPP_REPLACED"],
])("a device rejected with %i is shown as %s with the time of the change", async (code, reason) => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const { stateSince: linkedAt } = await desk.connection();
  shop.faults.refuseLogins = code;
  shop.onlineCompanions[0]?.drop();
  await desk.untilStatus("DISCONNECTED");
  expect(await reasonOf(desk)).toBe(reason);
  expect((await desk.connection()).stateSince.getTime()).toBeGreaterThan(linkedAt.getTime());
});

test("linking stops with ERR_WAPP_PASSKEY when the phone demands a passkey", async () => {
  const desk = await givenDesk(world.database);
  const shop = world.emulator.createAccount({ name: "Chave" });
  shop.faults.demandsPasskey = true;
  await desk.ask("up");
  await desk.untilStatus("qrcode");
  await shop.scanQr((await desk.connection()).qrcode);
  await desk.untilStatus("DISCONNECTED");
  expect(await reasonOf(desk)).toBe("ERR_WAPP_PASSKEY");
});

test("during a restriction only messages to new contacts wait, and are sent once and in order afterwards", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const ana = world.emulator.createContact({ name: "Ana" });
  await ana.sendText(shop, "oi");
  await until(async () => (await desk.tickets()).length === 1);
  const [{ id: withAna = "" } = {}] = await desk.tickets();
  const until15 = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 900_000);
  shop.restrictFirstContacts(until15);
  await until(async () => (await desk.connection()).firstContactsAfter?.getTime() === until15.getTime());

  const agent = agentOf(desk, world.dataDir);
  const stranger = world.emulator.createContact({ name: "Helena" });
  const ticketId = await agent.openTicketWith(stranger.phone);
  const first = [await agent.write(ticketId, "prazer"), await agent.write(ticketId, "tudo bem?")];
  const answer = await agent.write(withAna, "bom dia, Ana");
  const ackOf = async (id: string) => (await desk.messages()).find((one) => one.id === id)?.ack;
  await until(async () => (await ackOf(answer)) === 1);
  const held = (await desk.messages()).filter(({ id }) => first.includes(id));
  expect(held.map(({ ack, errorCode, sendTries }) => [ack, errorCode, sendTries])).toEqual([
    [0, null, 0],
    [0, null, 0],
  ]);

  shop.restrictFirstContacts(null);
  await until(async () => (await ackOf(first[1] ?? "")) === 1);
  const arrived = stranger.messages.shownWith(shop.phone).map(({ receivedCount }) => receivedCount);
  expect(arrived).toEqual([1, 1]);
  expect((await desk.connection()).firstContactsAfter).toBeNull();
});

test("a refusal with 463 implies a restriction, which never shortens a known one", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const agent = agentOf(desk, world.dataDir);
  const stranger = world.emulator.createContact({ name: "Helena" });
  const ticketId = await agent.openTicketWith(stranger.phone);
  shop.faults.refuseSends = "463";
  const refused = await agent.write(ticketId, "prazer");
  const messageOf = async (id: string) => (await desk.messages()).find((one) => one.id === id);
  await until(async () => (await messageOf(refused))?.errorCode === "ERR_WAPP_REACHOUT_LIMIT");
  await until(async () => (await desk.connection()).firstContactsAfter !== null);
  shop.faults.refuseSends = null;
  const next = await agent.write(ticketId, "ainda aí?");
  // The customer's message passes, which shows that the outbox was checked.
  const ana = world.emulator.createContact({ name: "Ana" });
  await ana.sendText(shop, "oi");
  await until(async () => (await desk.tickets()).length === 2);
  const withAna = (await desk.tickets()).find(({ id }) => id !== ticketId)?.id ?? "";
  const gone = await agent.write(withAna, "bom dia");
  await until(async () => (await messageOf(gone))?.ack === 1);
  expect((await messageOf(next))?.sendTries).toBe(0);

  await desk.inside((db) => db.update(schema.connections).set({ firstContactsAfter: tomorrow }));
  shop.faults.refuseSends = "463";
  const again = await agent.write(withAna, "e hoje?");
  await until(async () => (await messageOf(again))?.errorCode === "ERR_WAPP_REACHOUT_LIMIT");
  expect((await desk.connection()).firstContactsAfter).toEqual(tomorrow);
});
