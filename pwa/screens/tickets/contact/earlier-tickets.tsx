import { Link } from "@tanstack/react-router";
import * as v from "valibot";
import type { TicketView } from "../../../../sync/client/index.ts";
import { shortMoment } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { ServerNotice } from "../../../session/server-notice.tsx";
import { ticketFromWire } from "../list/ticket-from-wire.ts";
import { QueueChip } from "../parts/queue-chip.tsx";
import { DrawerSection } from "./drawer-section.tsx";

const Answer = v.object({ tickets: v.array(v.unknown()) });
const read = (answer: unknown) => v.parse(Answer, answer).tickets.map(ticketFromWire);

const states = { open: m.tickets_sub_open, pending: m.tickets_sub_pending, closed: m.tickets_tab_closed };

/** Lists the contact's other tickets that the user may see, newest first. */
export function EarlierTickets({ ticket }: { ticket: TicketView }) {
  const found = useServerData(`/contacts/${ticket.contactId}/tickets`, read);
  const others = found.data?.filter(({ id }) => id !== ticket.id) ?? [];
  return (
    <DrawerSection title={m.tickets_earlier()} count={others.length}>
      {found.data ? (
        <ul className="flex flex-col">
          {others.length === 0 && <li className="text-ink-3 text-xs">{m.tickets_earlier_none()}</li>}
          {others.map((each) => (
            <li key={each.id}>
              <Link
                to="/tickets/$ticketUuid"
                params={{ ticketUuid: each.id }}
                className="-mx-2 flex items-center gap-2 rounded-md px-2 py-1.5 text-xs hover:bg-hover"
              >
                <span className="shrink-0 tabular-nums">#{each.number}</span>
                <QueueChip queueId={each.queueId} />
                <span className="min-w-0 flex-1 truncate text-ink-3">{states[each.status]()}</span>
                <time dateTime={each.updatedAt} className="shrink-0 text-ink-3 tabular-nums">
                  {shortMoment(each.updatedAt)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <ServerNotice data={found} />
      )}
    </DrawerSection>
  );
}
