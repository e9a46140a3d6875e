import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { acting, atDesk } from "../../testing.ts";
import { eventPlace, forgetToken, type Granted, keepEvents, linkAccounts, openMetaBox } from "./index.ts";

const { channelAccounts, inbox } = schema;
const box = openMetaBox("a secret key for the tests only, long enough");
const now = new Date("2026-05-04T12:00:00Z");

type Account = Granted["accounts"][number];
type Linked = { companyId: string; connectionId: string; accountId: string };
let [page, instagram, elsewhere]: Linked[] = [];

async function link(admin: GivenAgent, channel: Account["channel"], accountId = randomUUID()): Promise<Linked> {
  const account = { channel, accountId, pageId: accountId, name: `Olaria ${accountId}`.slice(0, 20), token: "EAAS" };
  const granted = { facebookUserId: "1", accounts: [account] };
  const { connections } = await acting(admin, (ctx) => linkAccounts(ctx, box, granted));
  return { companyId: admin.companyId, connectionId: connections[0]?.id ?? "", accountId };
}
beforeAll(async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  page = await link(own.admin, "facebook");
  instagram = await link(own.admin, "instagram");
  elsewhere = await link(other.admin, "facebook");
});

const given = (linked: Linked | undefined): Linked => linked ?? expect.fail("no page was linked");
const said = (text: string) => ({ sender: { id: "7001" }, message: { mid: `m_${randomUUID()}`, text } });
const bodyOf = (entry: unknown[], object = "page") => ({ object, entry });
const entryOf = (linked: Linked | undefined, ...messaging: unknown[]) => ({ id: given(linked).accountId, messaging });
const keep = (body: unknown) => keepEvents(testDatabase(), box, body, now);

/** The texts of the stored events of a page, in order. */
async function textsOf(linked: Linked | undefined): Promise<string[]> {
  const { companyId, connectionId } = given(linked);
  const rows = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(inbox).where(eq(inbox.connectionId, connectionId)).orderBy(inbox.epoch, inbox.seq),
  );
  return rows.map(({ plaintext, providerId }) => {
    const event = JSON.parse(box.open(plaintext, eventPlace(connectionId, providerId)).toString());
    return event.message.text;
  });
}

test("events are stored in the company of their page, in order, and the connectors are notified", async () => {
  const notified: string[] = [];
  const listening = await testDatabase().listen("balcao_outbox", (payload) => notified.push(payload));
  const body = bodyOf([
    entryOf(page, said("um")),
    entryOf(elsewhere, said("de lá")),
    entryOf(page, said("dois"), said("três")),
  ]);
  expect(await keep(body)).toEqual({ kept: 4, ignored: 0 });
  expect(await textsOf(page)).toEqual(["um", "dois", "três"]);
  expect(await textsOf(elsewhere)).toEqual(["de lá"]);
  for (const linked of [page, elsewhere]) {
    const { companyId, connectionId } = given(linked);
    await expect.poll(() => notified).toContain(JSON.stringify({ companyId, connectionId }));
  }
  await listening.unlisten();
});

test("an event that Meta repeats is stored once", async () => {
  const [first, second] = [said("repetida"), said("seguinte")];
  await keep(bodyOf([entryOf(page, first)]));
  const before = await textsOf(page);
  expect(await keep(bodyOf([entryOf(page, first, second, first)]))).toEqual({ kept: 3, ignored: 0 });
  expect(await textsOf(page)).toEqual([...before, "seguinte"]);
});

test("more than 500 events of one page in a body are all stored, in order", async () => {
  const texts = Array.from({ length: 501 }, (_, n) => `evento ${n}`);
  const before = (await textsOf(page)).length;
  expect(await keep(bodyOf([entryOf(page, ...texts.map(said))]))).toEqual({ kept: 501, ignored: 0 });
  expect((await textsOf(page)).slice(before)).toEqual(texts);
});

test("an Instagram event belongs to the Instagram account, and a page's event to the page", async () => {
  expect(await keep(bodyOf([entryOf(instagram, said("oi"))], "instagram"))).toEqual({ kept: 1, ignored: 0 });
  expect(await keep(bodyOf([entryOf(instagram, said("oi"))], "page"))).toEqual({ kept: 0, ignored: 1 });
  expect(await keep(bodyOf([entryOf(page, said("oi"))], "instagram"))).toEqual({ kept: 0, ignored: 1 });
  expect(await textsOf(instagram)).toEqual(["oi"]);
});

test("characters that Postgres cannot store are left out of an event", async () => {
  expect(await keep(bodyOf([entryOf(page, said("a\u0000b\ud800"))]))).toEqual({ kept: 1, ignored: 0 });
  expect((await textsOf(page)).at(-1)).toBe("ab\uFFFD");
});

test.each<[string, () => unknown, number]>([
  ["no object", () => null, 1],
  ["another object", () => bodyOf([entryOf(page, said("x"))], "user"), 1],
  ["an object named like an inherited property", () => bodyOf([entryOf(page, said("x"))], "constructor"), 1],
  ["no entries", () => ({ object: "page" }), 1],
  ["an empty list of entries", () => bodyOf([]), 0],
  ["an entry without an id", () => bodyOf([{ messaging: [said("x")] }]), 1],
  ["an unknown page", () => bodyOf([{ id: "0", messaging: [said("x"), said("y")] }]), 2],
  [
    "a page's id with characters that Postgres cannot store",
    () => bodyOf([{ id: "0\u0000", messaging: [said("x")] }]),
    1,
  ],
  ["a numeric id of an unknown page", () => bodyOf([{ id: 17, messaging: [said("x")] }]), 1],
  ["an entry without events", () => bodyOf([{ id: given(page).accountId, changes: [] }]), 1],
  ["events that are no objects", () => bodyOf([entryOf(page, "x", 1, null)]), 1],
])("a body with %s is ignored", async (_what, body, ignored) => {
  const before = await textsOf(page);
  expect(await keep(body())).toEqual({ kept: 0, ignored });
  expect(await textsOf(page)).toEqual(before);
});

test("events of a known page are stored although another page of the body is unknown", async () => {
  const body = bodyOf([{ id: "0", messaging: [said("x")] }, entryOf(elsewhere, said("conhecida"), 7)]);
  expect(await keep(body)).toEqual({ kept: 1, ignored: 1 });
  expect((await textsOf(elsewhere)).at(-1)).toBe("conhecida");
});

test("events of a page whose token was deleted are ignored", async () => {
  const { companyId, connectionId } = given(instagram);
  const before = await textsOf(instagram);
  await atDesk(companyId, (ctx) => forgetToken(ctx, connectionId));
  expect(await keep(bodyOf([entryOf(instagram, said("tarde"))], "instagram"))).toEqual({ kept: 0, ignored: 1 });
  expect(await textsOf(instagram)).toEqual(before);
  const rows = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(channelAccounts).where(eq(channelAccounts.connectionId, connectionId)),
  );
  expect(rows).toMatchObject([{ sealed: null }]);
});
