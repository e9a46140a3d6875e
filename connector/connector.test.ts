import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schema } from "../db/index.ts";
import { FencedStore } from "./channels/whatsapp/fenced-store.ts";
import { openSecretBox } from "./channels/whatsapp/secret-box.ts";
import type { Connector } from "./connector.ts";
import { Fenced } from "./ownership/lease.ts";
import { type Desk, givenDesk, givenLinked, openWorld, SECRET_KEY, until, type World } from "./testing/given-desk.ts";

const keysOf = (desk: Desk) => desk.inside((db) => db.select().from(schema.channelKeys));
const credsOf = (desk: Desk) => desk.inside((db) => db.select().from(schema.channelCredentials));
const leaseOf = async (desk: Desk) => {
  const [lease] = await desk.inside((db) => db.select().from(schema.connectionLeases));
  if (!lease) throw new Error("the lease is gone");
  return lease;
};

describe("connector: linking", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    await world.connector({ qrTimeoutMs: 350 });
  });
  afterAll(() => world.close());

  test("a scanned QR code connects the number", async () => {
    const { desk, shop } = await givenLinked(world.database, world.emulator);
    const { number, qrcode, reason } = await desk.connection();
    expect([number, qrcode, reason]).toEqual([shop.phone, "", null]);
  });

  test("an entered pairing code connects the number, also after unused codes", async () => {
    const desk = await givenDesk(world.database);
    const shop = world.emulator.createAccount({ name: "Loja" });
    await desk.inside((db) => db.update(schema.connectionLeases).set({ pairingNumber: shop.phone }));
    await desk.ask("up");
    const seen = new Set<string>();
    await until(async () => {
      const { pairingCode, qrcode } = await desk.connection();
      expect(qrcode).toBe("");
      if (pairingCode) seen.add(pairingCode);
      return seen.size === 2;
    });
    await shop.enterCode([...seen].at(-1) ?? "");
    await desk.untilStatus("CONNECTED");
    const { number, pairingCode } = await desk.connection();
    expect([number, pairingCode]).toEqual([shop.phone, ""]);
  });

  test("keys and credentials are encrypted, and open only with the secret and their own context", async () => {
    const { desk } = await givenLinked(world.database, world.emulator);
    const rows = [...(await keysOf(desk)), ...(await credsOf(desk))];
    expect(rows.length).toBeGreaterThan(800);
    for (const { data } of rows) expect(data.toString("latin1")).not.toMatch(/private|public|Buffer|registration/);
    const [creds] = await credsOf(desk);
    const place = `${desk.companyId}/${desk.connectionId}/creds`;
    const data = creds?.data ?? Buffer.of();
    expect(JSON.parse(openSecretBox(SECRET_KEY).open(data, place).toString())).toHaveProperty("noiseKey");
    expect(() => openSecretBox("another secret of some length").open(data, place)).toThrow();
    expect(() => openSecretBox(SECRET_KEY).open(data, "elsewhere")).toThrow();
  });

  test("a device unlinked on the phone loses its keys, keeps its messages, and offers a new QR code", async () => {
    const { desk, shop } = await givenLinked(world.database, world.emulator);
    const ana = world.emulator.createContact({ name: "Ana" });
    await ana.sendText(shop, "antes");
    await until(async () => (await desk.messages()).length === 1);
    shop.unlink(1);
    await desk.untilStatus("DISCONNECTED");
    expect((await desk.connection()).reason).toBe("ERR_WAPP_LOGGED_OUT");
    expect([await keysOf(desk), await credsOf(desk)]).toEqual([[], []]);
    await until(async () => (await leaseOf(desk)).desired === "down");
    await desk.ask("up");
    await desk.untilStatus("qrcode");
    await shop.scanQr((await desk.connection()).qrcode);
    await desk.untilStatus("CONNECTED");
    expect(await desk.messages()).toHaveLength(1);
  });

  test("a user's disconnect unlinks the device", async () => {
    const { desk, shop } = await givenLinked(world.database, world.emulator);
    await desk.ask("down");
    await desk.untilStatus("DISCONNECTED");
    await until(() => shop.companions.size === 0);
    expect([await keysOf(desk), (await desk.connection()).reason]).toEqual([[], null]);
    await until(async () => (await leaseOf(desk)).owner === null);
  });

  test("unscanned QR codes are offered for three rounds, then the connection stops", async () => {
    const desk = await givenDesk(world.database);
    const seen = new Set<string>();
    await desk.ask("up");
    await until(async () => {
      const { qrcode, status } = await desk.connection();
      if (qrcode) seen.add(qrcode);
      return status === "DISCONNECTED" && (await leaseOf(desk)).epoch > 0 && seen.size > 6;
    });
    expect((await desk.connection()).reason).toBe("ERR_WAPP_QR_EXPIRED");
    await until(async () => (await leaseOf(desk)).desired === "down");
  }, 40_000);

  test("a banned number stays disconnected, and a replaced session is claimed again later", async () => {
    const { desk, shop } = await givenLinked(world.database, world.emulator);
    shop.onlineCompanions[0]?.streamError({ code: 403 });
    await desk.untilStatus("DISCONNECTED");
    expect((await desk.connection()).reason).toBe("ERR_WAPP_BANNED");
    await until(async () => (await leaseOf(desk)).desired === "down");
    expect((await credsOf(desk)).length).toBe(1);

    const other = await givenLinked(world.database, world.emulator);
    other.shop.onlineCompanions[0]?.streamError({ code: 440 });
    await other.desk.untilStatus("DISCONNECTED");
    expect((await other.desk.connection()).reason).toBe("ERR_WAPP_REPLACED");
    await until(async () => (await leaseOf(other.desk)).owner === null);
    const { desired, retryAt } = await leaseOf(other.desk);
    expect([desired, (retryAt?.getTime() ?? 0) > Date.now() + 30_000]).toEqual(["up", true]);
  });
});

