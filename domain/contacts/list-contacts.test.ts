import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../db/testing/given.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import { acting, atDesk } from "../testing.ts";
import { contactDocuments, contactsToPick, containing, exportContacts, findContactIds, listContacts } from "./index.ts";

const { contactAddresses, contacts, tags, ticketTags } = schema;

test.each([
  ["Ana", "%ana%"],
  ["ÉGUA", "%egua%"],
  ["100%", "%100\\%%"],
  ["a_b", "%a\\_b%"],
  ["c:\\x", "%c:\\\\x%"],
])("a search for %s looks for the text itself, without accents and case", (text, pattern) => {
  expect(containing(text)).toBe(pattern);
});

let company: Awaited<ReturnType<typeof givenCompany>>;
const [vip, late] = [randomUUID(), randomUUID()];
const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour));
const idOf: Record<string, string> = {};

beforeAll(async () => {
  company = await givenCompany();
  const { companyId, queue } = company;
  const add = async (name: string, more: Partial<typeof contacts.$inferInsert> = {}) => {
    idOf[name] = (await givenContact({ companyId, name, ...more })).id;
  };
  await add("Ana", { number: "5531955500701" });
  await add("Bento", { number: "" });
  await add("Carla", { number: "" });
  await add("Dora", { number: "", email: "dora@loja.example", isActive: false });
  await add("Grupo da rua", { number: "", isGroup: true });
  await add("Ana (outra)", { number: "", mergedIntoId: idOf.Ana });
  const other = await givenCompany();
  await givenContact({ companyId: other.companyId, name: "Ana de lá" });
  const ticketOf = (contactId = "", more = {}) => givenTicket({ companyId, queueId: queue.id, contactId, ...more });
  const early = await ticketOf(idOf.Ana, { status: "closed", lastMessageAt: at(12) });
  await ticketOf(idOf.Ana, { status: "open", lastMessageAt: at(10) });
  const ofBento = await ticketOf(idOf.Bento, { lastMessageAt: at(9) });
  await atDesk(companyId, async ({ db }) => {
    await db
      .update(contacts)
      .set({ search: "dora dora@loja.example" })
      .where(eq(contacts.id, idOf.Dora ?? ""));
    const address = (name: string, kind: "instagram" | "facebook") => ({
      ...{ companyId, id: randomUUID(), contactId: idOf[name] ?? "", kind },
      ...{ address: `${name} ${kind}`, matchKey: `${name} ${kind}` },
    });
    await db.insert(contactAddresses).values([address("Bento", "instagram"), address("Carla", "facebook")]);
    const color = "#1d7f52";
    await db.insert(tags).values([
      { companyId, id: vip, name: "VIP", color },
      { companyId, id: late, name: "Atrasado", color },
    ]);
    await db.insert(ticketTags).values([
      { companyId, ticketId: early.id, tagId: vip },
      { companyId, ticketId: ofBento.id, tagId: late },
    ]);
  });
});

type Filter = Parameters<typeof listContacts>[1];
const page = (filter: Filter) => acting(company.ana, (ctx) => listContacts(ctx, filter));
const names = async (filter: Filter) => (await page(filter)).contacts.map(({ name }) => name);
const everyone = ["Ana", "Bento", "Carla", "Dora", "Grupo da rua"];

