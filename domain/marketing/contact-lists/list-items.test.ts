import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { DomainError } from "../../../contracts/domain-error.ts";
import { testTime } from "../../../contracts/testing/clock.ts";
import { randomOfTest } from "../../../contracts/testing/random.ts";
import { isTransientDbError, schema } from "../../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { csvNumber, phoneMatchKey } from "../../desk/contacts/index.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { givenList } from "../campaigns/testing/given-campaign.ts";
import {
  changeItem,
  checkList,
  createItem,
  deleteItem,
  deleteItems,
  deleteList,
  exportItems,
  fillList,
  insertItems,
  itemToCsv,
  listSummary,
  pageOfItems,
  requireItem,
  requireListView,
  saveChecks,
} from "./index.ts";

const { contactListCounts, contactListItems, numberChecks, optOuts, tags, ticketTags } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
let companyId: string;
let admin: GivenAgent;
let supervisor: GivenAgent;
beforeAll(async () => {
  company = await givenCompany();
  ({ admin, companyId } = company);
  supervisor = await givenAgent({ companyId, name: "Sueli", profile: "supervisor" });
});

let next = 0;
/** Returns a Brazilian mobile number that no other test uses. */
const mobile = () => `55319${String(70_000_000 + next++)}`;

const optOut = (number: string, since = new Date("2026-10-02T12:00:00Z")) =>
  atDesk(companyId, ({ db }) =>
    db.insert(optOuts).values({ companyId, kind: "phone", matchKey: phoneMatchKey(number), since }),
  );
const checkOf = (number: string) =>
  atDesk(companyId, async ({ db }) => {
    const where = and(eq(numberChecks.companyId, companyId), eq(numberChecks.matchKey, phoneMatchKey(number)));
    const [found] = await db.select().from(numberChecks).where(where);
    return found;
  });
const checked = (number: string, isOnWhatsapp: boolean, daysAgo: number) =>
  atDesk(companyId, ({ db }) =>
    db.insert(numberChecks).values({
      ...{ companyId, matchKey: phoneMatchKey(number), number, isOnWhatsapp },
      checkedAt: new Date(testTime() - daysAgo * 86_400_000),
    }),
  );
const namesOf = async (listId: string, filter: Parameters<typeof pageOfItems>[2] = {}) =>
  (await acting(admin, (ctx) => pageOfItems(ctx, listId, filter))).items.map(({ name }) => name);

test("items: a page of 20 by name, with a search in name, number and e-mail", async () => {
  const numbers = Array.from({ length: 23 }, mobile);
  const { id } = await givenList(
    companyId,
    numbers.map((number, place) => ({ name: `Pessoa ${String(place).padStart(2, "0")}`, number })),
  );
  await acting(admin, (ctx) => createItem(ctx, id, { name: "Zélia", number: mobile(), email: "zelia@casa.example" }));
  const first = await acting(admin, (ctx) => pageOfItems(ctx, id, {}));
  expect([first.items.length, first.items[0]?.name, first.hasMore]).toEqual([20, "Pessoa 00", true]);
  expect(await namesOf(id, { page: 2 })).toEqual(["Pessoa 20", "Pessoa 21", "Pessoa 22", "Zélia"]);
  expect(await namesOf(id, { search: "ZELIA" })).toEqual(["Zélia"]);
  expect(await namesOf(id, { search: "casa.example" })).toEqual(["Zélia"]);
  expect(await namesOf(id, { search: numbers[4]?.slice(4) })).toEqual(["Pessoa 04"]);
  expect(await namesOf(id, { search: "_essoa" })).toEqual([]);
  const elsewhere = await givenList(companyId, []);
  expect(await namesOf(elsewhere.id, { search: "Pessoa" })).toEqual([]);
});

