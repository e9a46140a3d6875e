import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testTime } from "../contracts/testing/clock.ts";
import { schema } from "../db/index.ts";
import { FencedStore } from "./channels/whatsapp/store/fenced-store.ts";
import { openSecretBox } from "./channels/whatsapp/store/secret-box.ts";
import { sandboxConfig } from "./config.ts";
import type { Connector } from "./connector.ts";
import { Fenced } from "./ownership/lease.ts";
import {
  givenConnection,
  givenLinkedConnection,
  openTestEnvironment,
  SECRET_KEY,
  type TestCompany,
  type TestEnvironment,
  until,
} from "./testing/given-connection.ts";

const keysOf = (company: TestCompany) => company.inside((db) => db.select().from(schema.channelKeys));
const credsOf = (company: TestCompany) => company.inside((db) => db.select().from(schema.channelCredentials));
const leaseOf = async (company: TestCompany) => {
  const [lease] = await company.inside((db) => db.select().from(schema.connectionLeases));
  if (!lease) throw new Error("the lease is gone");
  return lease;
};

describe("connector: linking", () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await openTestEnvironment();
    await environment.connector({ qrTimeoutMs: 3_000 });
  });
  afterAll(() => environment.close());

  test("a scanned QR code connects the number", async () => {
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    const { number, qrcode, reason } = await company.connection();
    expect([number, qrcode, reason]).toEqual([shop.phone, "", null]);
  });

  test("an entered pairing code connects the number, also after unused codes", async () => {
    const company = await givenConnection(environment.database);
    const shop = environment.emulator.createAccount({ name: "Loja" });
    await company.inside((db) => db.update(schema.connectionLeases).set({ pairingNumber: shop.phone }));
    await company.ask("up");
    const seen = new Set<string>();
    await until(async () => {
      const { pairingCode, qrcode } = await company.connection();
      expect(qrcode).toBe("");
      if (pairingCode) seen.add(pairingCode);
      return seen.size === 2;
    });
    await shop.enterCode([...seen].at(-1) ?? "");
    await company.untilStatus("CONNECTED");
    const { number, pairingCode } = await company.connection();
    expect([number, pairingCode]).toEqual([shop.phone, ""]);
  });

  test("keys and credentials are encrypted, and open only with the secret and their own context", async () => {
    const { company } = await givenLinkedConnection(environment.database, environment.emulator);
    const rows = [...(await keysOf(company)), ...(await credsOf(company))];
    expect(rows.length).toBeGreaterThan(800);
    for (const { data } of rows) expect(data.toString("latin1")).not.toMatch(/private|public|Buffer|registration/);
    const [creds] = await credsOf(company);
    const place = `${company.companyId}/${company.connectionId}/creds`;
    const data = creds?.data ?? Buffer.of();
    expect(JSON.parse(openSecretBox(SECRET_KEY).open(data, place).toString())).toHaveProperty("noiseKey");
    expect(() => openSecretBox("another secret of some length").open(data, place)).toThrow();
    expect(() => openSecretBox(SECRET_KEY).open(data, "elsewhere")).toThrow();
  });

  test("a device unlinked on the phone loses its keys, keeps its messages, and offers a new QR code", async () => {
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    const ana = environment.emulator.createContact({ name: "Ana" });
    await ana.sendText(shop, "antes");
    await until(async () => (await company.messages()).length === 1);
    shop.unlink(1);
    await company.untilStatus("DISCONNECTED");
    expect((await company.connection()).reason).toBe("ERR_WAPP_LOGGED_OUT");
    expect([await keysOf(company), await credsOf(company)]).toEqual([[], []]);
    await until(async () => (await leaseOf(company)).desired === "down");
    await company.ask("up");
    await company.untilStatus("qrcode");
    await shop.scanQr((await company.connection()).qrcode);
    await company.untilStatus("CONNECTED");
    expect(await company.messages()).toHaveLength(1);
  });

  test("a user's disconnect unlinks the device", async () => {
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    await company.ask("down");
    await company.untilStatus("DISCONNECTED");
    await until(() => shop.companions.size === 0);
    expect([await keysOf(company), (await company.connection()).reason]).toEqual([[], null]);
    await until(async () => (await leaseOf(company)).owner === null);
  });

  test("a banned number stays disconnected, and a replaced session is claimed again later", async () => {
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    shop.onlineCompanions[0]?.streamError({ code: 403 });
    await company.untilStatus("DISCONNECTED");
    expect((await company.connection()).reason).toBe("ERR_WAPP_BANNED");
    await until(async () => (await leaseOf(company)).desired === "down");
    expect((await credsOf(company)).length).toBe(1);

    const other = await givenLinkedConnection(environment.database, environment.emulator);
    other.shop.onlineCompanions[0]?.streamError({ code: 440 });
    await other.company.untilStatus("DISCONNECTED");
    expect((await other.company.connection()).reason).toBe("ERR_WAPP_REPLACED");
    await until(async () => (await leaseOf(other.company)).owner === null);
    const { desired, retryAt } = await leaseOf(other.company);
    expect([desired, (retryAt?.getTime() ?? 0) > testTime() + 30_000]).toEqual(["up", true]);
  });
});

