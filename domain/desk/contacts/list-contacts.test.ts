import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, like } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { searchable } from "../../../contracts/search-text.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { containing } from "../../ground/containing.ts";
import { acting, atDesk } from "../../testing.ts";
import { contactDocuments, contactsToPick, exportContacts, findContactIds, listContacts } from "./index.ts";

const { contactAddresses, contacts, tags, ticketTags } = schema;

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

describe("a search in a long list", () => {
  const MANY = 12_500;
  /** The frequency of each name part: in every n-th contact. The first ones are at the end of the order. */
  const parts = { zilda: 300, yara: 9, barros: 400, lima: 20, souza: 2, "1%_": 600, unico: 12_001 };
  let many: Awaited<ReturnType<typeof givenCompany>>;
  beforeAll(async () => {
    many = await givenCompany();
    const { companyId } = many;
    const rows = Array.from({ length: MANY }, (_, place) => {
      const has = (part: keyof typeof parts) => place % parts[part] === parts[part] - 1;
      const first = has("zilda") ? "Zilda" : has("yara") ? "Yara" : `Ana ${String((place * 7919) % MANY)}`;
      const last = (["barros", "lima", "souza", "1%_", "unico"] as const).filter(has);
      const name = [first, ...last].join(" ");
      return { companyId, id: randomUUID(), name, search: searchable(name) };
    });
    await atDesk(companyId, async ({ db }) => {
      for (let from = 0; from < MANY; from += 2_500) await db.insert(contacts).values(rows.slice(from, from + 2_500));
      const merged = rows.filter((_, place) => place % 1_000 === 999).map(({ id }) => id);
      await db
        .update(contacts)
        .set({ mergedIntoId: rows[0]?.id ?? "" })
        .where(inArray(contacts.id, merged));
    });
    const other = await givenCompany();
    await givenContact({ companyId: other.companyId, name: "Zilda de lá" });
  });

  test.each([...Object.keys(parts), "ana", "a", "ya", "lima souza", "nunca"])(
    "'%s' gives the same pages as one plain statement",
    async (search) => {
      const plain = await acting(many.ana, (ctx) =>
        ctx.db
          .select({ id: contacts.id })
          .from(contacts)
          .where(
            and(
              eq(contacts.companyId, many.companyId),
              isNull(contacts.mergedIntoId),
              like(contacts.search, containing(search)),
            ),
          )
          .orderBy(contacts.name, contacts.id),
      );
      const expected = plain.map(({ id }) => id);
      const last = Math.max(1, Math.ceil(expected.length / 20));
      for (const number of new Set([1, 2, Math.ceil(last / 2), last, last + 1])) {
        const found = await acting(many.ana, (ctx) => listContacts(ctx, { search, page: number }));
        expect(found.contacts.map(({ id }) => id)).toEqual(expected.slice((number - 1) * 20, number * 20));
        expect(found.hasMore).toBe(expected.length > number * 20);
      }
    },
  );
});
