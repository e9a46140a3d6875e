import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ChatView, OutboxEntry, TicketView } from "../../../sync/client/index.ts";
import { chatName } from "../../conversation/chats/chat-name.ts";
import { useFileUrl } from "../../conversation/media/use-file-url.ts";
import { clock } from "../../i18n/date-time.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { displayName } from "../../i18n/phone-number.ts";
import { useDesk, useObservable, useSyncStatus } from "../../session/desk.tsx";
import { useUser } from "../../session/use-session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ChannelGlyph } from "../../ui/channel-glyph.tsx";
import { classNames } from "../../ui/class-names.ts";
import { QueueChip } from "../tickets/parts/queue-chip.tsx";
import { DiscardDialog, discardLabel } from "./parts/discard-dialog.tsx";
import { isStopped, type OutboxGroup } from "./parts/outbox-groups.ts";
import { CommandIcon, commandText } from "./parts/shown-command.tsx";

const linkClass = "shrink-0 font-medium text-primary-ink text-sm underline-offset-2 hover:underline touch:py-3";

/** Shows one conversation's entries in order, with contact, status and actions. Red: the user has to decide. */
export function OutboxCard({ group, stopped, onLeave }: { group: OutboxGroup; stopped: boolean; onLeave: () => void }) {
  const desk = useDesk();
  const { ticketId, chatId, entries } = group;
  const ticket = useObservable<TicketView | null | undefined>(
    () => desk.ticket$(ticketId ?? ""),
    [desk, ticketId],
    undefined,
  );
  const chat = useObservable<ChatView | null>(() => desk.chat$(chatId ?? ""), [desk, chatId], null);
  const { id: userId } = useUser();
  const [asking, setAsking] = useState(false);
  const isKnownLost = ticketId !== null && ticket === null;
  const mayDiscard = !stopped && entries.every((entry) => !entry.mayHaveArrived);
  const name = ticket ? displayName(ticket.contactName) : chat && chatName(chat, userId);
  return (
    <li
      className={classNames(
        "rounded-lg px-3.5 py-3",
        stopped ? "danger-ring" : "is-queued border-[1.5px] border-queued-line border-dashed",
      )}
    >
      {ticket ? (
        <header className="mb-1.5 flex items-center gap-3">
          <Avatar
            id={ticket.contactId}
            name={ticket.contactName}
            picture={ticket.contactPicture}
            size={32}
            glyph={<ChannelGlyph name={ticket.channel} />}
          />
          <div className="min-w-0 flex-1">
            <h4 dir="auto" className="truncate font-medium text-base">
              {name}
            </h4>
            <QueueChip queueId={ticket.queueId} />
          </div>
          <Link
            to="/tickets/$ticketUuid"
            params={{ ticketUuid: ticket.id }}
            onClick={onLeave}
            aria-label={`${m.tickets_outbox_open_ticket()}: ${name}`}
            className={linkClass}
          >
            {m.tickets_outbox_open_ticket()}
          </Link>
        </header>
      ) : (
        (ticketId === null || isKnownLost) && (
          <header className="mb-1 flex items-center gap-3">
            <h4 dir="auto" className="min-w-0 flex-1 truncate font-medium text-base">
              {isKnownLost
                ? m.tickets_outbox_lost_ticket()
                : chatId === null
                  ? m.tickets_outbox_others()
                  : (name ?? m.chats_outbox_lost())}
            </h4>
            {chat && (
              <Link
                to="/chats/$chatId"
                params={{ chatId: chat.id }}
                search={{ message: entries.find(({ type }) => type === "chatMessage.send")?.id }}
                onClick={onLeave}
                aria-label={`${m.tickets_outbox_open_ticket()}: ${name}`}
                className={linkClass}
              >
                {m.tickets_outbox_open_ticket()}
              </Link>
            )}
          </header>
        )
      )}
      <ul>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onLeave={onLeave} />
        ))}
      </ul>
      {!stopped && (
        <footer className="mt-1 flex min-h-8 items-center gap-2 text-ink-2 text-xs">
          <span className="min-w-0 flex-1">
            {entries.length > 1 ? m.tickets_outbox_in_order({ count: entries.length }) : m.tickets_outbox_waiting()}
          </span>
          {mayDiscard && (
            <Button size="small" kind="danger-ghost" onClick={() => setAsking(true)}>
              {discardLabel(entries.length)}
            </Button>
          )}
        </footer>
      )}
      <DiscardDialog entries={entries} name={name} open={asking} onClose={() => setAsking(false)} />
    </li>
  );
}

function EntryRow({ entry, onLeave }: { entry: OutboxEntry; onLeave: () => void }) {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();
  const [asking, setAsking] = useState(false);
  const stopped = isStopped(entry);
  return (
    <li className="flex gap-3 py-1">
      {entry.fileId && entry.file?.mimetype.startsWith("image/") ? (
        <QueuedPicture fileId={entry.fileId} />
      ) : (
        <CommandIcon type={entry.type} />
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {commandText(entry)}
        </p>
        {stopped && <p className="mt-0.5 text-danger-ink text-sm">{stateWords(entry)}</p>}
        {entry.state === "sending" && linkUp && (
          <p className="mt-0.5 text-ink-2 text-xs">{m.tickets_outbox_sending()}</p>
        )}
        {entry.state === "waiting" && entry.error && (
          <p className="mt-0.5 text-ink-2 text-xs">{errorMessage(entry.error.code)}</p>
        )}
        {stopped && (
          <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
            {/* The linked screen shows the full text and lets the user edit it. */}
            {entry.type.startsWith("schedule.") && (
              <Link to="/schedules" onClick={onLeave} className={classNames(linkClass, "mr-auto")}>
                {m.ui_edit()}
              </Link>
            )}
            {!entry.mayHaveArrived && (
              <Button size="small" kind="danger-ghost" onClick={() => setAsking(true)}>
                {m.tickets_discard()}
              </Button>
            )}
            <Button size="small" onClick={() => void desk.retry(entry.id)}>
              {entry.state === "held" ? m.tickets_send() : m.tickets_retry()}
            </Button>
          </div>
        )}
      </div>
      <time dateTime={entry.createdAt} title={moment(entry.createdAt)} className="shrink-0 text-ink-3 text-xs">
        {clock(entry.createdAt)}
      </time>
      <DiscardDialog entries={[entry]} name={null} open={asking} onClose={() => setAsking(false)} />
    </li>
  );
}

/** The picture that waits; it is on this device. */
function QueuedPicture({ fileId }: { fileId: string }) {
  const { url } = useFileUrl(fileId);
  return (
    <img
      src={url ?? undefined}
      alt=""
      decoding="async"
      className="size-14 shrink-0 rounded-md bg-sunken object-cover"
    />
  );
}

const stateWords = (entry: OutboxEntry) =>
  entry.state === "held" ? m.tickets_outbox_held() : errorMessage(entry.error?.code);
