import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_NAME } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenPhoneNumber } from "../../../db/testing/given.ts";
import { withoutNinthDigit } from "../../../db/testing/phone-numbers.ts";
import { acting, atDesk } from "../../testing.ts";
import {
  addressesOf,
  channelAddresses,
  findOrCreateContact,
  findSettledContact,
  type Party,
  updateContact,
} from "./index.ts";

const { contactAddresses, contacts, unnumberedChanges } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  company = await givenCompany();
});

const find = (party: Party, companyId = company.companyId) =>
  atDesk(companyId, (ctx) => findOrCreateContact(ctx, party));
const settled = (...addresses: Party["addresses"]) =>
  atDesk(company.companyId, (ctx) => findSettledContact(ctx, { addresses }));
const phone = (address: string) => ({ kind: "phone" as const, address });
let lids = 0;
const newLid = () => ({ kind: "lid" as const, address: `4400${lids++}` });

test.each([
  [{}, []],
  [{ lid: "1" }, ["lid 1"]],
  [{ instagram: "4", facebook: "3", phone: "2", lid: "1" }, ["lid 1", "phone 2", "facebook 3", "instagram 4"]],
  [{ phone: "", lid: "1" }, ["lid 1"]],
])("channelAddresses leaves out empty addresses: %j", (party, addresses) => {
  expect(channelAddresses(party).map(({ kind, address }) => `${kind} ${address}`)).toEqual(addresses);
});

describe("a contact that the channel reports for the first time", () => {
  test.each<[string, Partial<Party>, string]>([
    ["the channel's name, trimmed", { name: "  Rui Matos " }, "Rui Matos"],
    [`the first ${MAX_NAME} characters of a long name`, { name: "x".repeat(MAX_NAME + 1) }, "x".repeat(MAX_NAME)],
    ["the name without half a character", { name: `Rui ${"😀".charAt(0)}` }, "Rui \uFFFD"],
  ])("is named by %s", async (_what, party, name) => {
    expect(await find({ addresses: [newLid()], ...party })).toMatchObject({ name, number: "", isGroup: false });
  });

  test("is named by its number, or else by its other address, while the channel gives no name", async () => {
    const [number, lid] = [givenPhoneNumber(), newLid()];
    const named = await find({ addresses: [newLid(), phone(number)], name: "  " });
    expect(named).toMatchObject({ name: number, number, search: `${number} ${number}` });
    expect(await find({ addresses: [lid] })).toMatchObject({ name: lid.address, number: "" });
  });

  test("is a group if the channel says so, and a group's name follows the channel", async () => {
    const party = { addresses: [{ kind: "group" as const, address: "120363001" }], isGroup: true };
    expect(await find({ ...party, name: "Feira" })).toMatchObject({ name: "Feira", isGroup: true, number: "" });
    expect(await find({ ...party, name: "Feira nova" })).toMatchObject({ name: "Feira nova", search: "feira nova" });
    expect(await find(party)).toMatchObject({ name: "Feira nova" });
  });

  test("needs an address", async () => {
    await expect(find({ addresses: [], name: "Rui" })).rejects.toThrow("without any address");
  });
});

describe("a known contact", () => {
  test("keeps a spelling of its number that a user typed another way", async () => {
    const long = givenPhoneNumber();
    const short = withoutNinthDigit(long);
    const { id } = await find({ addresses: [phone(long)] });
    expect(await find({ addresses: [phone(short)], isTyped: true })).toMatchObject({ id, number: long });
    expect(await atDesk(company.companyId, (ctx) => addressesOf(ctx, [id]))).toMatchObject([{ address: long }]);
    expect(await find({ addresses: [phone(short)] })).toMatchObject({ id, number: short });
    expect(await atDesk(company.companyId, (ctx) => addressesOf(ctx, [id]))).toMatchObject([{ address: short }]);
  });

  test("keeps its shown number when the channel reports a second one, which leads to it, too", async () => {
    const [lid, first, second] = [newLid(), givenPhoneNumber(), givenPhoneNumber()];
    const { id } = await find({ addresses: [lid, phone(first)], name: "Rui" });
    expect(await find({ addresses: [lid, phone(second)] })).toMatchObject({ id, number: first });
    expect((await find({ addresses: [phone(second)] })).id).toBe(id);
  });

  test("without a name shows its number as soon as the channel reports one", async () => {
    const [lid, number] = [newLid(), givenPhoneNumber()];
    await find({ addresses: [lid] });
    expect(await find({ addresses: [lid, phone(number)] })).toMatchObject({ name: number, number });
    expect(await find({ addresses: [lid], name: "Rui" })).toMatchObject({ name: "Rui", search: `rui ${number}` });
  });

  test("keeps the name that a user gave it", async () => {
    const lid = newLid();
    const { id } = await find({ addresses: [lid] });
    await acting(company.ana, (ctx) => updateContact(ctx, id, { name: "Cliente da esquina" }));
    expect(await find({ addresses: [lid], name: "Rui" })).toMatchObject({ name: "Cliente da esquina" });
  });

  test("is not written again when the channel reports nothing new", async () => {
    const party = { addresses: [newLid(), phone(givenPhoneNumber())], name: "Rui" };
    const { id } = await find(party);
    const logged = () =>
      atDesk(company.companyId, (ctx) => ctx.db.$count(unnumberedChanges, eq(unnumberedChanges.docId, id)));
    const before = await logged();
    await find(party);
    await find({ ...party, addresses: party.addresses.slice(0, 1), name: "Outro" });
    expect(before).toBeGreaterThan(0);
    expect(await logged()).toBe(before);
  });

  test("has for each later address the one that the channel reported it with", async () => {
    const [lid, number] = [newLid(), givenPhoneNumber()];
    const { id } = await find({ addresses: [lid] });
    await find({ addresses: [phone(number), lid] });
    const rows = await atDesk(company.companyId, (ctx) =>
      ctx.db.select().from(contactAddresses).where(eq(contactAddresses.contactId, id)),
    );
    const byKind = new Map(rows.map((row) => [row.kind, row]));
    expect(byKind.get("lid")?.reportedWithId).toBeNull();
    expect(byKind.get("phone")?.reportedWithId).toBe(byKind.get("lid")?.id);
  });

  test("of another company is another contact", async () => {
    const { companyId } = await givenCompany();
    const theirs = await givenContact({ companyId, name: "De lá" });
    const ours = await find({ addresses: [phone(theirs.number)] });
    expect(ours).toMatchObject({ companyId: company.companyId, name: theirs.number });
    expect(await find({ addresses: [phone(theirs.number)] }, companyId)).toMatchObject({
      id: theirs.id,
      name: "De lá",
    });
  });
});

test("findSettledContact finds a contact only if every address leads to it, and creates nothing", async () => {
  const [lid, unknown, number] = [newLid(), newLid(), givenPhoneNumber()];
  const one = await find({ addresses: [lid, phone(number)] });
  const other = await givenContact({ companyId: company.companyId });
  expect((await settled(lid))?.id).toBe(one.id);
  expect((await settled(phone(number), lid))?.id).toBe(one.id);
  expect((await settled(phone(other.number)))?.id).toBe(other.id);
  expect(await settled(unknown)).toBeNull();
  expect(await settled(lid, unknown)).toBeNull();
  expect(await settled(lid, phone(other.number))).toBeNull();
  const named = and(eq(contacts.companyId, company.companyId), eq(contacts.name, unknown.address));
  expect(await atDesk(company.companyId, (ctx) => ctx.db.$count(contacts, named))).toBe(0);
});