describe("connector: ownership", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  test("a connector that stops hands its connection over at once, without losing messages", async () => {
    const first = await world.connector({ owner: "first" });
    const { desk, shop } = await givenLinked(world.database, world.emulator);
    const ana = world.emulator.createContact({ name: "Ana" });
    await first.stop();
    expect(await leaseOf(desk)).toMatchObject({ owner: null, desired: "up" });
    await ana.sendText(shop, "entre dois");
    const second = await world.connector({ owner: "second" });
    await until(async () => (await desk.messages()).length === 1);
    expect(await leaseOf(desk)).toMatchObject({ owner: "second" });
    await until(() => shop.onlineCompanions.length === 1);
    await second.stop();
  });

  test("a connection of a dead connector is claimed when its lease has expired", async () => {
    const first = await world.connector({ owner: "dying" });
    const { desk, shop } = await givenLinked(world.database, world.emulator);
    const ana = world.emulator.createContact({ name: "Ana" });
    const diedAt = Date.now();
    await first.ownership.abandon();
    expect(await leaseOf(desk)).toMatchObject({ owner: "dying" });
    for (let i = 0; i < 5; i++) await ana.sendText(shop, `órfã ${i}`);
    const second = await world.connector({ owner: "heir" });
    await until(async () => (await desk.messages()).length === 5);
    expect((await desk.messages()).map(({ body }) => body)).toEqual([0, 1, 2, 3, 4].map((i) => `órfã ${i}`));
    await desk.untilStatus("CONNECTED");
    // Down since the dead connector's last renewal, not since its discovery.
    const [outage] = await desk.inside((db) => db.select().from(schema.connectionOutages));
    expect(outage?.since.getTime()).toBeLessThanOrEqual(diedAt);
    expect(outage?.until?.getTime()).toBeGreaterThan(diedAt + 1_000);
    expect(outage?.messagesAfter).toBe(5);
    await second.stop();
  });

  test("an owner with an expired lease writes nothing more, and the new owner stores every message once", async () => {
    // Renews so rarely that its lease expires while it believes to be the owner.
    const sleeper: Connector = await world.connector({ owner: "sleeper", renewMs: 3_600_000, leaseSeconds: 3 });
    const { desk, shop } = await givenLinked(world.database, world.emulator);
    const ana = world.emulator.createContact({ name: "Ana" });
    const { epoch } = await leaseOf(desk);
    const second = await world.connector({ owner: "awake" });
    await until(async () => (await leaseOf(desk)).owner === "awake");
    for (let i = 0; i < 20; i++) await ana.sendText(shop, `uma ${i}`);
    await until(async () => (await desk.messages()).length === 20);
    await desk.untilStatus("CONNECTED");
    const stale = new FencedStore(world.database, { ...desk, epoch, owner: "sleeper" });
    await expect(stale.putKeys([{ type: "session", id: "x", data: Buffer.of(1) }])).rejects.toThrow(Fenced);
    expect((await desk.messages()).map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, i) => `uma ${i}`));
    await until(() => sleeper.ownership.connection(desk.connectionId) === undefined);
    expect((await desk.connection()).status).toBe("CONNECTED");
    await sleeper.stop();
    await second.stop();
  });
});