describe("a list of a few contacts", () => {
  test("has blocked contacts and groups, but neither merged contacts nor those of another company", async () => {
    expect(await names({})).toEqual(everyone);
    expect(await names({ search: "ana" })).toEqual(["Ana"]);
    const ids = Object.values(idOf);
    const documents = await atDesk(company.companyId, (ctx) => contactDocuments(ctx, ids));
    expect(documents.map(({ name }) => name).toSorted()).toEqual(everyone);
  });

  test("has each contact's newest message time and channel", async () => {
    const { contacts: listed } = await page({});
    expect(listed.map(({ lastMessageAt, channel }) => [lastMessageAt, channel])).toEqual([
      [at(12).toISOString(), "whatsapp"],
      [at(9).toISOString(), "instagram"],
      [null, "facebook"],
      [null, "whatsapp"],
      [null, "whatsapp"],
    ]);
  });

  test("has the number of contacts on the first page of the whole list only", async () => {
    expect(await page({})).toMatchObject({ count: 5, hasMore: false });
    expect(await page({ search: "  ", tagIds: [] })).toMatchObject({ count: 5 });
    for (const filter of [{ page: 2 }, { search: "ana" }, { tagIds: [vip] }])
      expect(await page(filter)).not.toHaveProperty("count");
  });

  test("has an empty second page, and a page number below 1 is the first page", async () => {
    expect(await names({ page: 2 })).toEqual([]);
    for (const number of [0, -3]) expect(await names({ page: number })).toEqual(everyone);
  });

  test.each<[string, Filter, string[]]>([
    ["one tag, also of a closed ticket", { tagIds: [vip] }, ["Ana"]],
    ["any of several tags", { tagIds: [vip, late] }, ["Ana", "Bento"]],
    ["an unknown tag", { tagIds: [randomUUID()] }, []],
    ["part of a number", { search: "55007" }, ["Ana"]],
    ["part of an e-mail", { search: "@LOJA" }, ["Dora"]],
    ["a tag and a text", { tagIds: [vip, late], search: "ben" }, ["Bento"]],
    ["a text that nobody has", { search: "xyz" }, []],
  ])("is filtered by %s", async (_what, filter, found) => {
    expect(await names(filter)).toEqual(found);
  });

  test("is filtered by ids in an export, which leaves out groups and merged contacts", async () => {
    const exported = async (filter: Parameters<typeof exportContacts>[1]) =>
      (await acting(company.ana, (ctx) => exportContacts(ctx, filter, null))).map(({ name }) => name);
    expect(await exported({})).toEqual(["Ana", "Bento", "Carla", "Dora"]);
    expect(await exported({ ids: Object.values(idOf).slice(2) })).toEqual(["Carla", "Dora"]);
    expect(await exported({ ids: [idOf.Bento ?? ""], tagIds: [vip] })).toEqual([]);
    const dora = await acting(company.ana, (ctx) => exportContacts(ctx, { search: "dora" }, null));
    expect(dora).toEqual([{ id: idOf.Dora, name: "Dora", number: "", email: "dora@loja.example" }]);
  });

  test("for a picker has id, name and number by name", async () => {
    const picked = await acting(company.ana, (ctx) => contactsToPick(ctx, { tagIds: [vip, late] }));
    expect(picked).toEqual([
      { id: idOf.Ana, name: "Ana", number: "5531955500701" },
      { id: idOf.Bento, name: "Bento", number: "" },
    ]);
  });

  test("an agent of another company sees only its own contacts", async () => {
    const stranger = await givenCompany();
    const seen = await acting(stranger.admin, (ctx) => listContacts(ctx, { ids: Object.values(idOf) }));
    expect(seen.contacts).toEqual([]);
    expect(await acting(stranger.admin, (ctx) => contactsToPick(ctx, {}))).toEqual([]);
    expect(await acting(stranger.admin, (ctx) => exportContacts(ctx, { tagIds: [vip] }, null))).toEqual([]);
  });
});

test("words that more than 1,000 contacts have are still found, and lists have at most 1,000 rows", async () => {
  const { companyId, ana } = await givenCompany();
  const rows = Array.from({ length: 1_001 }, (_, n) => {
    const name = `Cliente ${String(n).padStart(4, "0")}`;
    return { companyId, id: randomUUID(), name, search: searchable(name) };
  });
  await atDesk(companyId, (ctx) => ctx.db.insert(contacts).values(rows));
  expect(await atDesk(companyId, (ctx) => findContactIds(ctx, "cliente"))).toBeNull();
  const first = await acting(ana, (ctx) => listContacts(ctx, { search: "CLIENTE" }));
  expect([first.contacts.length, first.contacts[0]?.name, first.hasMore]).toEqual([20, "Cliente 0000", true]);
  expect((await acting(ana, (ctx) => listContacts(ctx, { search: "e 0999" }))).contacts).toHaveLength(1);
  const picked = await acting(ana, (ctx) => contactsToPick(ctx, {}));
  expect([picked.length, picked.at(-1)?.name]).toEqual([1_000, "Cliente 0999"]);
  const exported = await acting(ana, (ctx) => exportContacts(ctx, {}, null));
  const rest = await acting(ana, (ctx) => exportContacts(ctx, {}, exported.at(-1) ?? null));
  expect([exported.length, rest.map(({ name }) => name)]).toEqual([1_000, ["Cliente 1000"]]);

  await atDesk(companyId, (ctx) => ctx.db.delete(contacts).where(eq(contacts.id, rows[0]?.id ?? "")));
  expect(await atDesk(companyId, (ctx) => findContactIds(ctx, "cliente"))).toHaveLength(1_000);
});
