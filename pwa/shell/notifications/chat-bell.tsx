import { MessageCircle } from "lucide-react";
import { Suspense } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { Popover } from "../../ui/layers/popover.tsx";
import { lazyPart } from "../../ui/on-demand.tsx";
import { useUnreadChats } from "./unread-chats.ts";

const UnreadChatList = lazyPart(async () => (await import("./unread-chat-list.tsx")).UnreadChatList);

/** Lists the internal chats with unread messages, on every screen; they are read from this device. */
export function ChatBell() {
  const count = useUnreadChats().length;
  const label = count > 0 ? m.chats_popover_count({ count: String(count) }) : m.chats_popover();
  return (
    <Popover
      label={m.chats_popover()}
      className="w-80 p-0!"
      button={<IconButton label={label} icon={<MessageCircle size={17} />} dot={count > 0 ? "news" : undefined} />}
    >
      {(close) => (
        <Suspense fallback={<div className="h-26" />}>
          <UnreadChatList onOpen={close} />
        </Suspense>
      )}
    </Popover>
  );
}
