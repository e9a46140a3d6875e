import { useMemo } from "react";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { useDesk, useObservable, useSyncStatus } from "../../session/desk.tsx";
import type { KeptRows } from "../lists/index.ts";
import { type ContactRow, rowOfDocument } from "./contact-rows.ts";

/** Maximum number of rows shown; further contacts are found by searching. */
const MAX_SHOWN = 200;
/** A filter by tags reads up to this many contacts of the device. */
const MAX_FILTERED = 10_000;

/** Returns the matching contacts of this device; null until they are read. */
export function useKeptContacts(text: string, tagIds: readonly string[], tags: TagRef[]): KeptRows<ContactRow> | null {
  const desk = useDesk();
  const { linkUp, firstSyncDone } = useSyncStatus();
  const most = tagIds.length > 0 ? MAX_FILTERED : MAX_SHOWN + 1;
  const contacts = useObservable<ContactDocument[] | null>(
    () => desk.searchContacts$(text, most),
    [desk, text, most],
    null,
  );
  // With a network the server's rows are shown, so tickets of these contacts are not read.
  const ids = useMemo(() => (linkUp || !contacts ? none : contacts.map(({ id }) => id)), [contacts, linkUp]);
  const tickets = useObservable<TicketDocument[] | null>(() => desk.ticketsOf$(ids), [desk, ids], null);
  return useMemo(() => {
    if (!contacts || !tickets || (!firstSyncDone && contacts.length === 0)) return null;
    const byContact = Map.groupBy(tickets, ({ contactId }) => contactId);
    const rows = contacts.map((contact) => rowOfDocument(contact, byContact.get(contact.id) ?? [], tags));
    const found = tagIds.length > 0 ? rows.filter((row) => row.tags.some(({ id }) => tagIds.includes(id))) : rows;
    return { rows: found.slice(0, MAX_SHOWN), hasMore: found.length > MAX_SHOWN };
  }, [contacts, tickets, tags, tagIds, firstSyncDone]);
}

const none: string[] = [];
