import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { useDesk, useObservable } from "../../../session/desk.tsx";

/** Returns the contact as this device has it; null: it is still being read, or is not on this device. */
export function useContact(contactId: string): ContactDocument | null {
  const desk = useDesk();
  return useObservable<ContactDocument | null>(() => desk.contact$(contactId), [desk, contactId], null);
}
