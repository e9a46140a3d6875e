import * as v from "valibot";
import type { ConsentWire } from "../../contracts/desk/consent.ts";
import { ContactChange, NewContact } from "../../contracts/desk/contacts.ts";
import { Id } from "../../contracts/id.ts";
import type { ContactWire } from "../../contracts/wire/contacts.ts";
import type { ContactConsent } from "../../domain/desk/consent/index.ts";
import type { ContactContent, ContactListItem } from "../../domain/desk/contacts/index.ts";
import type { TagRow } from "../../domain/desk/tags/index.ts";
import { JsonIds, optionalText, PageNumber } from "../http/query.ts";

export const Page = v.pipe(PageNumber, v.description("1 to 100,000"));
const filter = {
  searchParam: v.pipe(
    optionalText,
    v.description("A part of the name, the number or the e-mail; its first 200 characters count"),
  ),
  contactTag: v.pipe(JsonIds, v.description("JSON list of tags: only contacts with a ticket that has one of them")),
};

export const ContactQueryWire = v.pipe(
  v.object({ ...filter, pageNumber: Page }),
  v.transform(({ searchParam, pageNumber, contactTag }) => ({
    search: searchParam,
    page: pageNumber,
    tagIds: contactTag,
  })),
);

export const ExportQueryWire = v.pipe(
  v.object({
    ...filter,
    ids: v.pipe(JsonIds, v.description("JSON list of contacts: only these; absent or `[]`: all that match")),
  }),
  v.transform(({ searchParam, contactTag, ids }) => ({ search: searchParam, tagIds: contactTag, ids })),
);

/** A row just added in the form has no id or an empty one. */
const ExtraInfoWire = v.pipe(
  v.object({ id: v.optional(v.nullable(v.union([v.literal(""), Id]))), name: v.string(), value: v.string() }),
  v.transform(({ id, ...field }) => (id ? { id, ...field } : field)),
);
const wireFields = {
  extraInfo: v.optional(v.nullable(v.array(ExtraInfoWire))),
  email: v.optional(v.nullable(v.string())),
};
const withoutNulls = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

export const NewContactWire = v.pipe(v.looseObject(wireFields), v.transform(withoutNulls), NewContact);
export const ContactChangeWire = v.pipe(v.looseObject(wireFields), v.transform(withoutNulls), ContactChange);
export const MergeWire = v.object({ contactId: Id });
export const BlockWire = v.object({ active: v.boolean() });

export function contactToWire({ search: _search, ...contact }: ContactContent) {
  return contact;
}

export function contactRowToWire({ lastMessageAt, ...contact }: ContactListItem, tags: readonly TagRow[] = []) {
  const wire = {
    ...contactToWire(contact),
    tickets: lastMessageAt ? [{ updatedAt: lastMessageAt }] : [],
    tags: tags.map(({ id, name, color }) => ({ id, name, color })),
  };
  return wire satisfies v.InferInput<typeof ContactWire>;
}

export function consentToWire({ optedOutAt, entries }: ContactConsent): ConsentWire {
  return {
    optedOutAt: optedOutAt?.toISOString() ?? null,
    entries: entries.map(({ address: _address, at, ...entry }) => ({ ...entry, at: at.toISOString() })),
  };
}
