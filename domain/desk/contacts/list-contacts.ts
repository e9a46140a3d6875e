import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { inParallel, isAnyOf, schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { countUpTo } from "../../ground/count-up-to.ts";
import { type ContactContent, withFields } from "./contact-documents.ts";
import { contactPage, contactsMatching } from "./search-contacts.ts";

const { contacts, contactAddresses, tickets, ticketTags } = schema;

export const CONTACTS_PER_PAGE = 20;

export type ContactListItem = ContactContent & {
  /** When someone last wrote in one of its tickets. */
  lastMessageAt: string | null;
  /** The channel by which it can be reached. */
  channel: TicketDocument["channel"];
};

export type ContactFilter = {
  search?: string;
  page?: number;
  tagIds?: readonly string[];
  /** Only these. */
  ids?: readonly string[];
};
export type ContactPage = {
  contacts: ContactListItem[];
  hasMore: boolean;
  /** The number of contacts, `MAX_COUNTED` + 1 where there are more; with the first page of the whole list. */
  count?: number;
};

/** A condition for the company's contacts that match a filter. */
export async function contactsOf(ctx: Context, filter: ContactFilter): Promise<SQL | undefined> {
  const search = filter.search?.trim();
  const tagged = ctx.db
    .select({ contactId: tickets.contactId })
    .from(ticketTags)
    .innerJoin(tickets, and(eq(tickets.companyId, ticketTags.companyId), eq(tickets.id, ticketTags.ticketId)))
    .where(and(eq(ticketTags.companyId, ctx.companyId), inArray(ticketTags.tagId, [...(filter.tagIds ?? [])])));
  return and(
    eq(contacts.companyId, ctx.companyId),
    isNull(contacts.mergedIntoId),
    search ? await contactsMatching(ctx, search) : undefined,
    filter.ids?.length ? isAnyOf(contacts.id, filter.ids) : undefined,
    filter.tagIds?.length ? inArray(contacts.id, tagged) : undefined,
  );
}

/** Returns one page of the company's contacts by name. */
export async function listContacts(ctx: Context, filter: ContactFilter): Promise<ContactPage> {
  const page = Math.max(1, filter.page ?? 1);
  const search = filter.search?.trim();
  const isWhole = !search && !filter.tagIds?.length;
  const place = { limit: CONTACTS_PER_PAGE + 1, offset: (page - 1) * CONTACTS_PER_PAGE };
  const isOnlySearch = search && !filter.tagIds?.length && !filter.ids?.length;
  const found = isOnlySearch ? await contactPage(ctx, search, place) : null;
  const rows =
    found?.length === 0
      ? []
      : await ctx.db
          .select()
          .from(contacts)
          .where(await contactsOf(ctx, found ? { ids: found } : filter))
          .orderBy(contacts.name, contacts.id)
          .limit(place.limit)
          .offset(found ? 0 : place.offset);
  const shown = rows.slice(0, CONTACTS_PER_PAGE);
  const ids = shown.map((row) => row.id);
  const [documents, lastAt, channels] = await inParallel([
    withFields(ctx, shown),
    lastMessageTimes(ctx, ids),
    channelsOf(ctx, ids),
  ]);
  return {
    contacts: documents.map((document) => ({
      ...document,
      lastMessageAt: lastAt.get(document.id) ?? null,
      channel: channels.get(document.id) ?? "whatsapp",
    })),
    hasMore: rows.length > CONTACTS_PER_PAGE,
    ...(isWhole && page === 1 && { count: await countContacts(ctx) }),
  };
}

/** The largest number of contacts in a picker. */
const PICKER_SIZE = 1_000;

/** Returns the first 1,000 contacts by name, for a picker. */
export async function contactsToPick(
  ctx: Context,
  filter: Pick<ContactFilter, "search" | "tagIds">,
): Promise<{ id: string; name: string; number: string }[]> {
  return ctx.db
    .select({ id: contacts.id, name: contacts.name, number: contacts.number })
    .from(contacts)
    .where(await contactsOf(ctx, filter))
    .orderBy(contacts.name, contacts.id)
    .limit(PICKER_SIZE);
}

const countContacts = ({ db, companyId }: Context) =>
  countUpTo(db, contacts, and(eq(contacts.companyId, companyId), isNull(contacts.mergedIntoId)));

async function lastMessageTimes(ctx: Context, contactIds: string[]): Promise<Map<string, string>> {
  if (contactIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ contactId: tickets.contactId, at: sql<string>`max(${tickets.lastMessageAt})` })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), isAnyOf(tickets.contactId, contactIds)))
    .groupBy(tickets.contactId);
  return new Map(rows.map((row) => [row.contactId, new Date(row.at).toISOString()]));
}

/** For contacts that are not on WhatsApp. */
async function channelsOf(ctx: Context, contactIds: string[]): Promise<Map<string, "facebook" | "instagram">> {
  if (contactIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ contactId: contactAddresses.contactId, kind: contactAddresses.kind })
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, ctx.companyId), isAnyOf(contactAddresses.contactId, contactIds)));
  const others = rows.flatMap(({ contactId, kind }) =>
    kind === "facebook" || kind === "instagram" ? [[contactId, kind] as const] : [],
  );
  return new Map(others);
}
