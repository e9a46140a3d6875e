import type { Contact, WASocket } from "@whiskeysockets/baileys";
import { MOST_NAME } from "../../sync/contracts/messages.ts";
import type { PhonebookEntry } from "../channel.ts";
import { isGroup, partyOf } from "./jids.ts";

/** Whom the phone knows: its chats when it is linked, its address book as far as it is told, names as people change them. */
export function listenToPhonebook(sock: WASocket, onPhonebook: (entries: PhonebookEntry[]) => void): void {
  const tell = (contacts: readonly Partial<Contact>[], chats: ReadonlySet<string> = new Set()) => {
    const entries = contacts.flatMap((contact) => entryOf(contact, chats));
    if (entries.length > 0) onPhonebook(entries);
  };
  sock.ev.on("messaging-history.set", ({ contacts, chats }) => {
    const ids = chats.flatMap(({ id }) => (id && !isGroup(id) ? [id] : []));
    const known = new Set(contacts.map(({ id }) => id));
    const nameless = ids.filter((id) => !known.has(id)).map((id) => ({ id }));
    tell([...contacts, ...nameless], new Set(ids));
  });
  sock.ev.on("contacts.upsert", (contacts) => tell(contacts));
  sock.ev.on("contacts.update", (contacts) => tell(contacts));
}

/** Of some the channel tells no number, only a LID: that is an address to write to, and never a number. */
function entryOf(contact: Partial<Contact>, chats: ReadonlySet<string>): PhonebookEntry[] {
  const { id, phoneNumber, lid, name, notify, verifiedName } = contact;
  const { phone = "", lid: hidden = "" } = partyOf([id, phoneNumber, lid]);
  if (!phone && !hidden) return [];
  const hasChat = [id, phoneNumber, lid].some((jid) => jid && chats.has(jid));
  return [{ phone, lid: hidden, name: (name ?? notify ?? verifiedName ?? "").trim().slice(0, MOST_NAME), hasChat }];
}
