import { Link } from "@tanstack/react-router";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import type { TicketView } from "../../../../sync/client/index.ts";
import { plainLine } from "../../../conversation/text/message-summary.ts";
import { shortMoment } from "../../../i18n/date-time.ts";
import { matchedLine, matchedParts } from "../../../i18n/matched-parts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName, maskPhone } from "../../../i18n/phone-number.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChannelGlyph } from "../../../ui/channel-glyph.tsx";
import { Marked } from "../../../ui/marked.tsx";
import type { FoundItem } from "./found-items.ts";

const rowClass =
  "relative flex min-h-13 items-center gap-3 border-line border-b px-3.5 py-2 hover:bg-hover max-sm:px-4 has-[[data-row-action]:focus-visible]:outline-2 has-[[data-row-action]:focus-visible]:-outline-offset-2 has-[[data-row-action]:focus-visible]:outline-focus";

const groupNames = {
  tickets: m.search_tickets,
  messages: m.search_messages,
  contacts: m.search_contacts,
  server: m.search_on_server,
};

export function FoundHeading({ item }: { item: Extract<FoundItem, { kind: "heading" }> }) {
  return (
    <h2 className="flex items-center gap-1.5 border-line border-b bg-sunken px-4 py-1.5 font-medium text-ink-2 text-xs">
      {groupNames[item.group]()}
      <Badge count={item.count} tone="quiet" />
    </h2>
  );
}

type FoundMessageProps = {
  item: Extract<FoundItem, { kind: "message" }>;
  words: readonly string[];
  maySpy: boolean;
  onAccept: (ticket: TicketView) => void;
};

/** Shows a found message; it opens the conversation at that message, unless the ticket must be accepted first. */
export function FoundMessageRow(props: FoundMessageProps) {
  const { ticket, message } = props.item;
  const mayOpen = ticket.status !== "pending" || props.maySpy;
  return (
    <div data-row={props.item.key} className={rowClass}>
      <Avatar
        id={ticket.contactId}
        name={ticket.contactName}
        picture={ticket.contactPicture}
        size={32}
        glyph={<ChannelGlyph name={ticket.channel} />}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          {mayOpen ? (
            <Link
              to="/tickets/$ticketUuid"
              params={{ ticketUuid: ticket.id }}
              search={{ message: message.messageId }}
              data-row-action
              dir="auto"
              className="min-w-0 truncate font-medium text-base outline-none after:absolute after:inset-0"
            >
              {displayName(ticket.contactName)}
            </Link>
          ) : (
            <span dir="auto" className="min-w-0 truncate font-medium text-base">
              {displayName(ticket.contactName)}
            </span>
          )}
          <time dateTime={message.createdAt} className="ml-auto shrink-0 text-2xs text-ink-3">
            {shortMoment(message.createdAt)}
          </time>
        </p>
        <p className="truncate text-ink-2 text-sm">
          {message.fromMe && <span className="text-ink-3">{m.search_you()}: </span>}
          <Marked parts={matchedLine(plainLine(message.body), props.words)} />
        </p>
      </div>
      {!mayOpen && (
        <Button
          kind="primary"
          size="small"
          data-row-action
          aria-label={m.tickets_accept_of({ name: ticket.contactName })}
          onClick={() => props.onAccept(ticket)}
        >
          {m.tickets_accept()}
        </Button>
      )}
    </div>
  );
}

type FoundContactProps = {
  item: Extract<FoundItem, { kind: "contact" }>;
  words: readonly string[];
  onStart: (contact: ContactDocument) => void;
};

/** Shows a contact that was found; the row's action starts a conversation. */
export function FoundContactRow({ item, words, onStart }: FoundContactProps) {
  const { contact } = item;
  return (
    <div data-row={item.key} className={rowClass}>
      <Avatar id={contact.id} name={contact.name} picture={contact.profilePicUrl} size={32} />
      <p className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium text-base">
          <Marked parts={matchedParts(contact.name, words)} />
        </span>
        <span className="block truncate text-ink-3 text-sm tabular-nums">{maskPhone(contact.number)}</span>
      </p>
      <Button
        size="small"
        data-row-action
        aria-label={m.search_start_with({ name: contact.name })}
        onClick={() => onStart(contact)}
      >
        {m.search_start()}
      </Button>
    </div>
  );
}

export const ticketOf = (item: FoundItem): TicketView | null => (item.kind === "ticket" ? item.ticket : null);
