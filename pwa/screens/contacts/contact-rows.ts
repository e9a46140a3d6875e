import * as v from "valibot";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import { type ContactDocument, ExtraInfo } from "../../../sync/contracts/contacts.ts";
import { channels } from "../../../sync/contracts/tickets.ts";
import type { GlyphName } from "../../ui/channel-glyph.tsx";
import type { ListPage } from "../lists/index.ts";

/** A contact as the table shows it, from the server or from this device. */
export type ContactRow = Pick<
  ContactDocument,
  "id" | "name" | "number" | "email" | "isGroup" | "active" | "disableBot" | "profilePicUrl" | "extraInfo"
> & {
  lastMessageAt: string | null;
  channel: GlyphName;
  /** Of its tickets that one may see. */
  tags: { id: string; name: string; color: string }[];
  /** Written here and not sent yet. */
  isQueued: boolean;
};

const ContactWire = v.object({
  id: v.string(),
  name: v.string(),
  number: v.string(),
  email: v.string(),
  isGroup: v.boolean(),
  active: v.boolean(),
  disableBot: v.boolean(),
  profilePicUrl: v.string(),
  extraInfo: v.array(ExtraInfo),
  channel: v.optional(v.picklist(channels), "whatsapp"),
  tags: v.optional(v.array(v.object({ id: v.string(), name: v.string(), color: v.string() })), []),
  tickets: v.optional(v.array(v.object({ updatedAt: v.string() })), []),
});
const ContactPage = v.object({
  contacts: v.array(ContactWire),
  hasMore: v.boolean(),
  count: v.optional(v.number()),
});

export function readContactPage(answer: unknown): ListPage<ContactRow> {
  const { contacts, ...page } = v.parse(ContactPage, answer);
  return { rows: contacts.map(rowOfWire), ...page };
}

export const readContact = (answer: unknown): ContactRow => rowOfWire(v.parse(ContactWire, answer));

function rowOfWire({ tickets, ...contact }: v.InferOutput<typeof ContactWire>): ContactRow {
  return { ...contact, lastMessageAt: tickets.at(-1)?.updatedAt ?? null, isQueued: false };
}

/** When somebody last wrote is not kept on the device, nor by which channel. */
export const rowOfDocument = (contact: ContactDocument): ContactRow => ({
  ...contact,
  lastMessageAt: null,
  channel: "whatsapp",
  tags: [],
  isQueued: false,
});

/** The rows with what this device has still to send: contacts made here first, changes where they belong. */
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
  extraInfo: contact.extraInfo ?? [],
  isGroup: false,
  active: true,
  profilePicUrl: "",
  lastMessageAt: null,
  channel: "whatsapp",
  tags: [],
  isQueued: true,
});
