import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionReasons } from "../../contracts/desk/connections.ts";
import { testTime } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { judgeDisconnect } from "../channels/whatsapp/disconnects.ts";
import { agentOf } from "../testing/agent-actions.ts";
import {
  givenConnection,
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  await environment.connector();
});
afterAll(() => environment.close());

const reasonOf = async (company: TestCompany) => (await company.connection()).reason;

test("every reason of judgeDisconnect is a known connection reason", () => {
  const onPayload = [undefined, ...Array.from({ length: 200 }, (_, index) => 400 + index)].flatMap((code) =>
    [true, false].flatMap((isLinked) => {
      const verdict = judgeDisconnect(code, isLinked);
      return "reason" in verdict ? [verdict.reason] : [];
    }),
  );
  expect(connectionReasons).toEqual(expect.arrayContaining(onPayload));
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
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const { stateSince: linkedAt } = await company.connection();
  shop.faults.refuseLogins = code;
  shop.onlineCompanions[0]?.drop();
  await company.untilStatus("DISCONNECTED");
  expect(await reasonOf(company)).toBe(reason);
  expect((await company.connection()).stateSince.getTime()).toBeGreaterThan(linkedAt.getTime());
});

test("linking stops with ERR_WAPP_PASSKEY when the phone demands a passkey", async () => {
  const company = await givenConnection(environment.database);
  const shop = environment.emulator.createAccount({ name: "Chave" });
  shop.faults.demandsPasskey = true;
  await company.ask("up");
  await company.untilStatus("qrcode");
  await shop.scanQr((await company.connection()).qrcode);
  await company.untilStatus("DISCONNECTED");
  expect(await reasonOf(company)).toBe("ERR_WAPP_PASSKEY");
});

test("during a restriction only messages to new contacts wait, and are sent once and in order afterwards", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const ana = environment.emulator.createContact({ name: "Ana" });
  await ana.sendText(shop, "oi");
  await until(async () => (await company.tickets()).length === 1);
  const [{ id: withAna = "" } = {}] = await company.tickets();
  const until15 = new Date(Math.floor(testTime() / 1_000) * 1_000 + 900_000);
  shop.restrictFirstContacts(until15);
  await until(async () => (await company.connection()).firstContactsAfter?.getTime() === until15.getTime());

  const agent = agentOf(company, environment.dataDir);
  const stranger = environment.emulator.createContact({ name: "Helena" });
  const ticketId = await agent.openTicketWith(stranger.phone);
  const first = [await agent.write(ticketId, "prazer"), await agent.write(ticketId, "tudo bem?")];
  const answer = await agent.write(withAna, "bom dia, Ana");
  const ackOf = async (id: string) => (await company.messages()).find((one) => one.id === id)?.ack;
  await until(async () => (await ackOf(answer)) === 1);
  const held = (await company.messages()).filter(({ id }) => first.includes(id));
  expect(held.map(({ ack, errorCode, sendTries }) => [ack, errorCode, sendTries])).toEqual([
    [0, null, 0],
    [0, null, 0],
  ]);

  shop.restrictFirstContacts(null);
  await until(async () => (await ackOf(first[1] ?? "")) === 1);
  const arrived = stranger.messages.shownWith(shop.phone).map(({ receivedCount }) => receivedCount);
  expect(arrived).toEqual([1, 1]);
  expect((await company.connection()).firstContactsAfter).toBeNull();
});

test("a refusal with 463 implies a restriction, which never shortens a known one", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const tomorrow = new Date(testTime() + 86_400_000);
  const agent = agentOf(company, environment.dataDir);
  const stranger = environment.emulator.createContact({ name: "Helena" });
  const ticketId = await agent.openTicketWith(stranger.phone);
  shop.faults.refuseSends = "463";
  const refused = await agent.write(ticketId, "prazer");
  const messageOf = async (id: string) => (await company.messages()).find((one) => one.id === id);
  await until(async () => (await messageOf(refused))?.errorCode === "ERR_WAPP_REACHOUT_LIMIT");
  await until(async () => (await company.connection()).firstContactsAfter !== null);
  shop.faults.refuseSends = null;
  const next = await agent.write(ticketId, "ainda aí?");
  // The customer's message passes, which shows that the outbox was checked.
  const ana = environment.emulator.createContact({ name: "Ana" });
  await ana.sendText(shop, "oi");
  await until(async () => (await company.tickets()).length === 2);
  const withAna = (await company.tickets()).find(({ id }) => id !== ticketId)?.id ?? "";
  const gone = await agent.write(withAna, "bom dia");
  await until(async () => (await messageOf(gone))?.ack === 1);
  expect((await messageOf(next))?.sendTries).toBe(0);

  await company.inside((db) => db.update(schema.connections).set({ firstContactsAfter: tomorrow }));
  shop.faults.refuseSends = "463";
  const again = await agent.write(withAna, "e hoje?");
  await until(async () => (await messageOf(again))?.errorCode === "ERR_WAPP_REACHOUT_LIMIT");
  expect((await company.connection()).firstContactsAfter).toEqual(tomorrow);
});
