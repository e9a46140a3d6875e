import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { readSample } from "../../sandbox/samples.ts";
import { type Desk, givenLinked, openWorld, until, type World } from "../testing/given-desk.ts";

const { contacts, contactPictures, files, settings } = schema;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.connector({ pictureMs: { least: 5, most: 20, idle: 50 } });
});
afterAll(() => world.close());

const jpeg = readSample("image").bytes;
/** A picture with other bytes. */
const otherJpeg = Buffer.concat([jpeg, Buffer.of(0)]);

const addressOf = async (desk: Desk, name: string) => {
  const [found] = await desk.inside((db) => db.select().from(contacts).where(eq(contacts.name, name)));
  return found?.profilePicUrl;
};
const askedOf = (desk: Desk) => desk.inside((db) => db.select().from(contactPictures));

test("a contact's picture is stored as a file, replaced when it changes, and deleted when it is removed", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const ana = world.emulator.createContact({ name: "Ana" });
  world.emulator.setPicture(ana, jpeg);
  await ana.sendText(shop, "oi");
  await until(async () => Boolean(await addressOf(desk, "Ana")));
  const first = await addressOf(desk, "Ana");
  expect(first).toMatch(/^\/media\/[0-9a-f-]{36}$/);
  expect(await desk.inside((db) => db.select().from(files))).toMatchObject([{ kind: "image", size: jpeg.length }]);

  world.emulator.setPicture(ana, otherJpeg);
  await until(async () => (await addressOf(desk, "Ana")) !== first);
  expect(await desk.inside((db) => db.select().from(files))).toMatchObject([{ size: otherJpeg.length }]);

  world.emulator.setPicture(ana, null);
  await until(async () => (await addressOf(desk, "Ana")) === "");
  expect(await desk.inside((db) => db.select().from(files))).toEqual([]);
}, 60_000);

test("a group's picture is stored for the group and replaced when it changes", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  await desk.inside((db) =>
    db.insert(settings).values({ companyId: desk.companyId, key: "CheckMsgIsGroup", value: "disabled" }),
  );
  const members = [world.emulator.createContact({ name: "Ana" }), world.emulator.createContact({ name: "Bia" })];
  const group = world.emulator.createGroup({ account: shop, members, subject: "Oleiros" });
  world.emulator.setPicture(group, jpeg);
  await group.sendText(members[0] as (typeof members)[number], "primeira");
  await until(async () => Boolean(await addressOf(desk, "Oleiros")));
  const first = await addressOf(desk, "Oleiros");
  world.emulator.setPicture(group, otherJpeg);
  await until(async () => (await addressOf(desk, "Oleiros")) !== first);
  expect(await desk.inside((db) => db.select().from(files))).toMatchObject([{ kind: "image", size: otherJpeg.length }]);
}, 60_000);

test("a contact without a picture is asked about weekly, and an unchanged picture keeps its file", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const [rui, bia] = [world.emulator.createContact({ name: "Rui" }), world.emulator.createContact({ name: "Bia" })];
  world.emulator.setPicture(bia, jpeg);
  await rui.sendText(shop, "oi");
  await bia.sendText(shop, "oi");
  await until(async () => (await askedOf(desk)).length === 2);
  const rows = await askedOf(desk);
  const dayMs = 86_400_000;
  for (const { dueAt, askedAt, failures } of rows) {
    expect(dueAt.getTime() - (askedAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(7 * dayMs);
    expect(failures).toBe(0);
  }
  const before = await addressOf(desk, "Bia");
  expect(before).not.toBe("");
  const due = new Date(0);
  await desk.inside((db) => db.update(contactPictures).set({ dueAt: due, askedAt: due }));
  await until(async () => (await askedOf(desk)).every(({ askedAt }) => (askedAt?.getTime() ?? 0) > 0));
  expect(await addressOf(desk, "Bia")).toBe(before);
  expect(await desk.inside((db) => db.select().from(files))).toHaveLength(1);
}, 60_000);

test("a file that is no picture, or an address outside the channel, is not stored and not retried at once", async () => {
  const { desk, shop } = await givenLinked(world.database, world.emulator);
  const [eva, leo] = [world.emulator.createContact({ name: "Eva" }), world.emulator.createContact({ name: "Leo" })];
  world.emulator.setPicture(eva, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"));
  world.emulator.store.map("pictures").set(leo.jid, { id: "1", url: "https://127.0.0.2:9/internal" });
  await eva.sendText(shop, "oi");
  await leo.sendText(shop, "oi");
  await until(async () => (await askedOf(desk)).length === 2);
  expect([await addressOf(desk, "Eva"), await addressOf(desk, "Leo")]).toEqual(["", ""]);
  const [failed] = await desk.inside((db) =>
    db
      .select()
      .from(contactPictures)
      .innerJoin(contacts, eq(contacts.id, contactPictures.contactId))
      .where(and(eq(contacts.name, "Leo"))),
  );
  expect(failed?.contact_pictures.failures).toBe(1);
  expect(failed?.contact_pictures.dueAt.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
}, 60_000);
