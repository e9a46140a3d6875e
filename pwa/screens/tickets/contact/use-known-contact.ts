import * as v from "valibot";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { Instant } from "../../../../contracts/id.ts";
import { ContactWire } from "../../../../contracts/wire/contacts.ts";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { type ServerData, useServerData } from "../../../session/server-data/use-server-data.ts";

/** A contact as the drawer shows it, from this device or the server. */
export type KnownContact = Omit<ContactDocument, "rev" | "search">;

const Answer = v.object({ ...ContactWire.entries, createdAt: Instant, updatedAt: Instant });
const read = (answer: unknown): KnownContact => v.parse(Answer, answer);

type Known = {
  /** Null: the device does not have it, and a command cannot change it. */
  local: ContactDocument | null;
  /** From the device, otherwise from the server. */
  contact: KnownContact | null;
  /** The request of a contact that the device does not have; null: it has it, or is still reading. */
  request: (ServerData<KnownContact> & { again: () => void }) | null;
};

/**
 * Returns a contact of this device, otherwise of the server: a device keeps only the contacts of the tickets that it
 * keeps.
 */
export function useKnownContact(contactId: string): Known {
  const desk = useDesk();
  const { firstSyncDone } = useSyncStatus();
  const local = useObservable<ContactDocument | null | undefined>(
    () => desk.contact$(contactId),
    [desk, contactId],
    undefined,
  );
  const isAbsent = local === null && firstSyncDone;
  const request = useServerData(isAbsent ? `/contacts/${contactId}` : null, read);
  return {
    local: local ?? null,
    contact: local ?? (isAbsent ? request.data : null),
    request: isAbsent ? request : null,
  };
}
