import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import { Link } from "@tanstack/react-router";
import { CheckCheck, ChevronDown } from "lucide-react";
import type { LeftEntry, TicketView } from "../../../sync/client/index.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { displayName } from "../../i18n/phone-number.ts";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { CommandIcon, commandText } from "./parts/shown-command.tsx";

const none: LeftEntry[] = [];
const MAX_SHOWN = 100;

/** Shows how many commands left this device in the last 24 hours, and lists them on request. */
export function LeftToday({ onLeave }: { onLeave: () => void }) {
  const desk = useDesk();
  const left = useObservable(() => desk.left$(), [desk], none);
  const [last] = left;
  if (!last) return null;
  return (
    <Disclosure as="section" className="border-line border-t pt-2">
      <DisclosureButton className="group -mx-2 flex min-h-8 w-[calc(100%+1rem)] items-center gap-2 rounded-md px-2 text-left text-ink-2 text-sm hover:bg-hover touch:min-h-11">
        <CheckCheck aria-hidden="true" size={16} className="shrink-0" />
        <span className="min-w-0 flex-1">{m.tickets_outbox_left({ count: left.length, time: moment(last.at) })}</span>
        <ChevronDown aria-hidden="true" size={16} className="shrink-0 group-data-open:rotate-180" />
      </DisclosureButton>
      <DisclosurePanel as="ul" className="flex flex-col py-1">
        {left.slice(0, MAX_SHOWN).map((entry) => (
          <LeftRow key={entry.id} entry={entry} onLeave={onLeave} />
        ))}
      </DisclosurePanel>
    </Disclosure>
  );
}

function LeftRow({ entry, onLeave }: { entry: LeftEntry; onLeave: () => void }) {
  const desk = useDesk();
  const { ticketId } = entry;
  const ticket = useObservable<TicketView | null>(() => desk.ticket$(ticketId ?? ""), [desk, ticketId], null);
  return (
    <li className="flex gap-3 py-1">
      <CommandIcon type={entry.type} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {commandText(entry)}
        </p>
        {ticket && (
          <Link
            to="/tickets/$ticketUuid"
            params={{ ticketUuid: ticket.id }}
            onClick={onLeave}
            dir="auto"
            className="text-primary-ink text-xs underline-offset-2 hover:underline touch:inline-block touch:py-2"
          >
            {displayName(ticket.contactName)}
          </Link>
        )}
      </div>
      <time dateTime={entry.at} className="shrink-0 text-ink-3 text-xs">
        {moment(entry.at)}
      </time>
    </li>
  );
}
