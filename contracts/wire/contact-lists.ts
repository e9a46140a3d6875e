import * as v from "valibot";
import { Id } from "../id.ts";
import { ImportView } from "../marketing/contact-imports.ts";

/** A contact list, as the HTTP interface answers it. */
export const ContactListWire = v.object({
  id: v.string(),
  name: v.string(),
  contactsCount: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type ContactListWire = v.InferOutput<typeof ContactListWire>;

export const ContactListPageWire = v.object({ records: v.array(ContactListWire), hasMore: v.boolean() });

/** The summary above the items of a list. `checking`: the WhatsApp check is not finished. */
export const ContactListSummaryWire = v.object({
  total: v.number(),
  valid: v.number(),
  invalid: v.number(),
  optedOut: v.number(),
  /** On WhatsApp and not opted out: they get a campaign. */
  ready: v.number(),
  checking: v.number(),
  /** The campaign that needs the list, so that it cannot be deleted; null: none. */
  usedBy: v.nullable(
    v.object({ id: v.string(), name: v.string(), status: v.string(), scheduledAt: v.nullable(v.string()) }),
  ),
  /** The running or latest import into this list. */
  latestImport: v.nullable(ImportView),
});
export type ContactListSummaryWire = v.InferOutput<typeof ContactListSummaryWire>;

/** A person of a list. `isWhatsappValid`: null until checked. */
export const ContactListItemWire = v.object({
  id: v.string(),
  contactListId: v.string(),
  name: v.string(),
  number: v.string(),
  email: v.string(),
  isWhatsappValid: v.nullable(v.boolean()),
  /** When the person opted out of marketing; null: not. */
  optedOutAt: v.nullable(v.string()),
});
export type ContactListItemWire = v.InferOutput<typeof ContactListItemWire>;

export const ContactListItemPageWire = v.object({ contacts: v.array(ContactListItemWire), hasMore: v.boolean() });

/**
 * The answer of `POST /contact-lists/:id/contacts` (body: `ContactSource`). `known` people were in the list before.
 */
export const ContactsAddedWire = v.object({ added: v.number(), known: v.number() });

/**
 * Body of `POST /contact-lists/:id/check`, which checks numbers on WhatsApp again: those of these items, or without
 * `itemIds` the whole list.
 */
export const CheckAgainInput = v.object({
  itemIds: v.optional(v.pipe(v.array(Id), v.minLength(1), v.maxLength(1_000))),
});