test("the parts, the summary and the CSV of a list agree", async () => {
  const [valid, invalid, out, unknown] = [mobile(), mobile(), mobile(), mobile()];
  const { id } = await givenList(companyId, [
    { name: "Ana", number: valid, isWhatsappValid: true },
    { name: "Bia", number: invalid, isWhatsappValid: false },
    { name: "Caio", number: out, isWhatsappValid: true, email: "caio@casa.example" },
    { name: "Davi", number: unknown },
  ]);
  // Stored in the other form of the ninth digit.
  await optOut(out.replace(/^(5531)9/, "$1"));
  expect(await namesOf(id)).toEqual(["Ana", "Bia", "Caio", "Davi"]);
  expect(await namesOf(id, { part: "valid" })).toEqual(["Ana", "Caio"]);
  expect(await namesOf(id, { part: "out" })).toEqual(["Bia", "Caio"]);
  expect(await namesOf(id, { part: "out", search: "caio" })).toEqual(["Caio"]);
  expect(await acting(admin, (ctx) => checkList(ctx, id))).toBe(4);
  expect(await acting(admin, (ctx) => listSummary(ctx, id))).toEqual({
    ...{ total: 4, valid: 2, invalid: 1, optedOut: 1, ready: 1, checking: 4, usedBy: null },
  });
  const items = await acting(admin, (ctx) => exportItems(ctx, id, {}, null));
  const home = { country: "BR", areaCode: "31" };
  expect(items.map((item) => itemToCsv(item, home))).toEqual([
    `Ana;${csvNumber(valid, home)};;sim;\r\n`,
    `Bia;${csvNumber(invalid, home)};;não;\r\n`,
    `Caio;${csvNumber(out, home)};caio@casa.example;sim;2026-10-02\r\n`,
    `Davi;${csvNumber(unknown, home)};;;\r\n`,
  ]);
  const [, bia] = items;
  const later = await acting(admin, (ctx) => exportItems(ctx, id, { part: "valid" }, bia ?? null));
  expect(later.map(({ name }) => name)).toEqual(["Caio"]);
});

test("the counters of lists are the counts of their items, after a random mix of concurrent writers", async () => {
  const ids = [(await givenList(companyId, [])).id, (await givenList(companyId, [])).id];
  const { pick, chance } = randomOfTest();
  const numbers = Array.from({ length: 60 }, mobile);
  type NewPerson = { name: string; number: string; email: string };
  const some = (): NewPerson[] =>
    [pick(numbers), pick(numbers), pick(numbers)].map((number) => ({ name: "P", number, email: "" }));
  const anItem = async () => {
    const { items } = await acting(admin, (ctx) => pageOfItems(ctx, pick(ids), {}));
    return items.length > 0 ? pick(items).id : randomUUID();
  };
  const result = (number: string) => ({ matchKey: phoneMatchKey(number), isOnWhatsapp: chance(0.5) });
  const actions = [
    () => acting(admin, (ctx) => createItem(ctx, pick(ids), some()[0] as NewPerson)),
    () => atDesk(companyId, (ctx) => insertItems(ctx, pick(ids), some())),
    async () => {
      const id = await anItem();
      await acting(admin, (ctx) => changeItem(ctx, id, some()[0] as NewPerson));
    },
    async () => {
      const id = await anItem();
      await acting(admin, (ctx) => deleteItems(ctx, [id]));
    },
    // As one worker saves them: results of two would be the same rows in another order.
    () => saving(() => atDesk(companyId, (ctx) => saveChecks(ctx, [pick(numbers), pick(numbers)].map(result)))),
  ];
  let last: Promise<unknown> = Promise.resolve();
  const saving = (save: () => Promise<unknown>) => {
    last = last.then(save);
    return last;
  };
  const work = async () => {
    for (let at = 0; at < 40; at++)
      await pick(actions)().catch((error: unknown) => {
        if (!(error instanceof DomainError || isTransientDbError(error))) throw error;
      });
  };
  await Promise.all(Array.from({ length: 5 }, work));
  for (const id of ids) {
    const items = await atDesk(companyId, ({ db }) =>
      db
        .select({ isValid: contactListItems.isWhatsappValid })
        .from(contactListItems)
        .where(and(eq(contactListItems.companyId, companyId), eq(contactListItems.listId, id))),
    );
    const having = (wanted: boolean) => items.filter(({ isValid }) => isValid === wanted).length;
    expect(items.length).toBeGreaterThan(0);
    expect(await acting(admin, (ctx) => listSummary(ctx, id))).toMatchObject({
      ...{ total: items.length, valid: having(true), invalid: having(false) },
    });
    expect(await acting(admin, (ctx) => requireListView(ctx, id))).toMatchObject({ contactsCount: items.length });
  }
  const [id = ""] = ids;
  const rows = () => atDesk(companyId, ({ db }) => db.$count(contactListCounts, eq(contactListCounts.listId, id)));
  expect(await rows()).toBeGreaterThan(0);
  await acting(admin, (ctx) => deleteList(ctx, id));
  expect(await rows()).toBe(0);
});

