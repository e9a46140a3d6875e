import type { Contact, WASocket } from "@whiskeysockets/baileys";
import { MAX_NAME } from "../../../contracts/desk/messages.ts";
import { cutBetweenSigns, strangerName } from "../../../contracts/texts/stranger-text.ts";
import type { PhonebookEntry } from "../../channel.ts";
import { isGroup, partyOf } from "./jids.ts";

/**
 * Reports the phone's contacts: its chats at linking, its address book as far as the phone sends it, and changed
 * names.
 */
export function listenToPhonebook(sock: WASocket, onPhonebook: (entries: PhonebookEntry[]) => void): void {
  const report = (contacts: readonly Partial<Contact>[], chats: ReadonlySet<string> = new Set()) => {
    const entries = contacts.flatMap((contact) => entryOf(contact, chats));
    if (entries.length > 0) onPhonebook(entries);
  };
  sock.ev.on("messaging-history.set", ({ contacts, chats }) => {
    const ids = chats.flatMap(({ id }) => (id && !isGroup(id) ? [id] : []));
    const known = new Set(contacts.map(({ id }) => id));
    const nameless = ids.filter((id) => !known.has(id)).map((id) => ({ id }));
    report([...contacts, ...nameless], new Set(ids));
  });
  sock.ev.on("contacts.upsert", (contacts) => report(contacts));
  sock.ev.on("contacts.update", (contacts) => report(contacts));
}

/** For some people the channel reveals only a LID: it is an address to write to, and never a phone number. */
function entryOf(contact: Partial<Contact>, chats: ReadonlySet<string>): PhonebookEntry[] {
  const { id, phoneNumber, lid, name, notify, verifiedName } = contact;
  const { phone = "", lid: hidden = "" } = partyOf([id, phoneNumber, lid]);
  if (!phone && !hidden) return [];
  const hasChat = [id, phoneNumber, lid].some((jid) => jid && chats.has(jid));
  return [
    {
      phone,
      lid: hidden,
      name: cutBetweenSigns(strangerName(name ?? notify ?? verifiedName ?? ""), MAX_NAME),
      hasChat,
    },
  ];
}
