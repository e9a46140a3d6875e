import type { ThreadView, TicketView } from "../../../../sync/client/index.ts";
import { shortText, withoutMarks } from "../../../conversation/text/message-summary.ts";
import { clock } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChannelGlyph } from "../../../ui/channel-glyph.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { useTicketActions } from "../use-ticket-actions.ts";
import { QueueChip } from "./queue-chip.tsx";

const SHOWN = 3;
const nothing: ThreadView = { messages: [], hasOlder: false, endsHere: false, isKnown: false };

/** Shows the conversation that a contact already has with a colleague, and opens it instead of a second one. */
export function ExistingTicketDialog({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const desk = useDesk();
  const actions = useTicketActions();
  const { users } = useDirectory();
  const thread = useObservable(() => desk.thread$(ticket.id), [desk, ticket.id], nothing);
  const last = thread.messages.filter(({ hidden }) => !hidden).slice(-SHOWN);
  const assignee = users.get(ticket.userId ?? "");
  const name = displayName(ticket.contactName);

  function open() {
    onClose();
    void actions.open(ticket.id);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_existing_title({ name })}
      footer={
        <>
          <Button onClick={onClose}>{m.tickets_cancel()}</Button>
          <Button kind="primary" onClick={open}>
            {m.tickets_existing_open()}
          </Button>
        </>
      }
    >
      <div className="line-ring overflow-hidden rounded-lg">
        <div className="flex items-center gap-3 px-3.5 py-3">
          <Avatar
            id={ticket.contactId}
            name={ticket.contactName}
            picture={ticket.contactPicture}
            glyph={<ChannelGlyph name={ticket.channel} />}
          />
          <div className="min-w-0">
            <p className="flex min-w-0 items-baseline gap-1.5">
              <b dir="auto" className="truncate font-semibold">
                {name}
              </b>
              {ticket.number > 0 && <span className="shrink-0 text-ink-3 text-xs tabular-nums">#{ticket.number}</span>}
            </p>
            <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-2 text-xs">
              <QueueChip queueId={ticket.queueId} />
              <span dir="auto">
                {assignee ? m.tickets_existing_with({ name: assignee.name }) : m.tickets_existing_waiting()}
              </span>
            </p>
          </div>
        </div>
        {last.length > 0 && (
          <ol className="flex flex-col gap-2 border-line border-t bg-chat p-3">
            {last.map((message) => (
              <li
                key={message.id}
                className={classNames(
                  "line-ring max-w-[85%] rounded-xl px-3 py-2",
                  message.fromMe ? "self-end bg-bubble-out" : "self-start bg-surface",
                )}
              >
                <p dir="auto" className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {withoutMarks(shortText(message))}
                </p>
                <p className="text-right text-ink-3 text-xs tabular-nums">{clock(message.createdAt)}</p>
              </li>
            ))}
          </ol>
        )}
      </div>
      <p className="mt-3 text-ink-2">{m.tickets_existing_rule()}</p>
    </Dialog>
  );
}