test("a number is in a list once, with or without the ninth digit", async () => {
  const { id } = await givenList(companyId, []);
  const made = await acting(supervisor, (ctx) =>
    createItem(ctx, id, { name: "Helena", number: "(31) 97123-4567", email: "" }),
  );
  expect(made).toMatchObject({ listId: id, number: "5531971234567", isWhatsappValid: null });
  const same = { name: "Outra", number: "+55 31 7123-4567", email: "" };
  expect(await refusal(acting(supervisor, (ctx) => createItem(ctx, id, same)))).toEqual({
    code: "ERR_DUPLICATED_LIST_ITEM",
    details: { id: made.id, name: "Helena", number: "5531971234567" },
  });
  const other = await givenList(companyId, []);
  expect(await acting(supervisor, (ctx) => createItem(ctx, other.id, same))).toMatchObject({ name: "Outra" });
  const bad = { ...same, number: "12345678" };
  expect((await refusal(acting(supervisor, (ctx) => createItem(ctx, id, bad)))).code).toBe("ERR_WAPP_INVALID_CONTACT");
});

test("two simultaneous additions of a number add it once", async () => {
  const { id } = await givenList(companyId, []);
  const person = { name: "Helena", number: mobile(), email: "" };
  const answers = await Promise.allSettled([1, 2].map(() => acting(admin, (ctx) => createItem(ctx, id, person))));
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await namesOf(id)).toEqual(["Helena"]);
});

test("a change of the number checks it again; a number of another item is refused", async () => {
  const [first, second, known] = [mobile(), mobile(), mobile()];
  const { id } = await givenList(companyId, [
    { name: "Ana", number: first, isWhatsappValid: true },
    { name: "Bia", number: second, isWhatsappValid: true },
  ]);
  const [ana, bia] = (await acting(admin, (ctx) => pageOfItems(ctx, id, {}))).items;
  const change = (to: { name: string; number: string; email: string }) =>
    acting(supervisor, (ctx) => changeItem(ctx, ana?.id ?? "", to));
  expect(await refusal(change({ name: "Ana", number: second, email: "" }))).toMatchObject({
    ...{ code: "ERR_DUPLICATED_LIST_ITEM", details: { id: bia?.id, name: "Bia" } },
  });
  // The other spelling of the same number is no other number.
  const spelled = first.replace(/^(5531)9/, "$1");
  expect(await change({ name: "Aninha", number: spelled, email: "ana@casa.example" })).toMatchObject({
    ...{ name: "Aninha", number: spelled, isWhatsappValid: true },
  });
  expect(await namesOf(id, { search: "ana@casa" })).toEqual(["Aninha"]);
  const moved = mobile();
  expect(await change({ name: "Ana", number: moved, email: "" })).toMatchObject({ isWhatsappValid: null });
  expect(await checkOf(moved)).toMatchObject({ number: moved, dueAt: expect.any(Date) });
  await checked(known, false, 3);
  await change({ name: "Ana", number: known, email: "" });
  expect(await acting(admin, (ctx) => requireItem(ctx, ana?.id ?? ""))).toMatchObject({ isWhatsappValid: false });
});

