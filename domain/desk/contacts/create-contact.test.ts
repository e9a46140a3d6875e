import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenPhoneNumber } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  addressesOf,
  contactDocuments,
  createContact,
  findOrCreateContact,
  lockContacts,
  mergeContacts,
} from "./index.ts";

const { contactAddresses, contacts, unnumberedChanges } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
let other: typeof company;
beforeAll(async () => {
  company = await givenCompany();
  other = await givenCompany();
});

test("a created contact is stored with trimmed texts and defaults, in its order of extra fields", async () => {
  const { companyId, ana } = company;
  const now = new Date("2026-05-04T12:00:00Z");
  const number = givenPhoneNumber();
  const wanted = {
    name: "  Íris Melo ",
    number: `+${number}`,
    extraInfo: [
      { name: " CPF ", value: " 1 " },
      { name: "  ", value: "" },
      { name: "", value: "só valor" },
      { name: "só nome", value: " " },
    ],
  };
  const created = await acting(ana, (ctx) => createContact(ctx, wanted), now);
  expect(created).toMatchObject({ name: "Íris Melo", number, email: "", isActive: true, disableBot: false });
  expect([created.createdAt, created.updatedAt]).toEqual([now, now]);
  const [document] = await atDesk(companyId, (ctx) => contactDocuments(ctx, [created.id]));
  expect(document).toMatchObject({ search: `iris melo ${number}`, createdAt: now.toISOString() });
  expect(document?.extraInfo.map(({ name, value }) => [name, value])).toEqual([
    ["CPF", "1"],
    ["", "só valor"],
    ["só nome", ""],
  ]);
});

test("a created contact has its e-mail and bot switch, and devices are told of it", async () => {
  const { companyId, ana } = company;
  const wanted = { name: "Ivo", number: givenPhoneNumber(), email: "ivo@x.example", disableBot: true };
  const { id, search } = await acting(ana, (ctx) => createContact(ctx, wanted));
  expect(search).toBe(`ivo ${wanted.number} ivo@x.example`);
  const documents = await atDesk(companyId, (ctx) => contactDocuments(ctx, [id]));
  expect(documents).toMatchObject([{ email: "ivo@x.example", disableBot: true }]);
  const told = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(unnumberedChanges).where(eq(unnumberedChanges.docId, id)),
  );
  expect(told.map(({ collection }) => collection)).toContain("contacts");
});

test("messages from a created contact's number belong to it, however the channel writes the number", async () => {
  const { companyId, ana } = company;
  const { id } = await acting(ana, (ctx) => createContact(ctx, { name: "Noé", number: "(31) 98111-2233" }));
  const addresses = [{ kind: "phone" as const, address: "553181112233" }];
  expect((await atDesk(companyId, (ctx) => findOrCreateContact(ctx, { addresses }))).id).toBe(id);
  expect(await atDesk(companyId, (ctx) => addressesOf(ctx, [id]))).toHaveLength(1);
});

test("creating a contact again by its id returns the one that it was merged into and changes nothing", async () => {
  const { companyId, ana } = company;
  const kept = await givenContact({ companyId, id: "00000000-0000-4000-8000-000000000001", name: "Primeira" });
  const wanted = { id: randomUUID(), name: "Segunda", number: givenPhoneNumber() };
  await acting(ana, (ctx) => createContact(ctx, wanted));
  await atDesk(companyId, async (ctx) => {
    const [gone, first] = await lockContacts(ctx, [kept.id, wanted.id]);
    if (gone && first) await mergeContacts(ctx, gone, first);
  });
  const again = await acting(ana, (ctx) => createContact(ctx, { ...wanted, name: "Terceira" }));
  expect(again).toMatchObject({ id: kept.id, name: "Primeira" });
});

test.each([
  ["12345678", "invalid"],
  ["abc", "notANumber"],
  ["+55 31 1", "invalid"],
  ["5500988887777", "unknownAreaCode"],
  ["98888-7777", "noAreaCode"],
])("the number %s is refused with its field and the reason %s", async (number, reason) => {
  expect(await refusal(acting(company.ana, (ctx) => createContact(ctx, { name: "Rui", number })))).toEqual({
    code: "ERR_WAPP_INVALID_CONTACT",
    details: { fields: { number: reason } },
  });
});

test("when two agents create a contact with one number at once, one succeeds and the other is told which contact has it", async () => {
  const { companyId, ana, bia } = company;
  const number = givenPhoneNumber();
  const attempts = await Promise.allSettled(
    [ana, bia].map((agent) => acting(agent, (ctx) => createContact(ctx, { name: agent.name, number }))),
  );
  const [created] = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
  const refused = attempts.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason] : []));
  expect(refused).toMatchObject([
    { code: "ERR_DUPLICATED_CONTACT", details: { contactId: created?.id, name: created?.name } },
  ]);
  const stored = await atDesk(companyId, (ctx) => ctx.db.select().from(contacts).where(eq(contacts.number, number)));
  expect(stored).toHaveLength(1);
});

test("a number and an id of another company's contact are free", async () => {
  const theirs = await givenContact({ companyId: other.companyId, name: "De lá" });
  const wanted = { id: theirs.id, name: "Daqui", number: theirs.number };
  const created = await acting(company.ana, (ctx) => createContact(ctx, wanted));
  expect(created).toMatchObject({ companyId: company.companyId, id: theirs.id, name: "Daqui" });
  const holders = await atDesk(other.companyId, (ctx) =>
    ctx.db.select().from(contactAddresses).where(eq(contactAddresses.contactId, theirs.id)),
  );
  expect(holders.map(({ companyId }) => companyId)).toEqual([other.companyId]);
  expect(await atDesk(other.companyId, (ctx) => contactDocuments(ctx, [theirs.id]))).toMatchObject([{ name: "De lá" }]);
});
