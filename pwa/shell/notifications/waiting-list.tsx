import { useNavigate } from "@tanstack/react-router";
import { wordsOf } from "../../../contracts/desk/bodies/message-words.ts";
import { withoutMarks } from "../../conversation/text/message-summary.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Badge } from "../../ui/badge.tsx";
import type { Waiting } from "./new-messages.ts";
import { useWaiting } from "./waiting-store.ts";

const MAX_SHOWN = 30;

/** Lists the conversations that wait for this user, newest first. */
export function WaitingList({ onOpen }: { onOpen: () => void }) {
  const waiting = useWaiting();
  return (
    <>
      {waiting.length === 0 && <p className="px-4 py-5 text-ink-3">{m.notify_none()}</p>}
      <ul className="max-h-96 overflow-y-auto py-1">
        {waiting.slice(0, MAX_SHOWN).map((ticket) => (
          <li key={ticket.id}>
            <WaitingRow ticket={ticket} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

function WaitingRow({ ticket, onOpen }: { ticket: Waiting; onOpen: () => void }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-hover"
      onClick={() => {
        onOpen();
        void navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: ticket.id } });
      }}
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {ticket.contactName}
        </span>
        <span className="block truncate text-ink-2 text-sm">{lastWords(ticket) || m.notify_new_message()}</span>
      </span>
      <Badge count={ticket.unreadMessages} />
    </button>
  );
}

const lastWords = ({ lastMessage }: Waiting) =>
  lastMessage && withoutMarks(wordsOf(lastMessage.body, lastMessage.mediaType));
