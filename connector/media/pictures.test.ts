import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { readSample } from "../../sandbox/samples.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";

const { contacts, contactPictures, files, settings } = schema;

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
  await environment.connector({ pictureMs: { least: 5, most: 20, idle: 50 } });
});
afterAll(() => environment.close());

const jpeg = readSample("image").bytes;
/** A picture with other bytes. */
const otherJpeg = Buffer.concat([jpeg, Buffer.of(0)]);

const addressOf = async (company: TestCompany, name: string) => {
  const [found] = await company.inside((db) => db.select().from(contacts).where(eq(contacts.name, name)));
  return found?.profilePicUrl;
};
const askedOf = (company: TestCompany) => company.inside((db) => db.select().from(contactPictures));

test("a contact's picture is stored as a file, replaced when it changes, and deleted when it is removed", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const ana = environment.emulator.createContact({ name: "Ana" });
  environment.emulator.setPicture(ana, jpeg);
  await ana.sendText(shop, "oi");
  await until(async () => Boolean(await addressOf(company, "Ana")));
  const first = await addressOf(company, "Ana");
  expect(first).toMatch(/^\/media\/[0-9a-f-]{36}$/);
  expect(await company.inside((db) => db.select().from(files))).toMatchObject([{ kind: "image", size: jpeg.length }]);

  environment.emulator.setPicture(ana, otherJpeg);
  await until(async () => (await addressOf(company, "Ana")) !== first);
  expect(await company.inside((db) => db.select().from(files))).toMatchObject([{ size: otherJpeg.length }]);

  environment.emulator.setPicture(ana, null);
  await until(async () => (await addressOf(company, "Ana")) === "");
  expect(await company.inside((db) => db.select().from(files))).toEqual([]);
});

test("a group's picture is stored for the group and replaced when it changes", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  await company.inside((db) =>
    db.insert(settings).values({ companyId: company.companyId, key: "CheckMsgIsGroup", value: "disabled" }),
  );
  const members = [
    environment.emulator.createContact({ name: "Ana" }),
    environment.emulator.createContact({ name: "Bia" }),
  ];
  const group = environment.emulator.createGroup({ account: shop, members, subject: "Oleiros" });
  environment.emulator.setPicture(group, jpeg);
  await group.sendText(members[0] as (typeof members)[number], "primeira");
  await until(async () => Boolean(await addressOf(company, "Oleiros")));
  const first = await addressOf(company, "Oleiros");
  environment.emulator.setPicture(group, otherJpeg);
  await until(async () => (await addressOf(company, "Oleiros")) !== first);
  expect(await company.inside((db) => db.select().from(files))).toMatchObject([
    { kind: "image", size: otherJpeg.length },
  ]);
});

test("a contact without a picture is asked about weekly, and an unchanged picture keeps its file", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const [rui, bia] = [
    environment.emulator.createContact({ name: "Rui" }),
    environment.emulator.createContact({ name: "Bia" }),
  ];
  environment.emulator.setPicture(bia, jpeg);
  await rui.sendText(shop, "oi");
  await bia.sendText(shop, "oi");
  await until(async () => (await askedOf(company)).length === 2);
  const rows = await askedOf(company);
  const dayMs = 86_400_000;
  for (const { dueAt, askedAt, failures } of rows) {
    expect(dueAt.getTime() - (askedAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(7 * dayMs);
    expect(failures).toBe(0);
  }
  const before = await addressOf(company, "Bia");
  expect(before).not.toBe("");
  const due = new Date(0);
  await company.inside((db) => db.update(contactPictures).set({ dueAt: due, askedAt: due }));
  await until(async () => (await askedOf(company)).every(({ askedAt }) => (askedAt?.getTime() ?? 0) > 0));
  expect(await addressOf(company, "Bia")).toBe(before);
  expect(await company.inside((db) => db.select().from(files))).toHaveLength(1);
});

test("a file that is no picture, or an address outside the channel, is not stored and not retried at once", async () => {
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const [eva, leo] = [
    environment.emulator.createContact({ name: "Eva" }),
    environment.emulator.createContact({ name: "Leo" }),
  ];
  environment.emulator.setPicture(eva, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"));
  environment.emulator.store.map("pictures").set(leo.jid, { id: "1", url: "https://127.0.0.2:9/internal" });
  await eva.sendText(shop, "oi");
  await leo.sendText(shop, "oi");
  await until(async () => (await askedOf(company)).length === 2);
  expect([await addressOf(company, "Eva"), await addressOf(company, "Leo")]).toEqual(["", ""]);
  const [failed] = await company.inside((db) =>
    db
      .select()
      .from(contactPictures)
      .innerJoin(contacts, and(eq(contacts.companyId, company.companyId), eq(contacts.id, contactPictures.contactId)))
      .where(and(eq(contactPictures.companyId, company.companyId), eq(contacts.name, "Leo"))),
  );
  expect(failed?.contact_pictures.failures).toBe(1);
  expect(failed?.contact_pictures.dueAt.getTime()).toBeGreaterThan(testTime() + 3_000_000);
});
