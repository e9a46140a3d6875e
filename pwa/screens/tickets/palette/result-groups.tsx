import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { ArrowRight, Server } from "lucide-react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { plainLine } from "../../../conversation/text/message-summary.ts";
import { shortMoment } from "../../../i18n/date-time.ts";
import { matchedLine, matchedParts } from "../../../i18n/matched-parts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { useCan } from "../../../session/desk.tsx";
import { End, Group, rowClass } from "../../../shell/palette/palette-rows.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Marked } from "../../../ui/marked.tsx";
import { rowSummary } from "../parts/row-summary.ts";
import { useTicketActions } from "../use-ticket-actions.ts";
import type { PaletteHits } from "./palette-hits.ts";

/** `done` returns a function that closes the palette and then calls `run`. */
export type GroupProps = { words: readonly string[]; done: (run: () => void) => () => void };

export function TicketGroup({ tickets, words, done }: GroupProps & Pick<PaletteHits, "tickets">) {
  const { accept, open } = useTicketActions();
  const choose = (ticket: TicketView) => void (ticket.status === "pending" ? accept(ticket.id) : open(ticket.id));
  return (
    <Group heading={m.search_tickets()} shown={tickets.length > 0}>
      {tickets.map((ticket) => (
        <Command.Item
          key={ticket.id}
          value={`ticket ${ticket.id}`}
          className={rowClass}
          onSelect={done(() => choose(ticket))}
        >
          <Person id={ticket.contactId} name={ticket.contactName} words={words} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-ink-3">
            {rowSummary(ticket).text}
          </span>
          <End>{ticket.status === "pending" ? m.tickets_accept() : shortMoment(ticket.lastMessageAt)}</End>
        </Command.Item>
      ))}
    </Group>
  );
}

/**
 * Lists messages. Opens a message in its conversation; a waiting ticket is accepted first, unless the user is an
 * admin.
 */
export function MessageGroup({ messages, words, done }: GroupProps & Pick<PaletteHits, "messages">) {
  const navigate = useNavigate();
  const { accept } = useTicketActions();
  const maySpy = useCan("openWithoutAccepting");
  const mustAccept = ({ status }: TicketView) => status === "pending" && !maySpy;
  async function choose({ ticket, message }: PaletteHits["messages"][number]) {
    if (mustAccept(ticket)) await accept(ticket.id);
    const search = { message: message.messageId };
    await navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: ticket.id }, search });
  }
  return (
    <Group heading={m.search_messages()} shown={messages.length > 0}>
      {messages.map((hit) => (
        <Command.Item key={hit.key} value={hit.key} className={rowClass} onSelect={done(() => void choose(hit))}>
          <Person id={hit.ticket.contactId} name={hit.ticket.contactName} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
            <Marked parts={matchedLine(plainLine(hit.message.body), words)} />
          </span>
          <End>{mustAccept(hit.ticket) ? m.tickets_accept() : shortMoment(hit.message.createdAt)}</End>
        </Command.Item>
      ))}
    </Group>
  );
}

export function ContactGroup({ contacts, words, done }: GroupProps & Pick<PaletteHits, "contacts">) {
  const navigate = useNavigate();
  return (
    <Group heading={m.search_contacts()} shown={contacts.length > 0}>
      {contacts.map(({ id, name, number }) => (
        <Command.Item
          key={id}
          value={`contact ${id}`}
          className={rowClass}
          onSelect={done(() => void navigate({ to: "/n/{-$number}", params: { number }, search: {} }))}
        >
          <Person id={id} name={name} words={words} />
          <span className="min-w-0 flex-1 truncate text-ink-3 tabular-nums">{maskPhone(number)}</span>
          <End>{m.search_start()}</End>
        </Command.Item>
      ))}
    </Group>
  );
}

/** Opens the search tab, which also searches the server. */
export function ServerRow({ asked, done }: { asked: string; done: GroupProps["done"] }) {
  const navigate = useNavigate();
  return (
    <Command.Item
      value="server"
      className={classNames(rowClass, "mt-1 border-line border-t")}
      onSelect={done(() => void navigate({ to: "/tickets", search: { search: asked } }))}
    >
      <Server aria-hidden="true" size={16} className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1 truncate">{m.palette_server({ text: asked })}</span>
      <ArrowRight aria-hidden="true" size={16} />
    </Command.Item>
  );
}

function Person({ id, name, words = [] }: { id: string; name: string; words?: readonly string[] }) {
  return (
    <>
      <Avatar id={id} name={name} size={24} />
      <span dir="auto" className="max-w-[50%] shrink-0 truncate font-medium">
        <Marked parts={matchedParts(name, words)} />
      </span>
    </>
  );
}
