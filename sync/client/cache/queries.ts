import type { MangoQuery, MangoQuerySelector } from "rxdb";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { QuickMessageDocument } from "../../../contracts/desk/quick-messages.ts";
import type { RefKind } from "../../../contracts/desk/refs.ts";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { personWords } from "../../../contracts/phones.ts";
import type { TicketFilter } from "../desk-types.ts";
import type { StoredRef } from "./schemas.ts";

/**
 * Every list is ascending along an index: the Dexie storage cannot walk one backwards and would load and sort
 * everything. The index is named because the planner may choose another one when a selector has more fields.
 */
export function ticketsQuery(filter: TicketFilter, userId: string, limit?: number): MangoQuery<TicketDocument> {
  const { status, isGroup, queueIds, showAll, search, tagIds, userIds, withBot } = filter;
  const and: MangoQuerySelector<TicketDocument>[] = [];
  if (queueIds) and.push({ queueId: { $in: queueIds } });
  if (!showAll && status === "open") and.push({ userId });
  if (withBot !== undefined) and.push({ chatbot: withBot });
  if (userIds?.length) and.push({ userId: { $in: userIds } });
  if (tagIds?.length) and.push({ tagIds: { $elemMatch: { $in: tagIds } } });
  const words = personWords(search);
  if (words.length > 0) and.push({ search: containsAll(words) });
  const group = isGroup === undefined ? {} : { isGroup };
  const index = isGroup === undefined ? ["status", "sortKey"] : ["status", "isGroup", "sortKey"];
  const sort = isGroup === undefined ? [] : [{ isGroup: "asc" as const }];
  return {
    selector: { status, ...group, ...(and.length > 0 ? { $and: and } : {}) },
    sort: [{ status: "asc" }, ...sort, { sortKey: "asc" }],
    index,
    ...(limit === undefined ? {} : { limit }),
  };
}

/** The same filter as the query's, for tickets that the overlay has changed. */
export function matchesFilter(ticket: TicketDocument, filter: TicketFilter, userId: string): boolean {
  const { status, isGroup, queueIds, showAll, search, tagIds, userIds, withBot } = filter;
  return (
    ticket.status === status &&
    (isGroup === undefined || ticket.isGroup === isGroup) &&
    (!queueIds || queueIds.includes(ticket.queueId)) &&
    (withBot === undefined || ticket.chatbot === withBot) &&
    (showAll || status !== "open" || ticket.userId === userId) &&
    (!userIds?.length || (ticket.userId !== null && userIds.includes(ticket.userId))) &&
    (!tagIds?.length || ticket.tagIds.some((id) => tagIds.includes(id))) &&
    personWords(search).every((word) => ticket.search.includes(word))
  );
}

export function contactsQuery(text: string, limit: number): MangoQuery<ContactDocument> {
  return { selector: { search: containsAll(personWords(text)) }, sort: [{ search: "asc" }], index: ["search"], limit };
}

export function ticketsOfQuery(contactIds: readonly string[]): MangoQuery<TicketDocument> {
  return { selector: { contactId: { $in: [...contactIds] } }, sort: [{ id: "asc" }] };
}

export function quickMessagesQuery(): MangoQuery<QuickMessageDocument> {
  return { selector: {}, sort: [{ shortcode: "asc" }], index: ["shortcode"] };
}

export function schedulesQuery(): MangoQuery<ScheduleDocument> {
  return { selector: {}, sort: [{ sendAt: "asc" }], index: ["sendAt"] };
}

export function refsQuery(kind: RefKind): MangoQuery<StoredRef> {
  return { selector: { kind }, sort: [{ kind: "asc" }, { name: "asc" }], index: ["kind", "name"] };
}

/** A regular expression as text, so that it can be sent to the worker. The input is escaped. */
function containsAll(words: readonly string[]) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { $regex: escaped.map((word) => `(?=.*${word})`).join("") };
}
