import { useNavigate } from "@tanstack/react-router";
import { Bell, Settings2 } from "lucide-react";
import { useState } from "react";
import { wordsOf } from "../../../sync/contracts/message-words.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { withoutMarks } from "../../messages/text/message-summary.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyPart, OnDemand } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { Waiting } from "./new-messages.ts";
import { useWaiting } from "./waiting-store.ts";

const SettingsDialog = lazyPart(async () => (await import("./settings-dialog.tsx")).NotificationSettings);
const MOST_SHOWN = 30;

/** Lists the conversations that wait for this user, on every screen. */
export function NotificationBell() {
  const waiting = useWaiting();
  const [isSetting, setSetting] = useState(false);
  const count = waiting.length;
  const label = count > 0 ? m.notify_bell_count({ count: String(count) }) : m.notify_bell();
  return (
    <>
      <Popover
        label={m.notify_bell()}
        className="w-80 p-0!"
        button={<IconButton label={label} icon={<Bell size={17} />} dot={count > 0 ? "news" : undefined} />}
      >
        {(close) => (
          <>
            {count === 0 && <p className="px-4 py-5 text-ink-3">{m.notify_none()}</p>}
            <ul className="max-h-96 overflow-y-auto py-1">
              {waiting.slice(0, MOST_SHOWN).map((ticket) => (
                <li key={ticket.id}>
                  <WaitingRow ticket={ticket} onOpen={close} />
                </li>
              ))}
            </ul>
            <div className="border-line border-t p-2">
              <Button
                kind="ghost"
                className="w-full"
                onClick={() => {
                  close();
                  setSetting(true);
                }}
              >
                <Settings2 aria-hidden="true" size={16} />
                {m.notify_open_settings()}
              </Button>
            </div>
          </>
        )}
      </Popover>
      <OnDemand open={isSetting}>
        <SettingsDialog open={isSetting} onClose={() => setSetting(false)} />
      </OnDemand>
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
        <span className="block truncate font-semibold">{ticket.contactName}</span>
        <span className="block truncate text-ink-2 text-sm">{lastWords(ticket) || m.notify_new_message()}</span>
      </span>
      <Badge count={ticket.unreadMessages} />
    </button>
  );
}

const lastWords = ({ lastMessage }: Waiting) =>
  lastMessage && withoutMarks(wordsOf(lastMessage.body, lastMessage.mediaType));