describe("connector: unused QR codes", () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await openTestEnvironment();
    await environment.connector({ qrTimeoutMs: 350 });
  });
  afterAll(() => environment.close());

  test("unscanned QR codes are offered for three rounds, then the connection stops", async () => {
    const company = await givenConnection(environment.database);
    const seen = new Set<string>();
    await company.ask("up");
    await until(async () => {
      const { qrcode, status } = await company.connection();
      if (qrcode) seen.add(qrcode);
      return status === "DISCONNECTED" && (await leaseOf(company)).epoch > 0 && seen.size > 6;
    });
    expect((await company.connection()).reason).toBe("ERR_WAPP_QR_EXPIRED");
    await until(async () => (await leaseOf(company)).desired === "down");
  });
});

describe("connector: ownership", () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await openTestEnvironment();
  });
  afterAll(() => environment.close());

  test("a connector that stops hands its connection over at once, without losing messages", async () => {
    const first = await environment.connector({ owner: "first" });
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    const ana = environment.emulator.createContact({ name: "Ana" });
    await first.stop();
    expect(await leaseOf(company)).toMatchObject({ owner: null, desired: "up" });
    await ana.sendText(shop, "entre dois");
    const second = await environment.connector({ owner: "second" });
    await until(async () => (await company.messages()).length === 1);
    expect(await leaseOf(company)).toMatchObject({ owner: "second" });
    await until(() => shop.onlineCompanions.length === 1);
    await second.stop();
  });

  test("a connection of a dead connector is claimed when its lease has expired", async () => {
    const first = await environment.connector({ owner: "dying" });
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    const ana = environment.emulator.createContact({ name: "Ana" });
    await first.ownership.abandon();
    expect((await leaseOf(company)).owner).toBe("dying");
    const leaseUntil = (await company.endLease()).getTime();
    for (let i = 0; i < 5; i++) await ana.sendText(shop, `órfã ${i}`);
    const second = await environment.connector({ owner: "heir" });
    await until(async () => (await company.messages()).length === 5);
    expect((await company.messages()).map(({ body }) => body)).toEqual([0, 1, 2, 3, 4].map((i) => `órfã ${i}`));
    await company.untilStatus("CONNECTED");
    // Down since the dead connector's last renewal, not since its discovery.
    const [outage] = await company.inside((db) => db.select().from(schema.connectionOutages));
    expect(outage?.since.getTime()).toBe(leaseUntil - sandboxConfig("").leaseSeconds * 1_000);
    expect(outage?.until?.getTime()).toBeGreaterThanOrEqual(leaseUntil);
    expect(outage?.messagesAfter).toBe(5);
    await second.stop();
  });

  test("an owner with an expired lease writes nothing more, and the new owner stores every message once", async () => {
    // Renews so rarely that it believes to be the owner after its lease has ended.
    const sleeper: Connector = await environment.connector({ owner: "sleeper", renewMs: 3_600_000 });
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    const ana = environment.emulator.createContact({ name: "Ana" });
    const { epoch } = await leaseOf(company);
    await company.endLease();
    const second = await environment.connector({ owner: "awake" });
    await until(async () => (await leaseOf(company)).owner === "awake");
    for (let i = 0; i < 20; i++) await ana.sendText(shop, `uma ${i}`);
    await until(async () => (await company.messages()).length === 20);
    await company.untilStatus("CONNECTED");
    const stale = new FencedStore(environment.database, { ...company, epoch, owner: "sleeper" });
    await expect(stale.putKeys([{ type: "session", id: "x", data: Buffer.of(1) }])).rejects.toThrow(Fenced);
    expect((await company.messages()).map(({ body }) => body)).toEqual(
      Array.from({ length: 20 }, (_, i) => `uma ${i}`),
    );
    await until(() => sleeper.ownership.connection(company.connectionId) === undefined);
    expect((await company.connection()).status).toBe("CONNECTED");
    await sleeper.stop();
    await second.stop();
  });
});
