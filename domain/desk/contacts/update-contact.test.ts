import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { ContactChange } from "../../../contracts/desk/contacts.ts";
import { schema } from "../../../db/index.ts";
import { givenAgent, givenCompany, givenContact, givenPhoneNumber, givenTicket } from "../../../db/testing/given.ts";
import { withoutNinthDigit } from "../../../db/testing/phone-numbers.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { receiveMessage } from "../messages/index.ts";
import {
  addressesOf,
  blockContact,
  contactDocuments,
  createContact,
  deleteContact,
  findOrCreateContact,
  toggleDisableBot,
  updateContact,
} from "./index.ts";

const { contacts, messages, tickets, unnumberedChanges } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  company = await givenCompany();
});

const update = (id: string, change: ContactChange, now?: Date) =>
  acting(company.ana, (ctx) => updateContact(ctx, id, change), now);
const phonesOf = async (id: string) =>
  (await atDesk(company.companyId, (ctx) => addressesOf(ctx, [id]))).map(({ kind, address }) => `${kind} ${address}`);
const documentOf = async (id: string) =>
  (await atDesk(company.companyId, (ctx) => contactDocuments(ctx, [id])))[0] ?? expect.fail("no such contact");
const phone = (address: string) => ({ kind: "phone" as const, address });
const reported = (...addresses: { kind: "phone" | "lid"; address: string }[]) =>
  atDesk(company.companyId, (ctx) => findOrCreateContact(ctx, { addresses }));

/** A number with the ninth digit and the same number without it. */
function twoSpellings(): [long: string, short: string] {
  const long = givenPhoneNumber();
  return [long, withoutNinthDigit(long)];
}

const given = () =>
  acting(company.ana, (ctx) =>
    createContact(ctx, {
      name: "Célia Dias",
      number: givenPhoneNumber(),
      email: "celia@x.example",
      disableBot: true,
      extraInfo: [{ name: "CPF", value: "1" }],
    }),
  );

test.each<[string, ContactChange, object]>([
  ["name", { name: " Célia Prado " }, { name: "Célia Prado" }],
  ["e-mail", { email: "c@y.example" }, { email: "c@y.example" }],
  ["e-mail, by an empty one,", { email: "" }, { email: "" }],
  ["bot switch", { disableBot: false }, { disableBot: false }],
  [
    "extra fields",
    { extraInfo: [{ name: "Bairro", value: "Sul" }] },
    { extraInfo: [{ name: "Bairro", value: "Sul" }] },
  ],
  ["extra fields, by none,", { extraInfo: [] }, { extraInfo: [] }],
])("an edit of the %s keeps the other fields, and the search text follows", async (_what, change, changed) => {
  const { id, number } = await given();
  const now = new Date("2031-01-01T00:00:00Z");
  await update(id, change, now);
  const before = { name: "Célia Dias", number, email: "celia@x.example", disableBot: true, active: true };
  const document = await documentOf(id);
  const extraInfo = document.extraInfo.map(({ name, value }) => ({ name, value }));
  expect({ ...document, extraInfo }).toMatchObject({
    ...before,
    extraInfo: [{ name: "CPF", value: "1" }],
    ...changed,
    updatedAt: now.toISOString(),
  });
  const words = [document.name, number, document.email].filter(Boolean).join(" ");
  expect(document.search).toBe(words.replace("é", "e").toLowerCase());
});

test("an edit is told to devices", async () => {
  const { id } = await given();
  const told = () =>
    atDesk(company.companyId, (ctx) =>
      ctx.db.$count(
        unnumberedChanges,
        and(eq(unnumberedChanges.docId, id), eq(unnumberedChanges.collection, "contacts")),
      ),
    );
  const before = await told();
  await update(id, { name: "Célia P." });
  expect(await told()).toBeGreaterThan(before);
});

test("extra fields with the ids of another contact's fields leave that contact unchanged", async () => {
  const [one, other] = [await given(), await given()];
  const taken = (await documentOf(other.id)).extraInfo;
  await update(one.id, { extraInfo: taken.map((field) => ({ ...field, value: "2" })) });
  expect((await documentOf(other.id)).extraInfo).toEqual(taken);
  expect((await documentOf(one.id)).extraInfo).toMatchObject([{ name: "CPF", value: "2" }]);
});

test("a number typed with punctuation is the same number and changes nothing", async () => {
  const { id, number } = await given();
  await update(id, { number: `+${number.slice(0, 2)} (${number.slice(2, 4)}) ${number.slice(4)}` });
  expect([(await documentOf(id)).number, await phonesOf(id)]).toEqual([number, [`phone ${number}`]]);
});

test("a number with or without the ninth digit changes the spelling of the same address", async () => {
  const [long, short] = twoSpellings();
  const { id } = await acting(company.ana, (ctx) => createContact(ctx, { name: "Nono", number: long }));
  expect((await update(id, { number: short })).number).toBe(short);
  expect(await phonesOf(id)).toEqual([`phone ${short}`]);
  expect((await reported(phone(short))).id).toBe(id);
});

test("a changed number replaces the shown address; other addresses of the person stay", async () => {
  const [shown, second, next] = [givenPhoneNumber(), givenPhoneNumber(), givenPhoneNumber()];
  const lid = { kind: "lid" as const, address: `88${shown.slice(-8)}` };
  const { id } = await reported(phone(shown), lid);
  await reported(phone(second), lid);
  expect((await documentOf(id)).number).toBe(shown);
  await update(id, { number: next });
  expect((await phonesOf(id)).toSorted()).toEqual(
    [`lid ${lid.address}`, `phone ${second}`, `phone ${next}`].toSorted(),
  );
});

