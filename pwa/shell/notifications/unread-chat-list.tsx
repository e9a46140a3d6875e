import { useNavigate } from "@tanstack/react-router";
import { ChatAvatars } from "../../conversation/chats/chat-avatars.tsx";
import { chatName, lastLine } from "../../conversation/chats/chat-name.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useUser } from "../../session/use-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useUnreadChats } from "./unread-chats.ts";

const MAX_SHOWN = 30;

/** The content of the top bar's popover: chats with unread messages, and the way to all chats. */
export function UnreadChatList({ onOpen }: { onOpen: () => void }) {
  const navigate = useNavigate();
  const { id: userId } = useUser();
  const unread = useUnreadChats();
  return (
    <>
      {unread.length === 0 && <p className="px-4 py-5 text-ink-3">{m.chats_popover_none()}</p>}
      <ul className="max-h-96 overflow-y-auto py-1">
        {unread.slice(0, MAX_SHOWN).map((chat) => (
          <li key={chat.id}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-hover"
              onClick={() => {
                onOpen();
                void navigate({ to: "/chats/$chatId", params: { chatId: chat.id } });
              }}
            >
              <ChatAvatars chat={chat} userId={userId} most={1} size={32} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{chatName(chat, userId)}</span>
                <span className="block truncate text-ink-2 text-sm">{lastLine(chat, userId)}</span>
              </span>
              <Badge count={chat.unread} label={m.tickets_unread({ count: chat.unread })} />
            </button>
          </li>
        ))}
      </ul>
      <div className="border-line border-t p-2">
        <Button
          kind="ghost"
          className="w-full"
          onClick={() => {
            onOpen();
            void navigate({ to: "/chats" });
          }}
        >
          {m.chats_go_list()}
        </Button>
      </div>
    </>
  );
}
