import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { refKinds } from "../../contracts/refs.ts";
import { ticketStatuses } from "../../contracts/tickets.ts";
import type { DeskStorage, TicketFilter } from "../desk-types.ts";
import { givenTicket } from "../testing/given.ts";
import { openDocuments } from "./documents.ts";
import {
  contactsQuery,
  matchesFilter,
  quickMessagesQuery,
  refsQuery,
  schedulesQuery,
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
