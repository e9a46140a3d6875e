import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenPhoneNumber } from "../../../db/testing/given.ts";
import { saveChecks } from "../../marketing/contact-lists/index.ts";
import { acting, atDesk } from "../../testing.ts";
import { contactDocuments, createContact, phoneMatchKey, updateContact } from "./index.ts";

const { changes, numberChecks } = schema;
const DAY_MS = 86_400_000;
const at = new Date("2026-06-01T12:00:00Z");
const days = (count: number) => new Date(at.getTime() + count * DAY_MS);

let company: Awaited<ReturnType<typeof givenCompany>>;
let other: typeof company;
beforeAll(async () => {
  company = await givenCompany();
  other = await givenCompany();
});

const due = async (number: string, of = company) =>
  (await atDesk(of.companyId, ({ db }) => db.select().from(numberChecks))).filter(
    (row) => row.matchKey === phoneMatchKey(number) && row.dueAt !== null,
  ).length;
const answer = (number: string, isOnWhatsapp: boolean, now: Date) =>
  atDesk(company.companyId, (ctx) => saveChecks(ctx, [{ matchKey: phoneMatchKey(number), isOnWhatsapp }]), now);
const marked = async (id: string, now: Date) =>
  acting(company.ana, async (ctx) => (await contactDocuments(ctx, [id]))[0]?.hasNoWhatsapp, now);

test("a typed number is checked on WhatsApp, and its contact is marked until a later check finds it", async () => {
  const number = givenPhoneNumber();
  const { id } = await acting(company.ana, (ctx) => createContact(ctx, { name: "Lia Prado", number }), at);
  expect(await due(number)).toBe(1);
  expect(await due(number, other)).toBe(0);
  expect(await marked(id, at)).toBe(false);
  await answer(number, false, at);
  expect(await marked(id, at)).toBe(true);
  await answer(number, true, days(1));
  expect(await marked(id, days(1))).toBe(false);
});

test("a changed number is checked, a known result is not asked again, and an old one counts no more", async () => {
  const [first, second] = [givenPhoneNumber(), givenPhoneNumber()];
  const { id } = await acting(company.ana, (ctx) => createContact(ctx, { name: "Rui Prado", number: first }), at);
  await answer(first, true, at);
  await acting(company.ana, (ctx) => updateContact(ctx, id, { number: second }), at);
  await answer(second, false, at);
  expect(await marked(id, at)).toBe(true);
  await acting(company.ana, (ctx) => updateContact(ctx, id, { number: first }), days(2));
  expect(await due(first)).toBe(0);
  expect(await marked(id, days(2))).toBe(false);
  await acting(company.ana, (ctx) => updateContact(ctx, id, { number: second }), days(40));
  expect(await due(second)).toBe(1);
  expect(await marked(id, days(40))).toBe(false);
});

test("a result is sent to the devices and is no edit: an edit from before it has no conflict", async () => {
  const number = givenPhoneNumber();
  const { id } = await acting(company.ana, (ctx) => createContact(ctx, { name: "Ema Prado", number }), at);
  const logged = async () =>
    (await atDesk(company.companyId, ({ db }) => db.select().from(changes))).filter(({ docId }) => docId === id);
  const before = await logged();
  await answer(number, true, at);
  expect(await logged()).toHaveLength(before.length);
  await answer(number, false, at);
  const [change, ...rest] = (await logged()).slice(before.length);
  expect(rest).toEqual([]);
  expect(change).toMatchObject({ collection: "contacts", partId: expect.any(String) });
});