test("a person of a list may keep a name and an e-mail that a form refuses, and may not get such ones", async () => {
  const { id } = await givenList(companyId, [{ name: "J", number: mobile(), email: "antigo@" }]);
  const [found] = (await acting(admin, (ctx) => pageOfItems(ctx, id, {}))).items;
  const stored = found ?? expect.fail("no item");
  const change = (to: { name?: string; email?: string }) =>
    acting(supervisor, (ctx) => changeItem(ctx, stored.id, { ...stored, ...to }));
  expect(await change({ email: "j@x.example" })).toMatchObject({ name: "J", email: "j@x.example" });
  expect(await refusal(change({ name: "K", email: "k@" }))).toMatchObject({
    ...{ code: "ERR_VALIDATION", details: { fields: { name: [expect.any(String)], email: [expect.any(String)] } } },
  });
});

test("only admins delete people; several at once, missing ones skipped", async () => {
  const { id } = await givenList(companyId, [{ number: mobile() }, { number: mobile() }, { number: mobile() }]);
  const [first, second] = (await acting(admin, (ctx) => pageOfItems(ctx, id, {}))).items.map((item) => item.id);
  if (!first || !second) throw new Error("no items");
  expect((await refusal(acting(supervisor, (ctx) => deleteItem(ctx, first)))).code).toBe("ERR_NO_PERMISSION");
  expect((await refusal(acting(supervisor, (ctx) => deleteItems(ctx, [first])))).code).toBe("ERR_NO_PERMISSION");
  await acting(admin, (ctx) => deleteItem(ctx, first));
  expect((await refusal(acting(admin, (ctx) => deleteItem(ctx, first)))).code).toBe("ERR_NO_CONTACT_LIST_ITEM_FOUND");
  expect(await acting(admin, (ctx) => deleteItems(ctx, [first, second, randomUUID()]))).toBe(1);
  expect(await namesOf(id)).toHaveLength(1);
});

test("an added number gets a check unless it was checked within 30 days", async () => {
  const { id } = await givenList(companyId, []);
  const add = (number: string) => acting(admin, (ctx) => createItem(ctx, id, { name: "Helena", number, email: "" }));
  const [fresh, recent, old, waiting] = [mobile(), mobile(), mobile(), mobile()];
  await checked(recent, true, 29);
  await checked(old, true, 31);
  await acting(admin, (ctx) => createItem(ctx, id, { name: "Helena", number: waiting, email: "" }));
  const due = (await checkOf(waiting))?.dueAt;
  expect((await add(fresh)).isWhatsappValid).toBeNull();
  expect((await add(recent)).isWhatsappValid).toBe(true);
  expect((await add(old)).isWhatsappValid).toBeNull();
  expect([(await checkOf(fresh))?.dueAt, (await checkOf(recent))?.dueAt, (await checkOf(old))?.dueAt]).toEqual([
    expect.any(Date),
    null,
    expect.any(Date),
  ]);
  // On request everything is checked again; a number that waits keeps its turn.
  expect(await acting(admin, (ctx) => checkList(ctx, id))).toBe(1);
  expect((await checkOf(recent))?.dueAt).toEqual(expect.any(Date));
  expect((await checkOf(waiting))?.dueAt).toEqual(due);
});

