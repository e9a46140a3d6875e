import { TIME_ZONE_KEY } from "../../../../contracts/account/setting-defaults.ts";
import { localMinute } from "../../../../contracts/local-clock.ts";
import type { TicketView } from "../../../../sync/client/index.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { useSettings } from "../../../session/use-setting.ts";
import type { VariableValues } from "../../quick-messages/parts/fill-variables.ts";

/**
 * Returns a function that reads the values of a quick reply's variables for this conversation, at the moment of the
 * call.
 */
export function useVariableValues(ticket: TicketView): () => VariableValues {
  const user = useDeskUser();
  const { queues, connections } = useDirectory();
  const timeZone = useSettings()[TIME_ZONE_KEY];
  return () => ({
    contactName: ticket.contactName,
    userName: user.name,
    ticketNumber: ticket.number,
    queue: queues.get(ticket.queueId ?? "")?.name ?? "",
    connection: connections.get(ticket.connectionId ?? "")?.name ?? "",
    minute: localMinute(serverDate(), timeZone),
  });
}
