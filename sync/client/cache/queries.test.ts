import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { refKinds } from "../../../contracts/desk/refs.ts";
import { ticketStatuses } from "../../../contracts/desk/tickets.ts";
import type { DeskStorage, TicketFilter } from "../desk-types.ts";
import { givenContact, givenTicket } from "../testing/given.ts";
import { openDocuments } from "./documents.ts";
import {
  contactsQuery,
  matchesFilter,
  quickMessagesQuery,
  refsQuery,
  schedulesQuery,
  ticketsOfQuery,
  ticketsQuery,
} from "./queries.ts";

const database = await openDocuments(
  { companyId: uuidv7(), id: uuidv7() },
  getRxStorageMemory() as unknown as DeskStorage,
);
const { tickets, contacts, quickMessages, schedules, refs } = database.collections;

const filters: TicketFilter[] = ticketStatuses.flatMap((status) => [
  { status, showAll: true },
  { status, showAll: false, isGroup: false },
  { status, showAll: true, isGroup: true, queueIds: ["q", null], search: "jo.sé (" },
  { status, showAll: true, tagIds: ["t"], userIds: ["u"], limit: 50 },
]);

test.each(filters)("the ticket query %o walks an index in its order", (filter) => {
  const { queryPlan } = tickets.find(ticketsQuery(filter, "me", filter.limit)).getPreparedQuery();
  expect(queryPlan.sortSatisfiedByIndex).toBe(true);
  // After RxDB's `_deleted`, the index begins with the list's filter: nothing else is read.
  expect(queryPlan.startKeys.slice(0, 2)).toEqual([false, filter.status]);
  expect(queryPlan.endKeys.slice(0, 2)).toEqual([false, filter.status]);
});

test("the queries of contacts, quick messages, schedules and refs walk an index", () => {
  const plans = [
    contacts.find(contactsQuery("josé", 50)).getPreparedQuery().queryPlan,
    quickMessages.find(quickMessagesQuery()).getPreparedQuery().queryPlan,
    schedules.find(schedulesQuery()).getPreparedQuery().queryPlan,
    ...refKinds.map((kind) => refs.find(refsQuery(kind)).getPreparedQuery().queryPlan),
  ];
  for (const plan of plans) expect(plan.sortSatisfiedByIndex).toBe(true);
});

test("matchesFilter and the query select the same tickets", async () => {
  const all = [
    givenTicket({ status: "open", userId: "me", queueId: "q", tagIds: ["t"], contactName: "José (loja)" }),
    givenTicket({ status: "open", userId: "u", queueId: null }),
    givenTicket({ status: "open", userId: "u", isGroup: true, queueId: "q", tagIds: ["t", "s"] }),
    givenTicket({ status: "pending", queueId: "q" }),
    givenTicket({ status: "closed", userId: "u", isGroup: true, contactName: "jose" }),
  ];
  await tickets.bulkInsert(all);
  const words: TicketFilter = { status: "open", showAll: true, search: "(lo jose" };
  for (const filter of [...filters, words]) {
    const found = await tickets.find(ticketsQuery(filter, "me", filter.limit)).exec();
    const expected = all.filter((ticket) => matchesFilter(ticket, filter, "me"));
    expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  }
});

test.each<[string, Partial<TicketFilter>, boolean]>([
  ["one's own open ticket", { showAll: false }, true],
  ["another status", { status: "pending" }, false],
  ["no group", { isGroup: true }, false],
  ["one of the queues", { queueIds: [null, "q"] }, true],
  ["none of the queues", { queueIds: [] }, false],
  ["another queue", { queueIds: [null] }, false],
  ["no ticket of the bot", { withBot: true }, false],
  ["a ticket without the bot", { withBot: false }, true],
  ["no users are all users", { userIds: [] }, true],
  ["another user", { userIds: ["bia"] }, false],
  ["one of the tags", { tagIds: ["x", "t"] }, true],
  ["no tags are all tags", { tagIds: [] }, true],
  ["another tag", { tagIds: ["x"] }, false],
  ["parts of the words", { search: "os ROS" }, true],
  ["a word that it does not have", { search: "rosa lima" }, false],
])("matchesFilter: %s", (_name, change, matches) => {
  const ticket = givenTicket({
    status: "open",
    userId: "me",
    queueId: "q",
    tagIds: ["t"],
    contactName: "Dôna Rosa dos Reis",
  });
  expect(matchesFilter(ticket, { status: "open", showAll: true, ...change }, "me")).toBe(matches);
});

test("matchesFilter: without showAll a colleague's tickets are left out only among the open ones", () => {
  const matches = ticketStatuses.map((status) =>
    matchesFilter(givenTicket({ status, userId: "bia" }), { status, showAll: false }, "me"),
  );
  expect(Object.fromEntries(ticketStatuses.map((status, place) => [status, matches[place]]))).toEqual({
    pending: true,
    open: false,
    closed: true,
  });
});

test("contacts are found by all words in any order, special characters literally, up to the limit", async () => {
  const names = ["Ana Souza", "Souza & Filhos (matriz)", "Anabela", "a.b"];
  await contacts.bulkInsert(names.map((name) => givenContact({ name })));
  const found = async (text: string, limit = 9) =>
    (await contacts.find(contactsQuery(text, limit)).exec()).map(({ name }) => name);
  expect(await found("SOUZA ana")).toEqual(["Ana Souza"]);
  expect(await found("(matriz)")).toEqual(["Souza & Filhos (matriz)"]);
  expect(await found("a.b")).toEqual(["a.b"]);
  expect(await found(".*")).toEqual([]);
  expect(await found("", 2)).toEqual(["a.b", "Ana Souza"]);
});

test("the tickets of contacts are found whatever their status", async () => {
  const mine = ticketStatuses.map((status) => givenTicket({ status, contactId: "helena" }));
  await tickets.bulkInsert([...mine, givenTicket({ contactId: "ivo" })]);
  const found = await tickets.find(ticketsOfQuery(["helena", "unknown"])).exec();
  expect(found.map(({ id }) => id)).toEqual(mine.map(({ id }) => id).sort());
  expect(await tickets.find(ticketsOfQuery([])).exec()).toEqual([]);
});

test("indexed strings have a maximum length, and there are at most 12 collections", () => {
  const all = Object.values(database.collections);
  expect(all.length).toBeLessThanOrEqual(12);
  for (const { schema } of all) {
    const properties = schema.jsonSchema.properties as unknown as Record<string, { type: string; maxLength?: number }>;
    const fields = (schema.jsonSchema.indexes ?? []).flat().filter((field) => !field.startsWith("_"));
    const unlimited = fields.filter((field) => {
      const { type = "", maxLength = 0 }: { type?: string; maxLength?: number } = properties[field] ?? {};
      return type === "string" && maxLength === 0;
    });
    expect(unlimited).toEqual([]);
  }
});