test("an addition makes no check due of people that were added before, to this list or another", async () => {
  const now = new Date("2026-10-01T12:00:00.123Z");
  const add = (id: string, numbers: string[], at = now) =>
    atDesk(
      companyId,
      (ctx) =>
        insertItems(
          ctx,
          id,
          numbers.map((number) => ({ name: "Helena", number, email: "" })),
        ),
      at,
    );
  /** Ends the check of a number without a result, as after the last attempt. */
  const giveUp = (number: string) =>
    atDesk(companyId, ({ db }) =>
      db
        .update(numberChecks)
        .set({ dueAt: null })
        .where(and(eq(numberChecks.companyId, companyId), eq(numberChecks.matchKey, phoneMatchKey(number)))),
    );
  const [present, elsewhere, added] = [mobile(), mobile(), mobile()];
  const contact = await givenContact({ companyId });
  const [list, other] = [await givenList(companyId, []), await givenList(companyId, [])];
  await add(list.id, [present], new Date("2026-09-30T12:00:00Z"));
  await add(other.id, [elsewhere]);
  await giveUp(present);
  await giveUp(elsewhere);

  expect(await add(list.id, [present, added])).toEqual([phoneMatchKey(added)]);
  await acting(supervisor, (ctx) => fillList(ctx, list.id, { kind: "contacts", contactIds: [contact.id] }), now);
  expect([await checkOf(added), await checkOf(contact.number)]).toMatchObject([{ dueAt: now }, { dueAt: now }]);
  expect([await checkOf(present), await checkOf(elsewhere)]).toMatchObject([{ dueAt: null }, { dueAt: null }]);
});

test("a list is filled from contacts by tag, queue, activity and selection, each number once", async () => {
  const { queue } = company;
  const tagId = randomUUID();
  const old = new Date("2026-01-10T12:00:00Z");
  const [inQueue, tagged, quiet] = [
    await givenContact({ companyId }),
    await givenContact({ companyId }),
    await givenContact({ companyId }),
  ];
  const nameless = await givenContact({ companyId, number: "" });
  const wasActive = { status: "closed", lastMessageAt: new Date("2026-05-05T03:00:00Z") } as const;
  await givenTicket({ companyId, contactId: inQueue.id, queueId: queue.id, ...wasActive });
  const ticket = await givenTicket({ companyId, contactId: tagged.id, status: "closed", lastMessageAt: old });
  await givenTicket({ companyId, contactId: quiet.id, status: "closed", lastMessageAt: old });
  await atDesk(companyId, async ({ db }) => {
    await db.insert(tags).values({ companyId, id: tagId, name: "VIP", color: "#1d7f52" });
    await db.insert(ticketTags).values({ companyId, ticketId: ticket.id, tagId });
  });
  const filled = async (source: Parameters<typeof fillList>[2], into?: string) => {
    const id = into ?? (await givenList(companyId, [])).id;
    const answer = await acting(supervisor, (ctx) => fillList(ctx, id, source));
    const { items } = await acting(admin, (ctx) => pageOfItems(ctx, id, {}));
    return { answer, numbers: items.map(({ number }) => number).sort() };
  };
  const one = { added: 1, known: 0 };
  expect(await filled({ kind: "tag", tagId })).toEqual({ answer: one, numbers: [tagged.number] });
  expect(await filled({ kind: "queue", queueId: queue.id })).toEqual({ answer: one, numbers: [inQueue.number] });
  // 03:00 UTC is midnight in São Paulo: the day counts from there.
  expect(await filled({ kind: "activeSince", day: "2026-05-05" })).toMatchObject({ numbers: [inQueue.number] });
  expect(await filled({ kind: "activeSince", day: "2026-05-06" })).toMatchObject({ numbers: [] });
  const contactIds = [quiet.id, tagged.id, nameless.id, randomUUID()];
  const { id } = await givenList(companyId, [{ number: tagged.number }]);
  expect(await filled({ kind: "contacts", contactIds }, id)).toEqual({
    answer: { added: 1, known: 1 },
    numbers: [quiet.number, tagged.number].sort(),
  });
  expect(await checkOf(quiet.number)).toMatchObject({ dueAt: expect.any(Date) });
  const nobody = randomUUID();
  for (const [source, code] of [
    [{ kind: "tag", tagId: nobody }, "ERR_NO_TAG_FOUND"],
    [{ kind: "queue", queueId: nobody }, "ERR_NO_QUEUE_FOUND"],
  ] as const)
    expect((await refusal(acting(admin, (ctx) => fillList(ctx, id, source)))).code).toBe(code);
});
