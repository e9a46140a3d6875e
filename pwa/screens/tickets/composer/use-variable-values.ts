import type { TicketView } from "../../../../sync/client/index.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import type { VariableValues } from "../../quick-messages/parts/fill-variables.ts";

/**
 * Returns a function that reads the values of a quick reply's variables for this conversation, at the moment of the
 * call.
 */
export function useVariableValues(ticket: TicketView): () => VariableValues {
  const user = useDeskUser();
  const { queues, connections } = useDirectory();
  return () => ({
    contactName: ticket.contactName,
    userName: user.name,
    ticketNumber: ticket.number,
    queue: queues.get(ticket.queueId ?? "")?.name ?? "",
    connection: connections.get(ticket.connectionId ?? "")?.name ?? "",
    now: new Date(),
  });
}