test("a contact known by its LID only keeps the LID when it gets a number", async () => {
  const lid = { kind: "lid" as const, address: `77${givenPhoneNumber().slice(-8)}` };
  const { id } = await reported(lid);
  const number = givenPhoneNumber();
  expect(await update(id, { number })).toMatchObject({ number, name: lid.address });
  expect((await phonesOf(id)).toSorted()).toEqual([`lid ${lid.address}`, `phone ${number}`]);
});

test.each([".", "J", "x".repeat(100)])(
  "a contact that calls itself %j gets an e-mail; the same name for another contact is refused",
  async (name) => {
    const contact = await givenContact({ companyId: company.companyId, name, email: "antigo@" });
    expect(await update(contact.id, { name, email: "novo@x.example" })).toMatchObject({
      name,
      email: "novo@x.example",
    });
    const other = await given();
    const refused = await refusal(update(other.id, { name, email: "antigo@" }));
    expect(refused).toMatchObject({ code: "ERR_VALIDATION", details: { fields: { name: [expect.any(String)] } } });
    expect(refused.details).toHaveProperty("fields.email");
    expect(await documentOf(other.id)).toMatchObject({ name: "Célia Dias", email: "celia@x.example" });
  },
);

test("a contact without a number keeps none when all its fields are sent", async () => {
  const contact = await givenContact({ companyId: company.companyId, name: "J", number: "" });
  expect(await update(contact.id, { name: "J", number: "", email: "" })).toMatchObject({ name: "J", number: "" });
});

test("an edit of another company's contact is refused as of one that does not exist", async () => {
  const other = await givenCompany();
  const contact = await givenContact({ companyId: other.companyId, name: "J" });
  expect((await refusal(update(contact.id, { name: "J" }))).code).toBe("ERR_NO_CONTACT_FOUND");
});

test("an edit with an invalid or a taken number is refused and changes nothing", async () => {
  const [one, other] = [await given(), await given()];
  expect(await refusal(update(one.id, { name: "Outra", number: "12345678" }))).toEqual({
    code: "ERR_WAPP_INVALID_CONTACT",
    details: { fields: { number: "invalid" } },
  });
  expect(await refusal(update(one.id, { name: "Outra", number: other.number }))).toEqual({
    code: "ERR_DUPLICATED_CONTACT",
    details: { contactId: other.id, name: "Célia Dias" },
  });
  expect(await documentOf(one.id)).toMatchObject({ name: "Célia Dias", number: one.number });
  expect([await phonesOf(one.id), await phonesOf(other.id)]).toEqual([
    [`phone ${one.number}`],
    [`phone ${other.number}`],
  ]);
});

test("verbs that name a merged contact act on the one that it was merged into", async () => {
  const numbers = [givenPhoneNumber(), givenPhoneNumber()];
  const lid = { kind: "lid" as const, address: `66${numbers[0]?.slice(-8)}` };
  const [first, second] = [await reported(lid), await reported(phone(numbers[0] ?? ""))];
  const kept = await reported(lid, phone(numbers[0] ?? ""));
  const gone = [first.id, second.id].find((id) => id !== kept.id) ?? "";
  expect((await update(gone, { name: "Unida" })).id).toBe(kept.id);
  await acting(company.ana, (ctx) => blockContact(ctx, gone, false));
  await acting(company.ana, (ctx) => toggleDisableBot(ctx, gone));
  expect(await documentOf(kept.id)).toMatchObject({ name: "Unida", active: false, disableBot: true });
});

test("the bot switch of a contact turns on and off", async () => {
  const { id } = await givenContact({ companyId: company.companyId });
  const toggle = async () => (await acting(company.bia, (ctx) => toggleDisableBot(ctx, id))).disableBot;
  expect([await toggle(), await toggle(), await toggle()]).toEqual([true, false, true]);
});

test("deleting a contact deletes its tickets and messages and those only; supervisors and agents may not", async () => {
  const { companyId, connection, admin, ana } = company;
  const supervisor = await givenAgent({ companyId, name: "Sueli", profile: "supervisor" });
  const [one, other] = [await givenContact({ companyId }), await givenContact({ companyId })];
  for (const { number } of [one, other])
    await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { sender: { phone: number } })));
  for (const agent of [ana, supervisor])
    expect(await refusal(acting(agent, (ctx) => deleteContact(ctx, one.id)))).toEqual({
      code: "ERR_NO_PERMISSION",
      details: { id: one.id },
    });
  await acting(admin, (ctx) => deleteContact(ctx, one.id));
  const left = (contactId: string) =>
    atDesk(companyId, async (ctx) => [
      await ctx.db.$count(contacts, eq(contacts.id, contactId)),
      await ctx.db.$count(tickets, eq(tickets.contactId, contactId)),
      await ctx.db.$count(messages, eq(messages.contactId, contactId)),
    ]);
  expect([await left(one.id), await left(other.id)]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  expect((await refusal(acting(admin, (ctx) => deleteContact(ctx, one.id)))).code).toBe("ERR_NO_CONTACT_FOUND");
});

test("deleting a contact by the id of a merged one deletes the whole chain of merges", async () => {
  const { companyId, admin } = company;
  const ids: string[] = [randomUUID(), randomUUID(), randomUUID()].toSorted();
  const [kept = "", middle = "", last = ""] = ids;
  await givenContact({ companyId, id: kept });
  await givenContact({ companyId, id: middle, mergedIntoId: kept, number: "" });
  await givenContact({ companyId, id: last, mergedIntoId: middle, number: "" });
  await givenTicket({ companyId, contactId: kept });
  await acting(admin, (ctx) => deleteContact(ctx, last));
  const rows = await atDesk(companyId, (ctx) => ctx.db.select({ id: contacts.id }).from(contacts));
  expect(rows.filter(({ id }) => ids.includes(id))).toEqual([]);
});
