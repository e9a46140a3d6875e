import * as v from "valibot";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { ContactPageWire, ContactWire } from "../../../contracts/wire/contacts.ts";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import type { GlyphName } from "../../ui/channel-glyph.tsx";
import type { ListPage } from "../lists/index.ts";

/** A contact as the table shows it, from the server or this device. */
export type ContactRow = Pick<
  ContactDocument,
  "id" | "name" | "number" | "email" | "isGroup" | "active" | "disableBot" | "profilePicUrl" | "extraInfo"
> & {
  lastMessageAt: string | null;
  /** Null: not known on this device. */
  channel: GlyphName | null;
  /** A recent check did not find the number on WhatsApp. */
  hasNoWhatsapp: boolean;
  /** Tags of those of its tickets that the user may see. */
  tags: { id: string; name: string; color: string }[];
  /** Whether the device has none of its tickets, so that only the server knows the last message and the tags. */
  isTicketless: boolean;
  /** Whether it has changes that are not sent yet. */
  isQueued: boolean;
};

export function readContactPage(answer: unknown): ListPage<ContactRow> {
  const { contacts, ...page } = v.parse(ContactPageWire, answer);
  return { rows: contacts.map(rowOfWire), ...page };
}

export const readContact = (answer: unknown): ContactRow => rowOfWire(v.parse(ContactWire, answer));

function rowOfWire({ tickets, ...contact }: ContactWire): ContactRow {
  return { ...contact, lastMessageAt: tickets.at(-1)?.updatedAt ?? null, isTicketless: false, isQueued: false };
}

/** Converts a contact of this device. Last message, channel and tags come from its tickets on this device. */
export function rowOfDocument(
  contact: ContactDocument,
  tickets: readonly TicketDocument[],
  tags: readonly TagRef[],
): ContactRow {
  const newestFirst = tickets.toSorted((a, b) => a.sortKey.localeCompare(b.sortKey));
  const tagIds = new Set(tickets.flatMap((ticket) => ticket.tagIds));
  return {
    ...contact,
    hasNoWhatsapp: contact.hasNoWhatsapp ?? false,
    lastMessageAt: newestFirst[0]?.lastMessageAt ?? null,
    channel: newestFirst[0]?.channel ?? null,
    tags: tags.filter(({ id }) => tagIds.has(id)),
    isTicketless: tickets.length === 0,
    isQueued: false,
  };
}

/** Applies this device's pending commands to the rows: new contacts first, changes in their rows. */
export function withQueued(rows: readonly ContactRow[], entries: readonly OutboxEntry[]): ContactRow[] {
  const waiting = entries.filter(({ state }) => state === "waiting" || state === "sending");
  const made = waiting.flatMap((entry) => (entry.type === "contact.create" ? madeRow(entry.id, entry.payload) : []));
  const known = new Set(rows.map(({ id }) => id));
  return [...made.filter(({ id }) => !known.has(id)), ...rows].map((row) => {
    const changes = waiting.flatMap((entry) =>
      entry.type === "contact.update" && entry.payload.contactId === row.id ? [entry.payload.change] : [],
    );
    return changes.length > 0 ? Object.assign({ ...row, isQueued: true }, ...changes) : row;
  });
}

type NewContactPayload = Extract<OutboxEntry, { type: "contact.create" }>["payload"];

const madeRow = (id: string, contact: NewContactPayload): ContactRow => ({
  id,
  email: "",
  disableBot: false,
  ...contact,
  number: contact.number.replace(/^\+/, ""),
  extraInfo: contact.extraInfo ?? [],
  isGroup: false,
  active: true,
  profilePicUrl: "",
  lastMessageAt: null,
  channel: "whatsapp",
  hasNoWhatsapp: false,
  tags: [],
  isTicketless: false,
  isQueued: true,
});
