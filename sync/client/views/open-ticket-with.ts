import { combineLatest, firstValueFrom } from "rxjs";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import type { DeviceDesk, TicketView } from "../desk-types.ts";

type Contact = { id: string; number: string };

/** Looks among the tickets of this device, with those created here, for a contact's ticket that is not closed. */
export function createOpenTicketWith(tickets$: DeviceDesk["tickets$"]) {
  return async (contact: Contact, connectionId: string | null): Promise<TicketView | null> => {
    const all = await firstValueFrom(
      combineLatest([tickets$({ status: "open", showAll: true }), tickets$({ status: "pending", showAll: true })]),
    );
    const ofContact = all.flat().filter((ticket) => isWith(ticket, contact) && isOn(ticket, connectionId));
    // Prefers the connection with the newest message.
    return ofContact.toSorted((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt))[0] ?? null;
  };
}

/** A ticket that was just created here may not know its connection: the server chooses the default. */
const isOn = ({ connectionId, rev }: TicketView, wanted: string | null) =>
  wanted === null || connectionId === wanted || (connectionId === null && rev === 0);

/** A merged contact may still have another id on this device, and a number be written without the ninth digit. */
function isWith(ticket: TicketView, { id, number }: Contact): boolean {
  if (ticket.contactId === id) return true;
  return number !== "" && !ticket.isGroup && phoneMatchKey(ticket.contactNumber) === phoneMatchKey(number);
}
