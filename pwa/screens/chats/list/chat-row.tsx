import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { ChatView } from "../../../../sync/client/index.ts";
import { ChatAvatars } from "../../../conversation/chats/chat-avatars.tsx";
import { chatName, lastLine } from "../../../conversation/chats/chat-name.ts";
import { shortMoment } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDeskUser } from "../../../session/desk.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { StatusChip } from "../../../ui/fields/chips.tsx";
import { useMinute } from "../../../ui/hooks/use-minute.ts";

type ChatRowProps = { chat: ChatView; draft?: string; selected: boolean };

/** Shows one chat: its members, name and last message. */
export const ChatRow = memo(function ChatRow({ chat, draft, selected }: ChatRowProps) {
  const user = useDeskUser();
  useMinute();
  const unread = chat.unread > 0;
  const at = chat.lastMessage?.createdAt ?? chat.updatedAt;
  return (
    <div
      className={classNames(
        "relative flex h-16.25 items-center gap-3 border-line border-b px-4",
        "has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus",
        selected
          ? "bg-selected before:absolute before:inset-y-2.5 before:left-0 before:w-0.75 before:rounded-r-full before:bg-primary max-sm:before:hidden"
          : "hover:bg-hover",
      )}
    >
      <span className="grid w-11 shrink-0 place-items-center">
        <ChatAvatars chat={chat} userId={user.id} most={2} size={24} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-baseline gap-2 leading-5">
          <Link
            to="/chats/$chatId"
            params={{ chatId: chat.id }}
            aria-current={selected || undefined}
            className={classNames(
              "truncate text-base outline-none after:absolute after:inset-0 max-sm:text-lg",
              unread ? "font-semibold" : "font-medium",
            )}
          >
            {chatName(chat, user.id)}
          </Link>
          <time
            dateTime={at}
            className={classNames(
              "ml-auto shrink-0 text-2xs max-sm:text-xs",
              unread ? "font-semibold text-primary-ink" : "text-ink-3",
            )}
          >
            {shortMoment(at)}
          </time>
        </div>
        <div className="flex h-5 items-center gap-1.5 text-sm max-sm:text-base">
          <LastLine chat={chat} draft={draft} userId={user.id} />
          {chat.queued > 0 && (
            <StatusChip tone="queued" className="h-4.5 px-1.5 text-2xs tabular-nums">
              {m.tickets_queued_chip({ count: chat.queued })}
            </StatusChip>
          )}
          {chat.queued === 0 && chat.isWaiting && (
            <StatusChip tone="queued" className="h-4.5 px-1.5 text-2xs">
              {m.chats_here_only()}
            </StatusChip>
          )}
          {unread && <Badge count={chat.unread} label={m.tickets_unread({ count: chat.unread })} />}
        </div>
      </div>
    </div>
  );
});

function LastLine({ chat, draft = "", userId }: { chat: ChatView; draft?: string; userId: string }) {
  const words = lastLine(chat, userId);
  const isDraft = chat.failed === 0 && draft.trim() !== "";
  const ink = chat.failed > 0 ? "text-danger-ink" : chat.unread > 0 ? "text-ink" : "text-ink-3";
  return (
    <span className={classNames("flex min-w-0 flex-1 items-center gap-1.25", ink)}>
      {isDraft && <span className="shrink-0 font-medium text-warn-ink">{m.tickets_draft()}</span>}
      <span dir="auto" className="truncate">
        {isDraft ? draft : chat.failed > 0 ? m.tickets_not_sent({ what: words }) : words}
      </span>
    </span>
  );
}
