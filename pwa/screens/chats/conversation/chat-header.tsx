import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ChatView } from "../../../../sync/client/index.ts";
import { ChatAvatars } from "../../../conversation/chats/chat-avatars.tsx";
import { chatName, memberNames } from "../../../conversation/chats/chat-name.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand, useDeskUser } from "../../../session/desk.tsx";
import { StatusChip } from "../../../ui/fields/chips.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/layers/dialog.tsx";
import { ChatDialog } from "../dialog/chat-dialog.tsx";

type ChatHeaderProps = { chat: ChatView; onBack: () => void };

/** Shows the members and, to the owner, how to change and delete the chat. */
export function ChatHeader({ chat, onBack }: ChatHeaderProps) {
  const user = useDeskUser();
  const isOwner = chat.ownerId === user.id;
  const names = memberNames(chat);
  return (
    <header className="flex shrink-0 items-center gap-3 border-line border-b bg-surface pt-[env(safe-area-inset-top)] pr-3 pl-4 max-md:gap-1 max-md:pl-1 sm:pt-0">
      <IconButton
        label={m.tickets_back()}
        icon={<ChevronLeft size={22} />}
        size="large"
        onClick={onBack}
        className="md:hidden"
      />
      <ChatAvatars chat={chat} userId={user.id} most={3} size={32} />
      <div className="flex h-15 min-w-0 flex-1 flex-col justify-center max-md:ml-2">
        <div className="flex items-center gap-2">
          <h2 className="truncate text-lg leading-5">{chatName(chat, user.id)}</h2>
          {chat.isWaiting && (
            <StatusChip tone="queued" className="h-4.5 px-1.5 text-2xs">
              {m.chats_here_only()}
            </StatusChip>
          )}
        </div>
        <p className="truncate text-ink-3 text-xs" title={chat.members.map(({ name }) => name).join(", ")}>
          {names}
          {isOwner && ` · ${m.chats_you_created()}`}
        </p>
      </div>
      {isOwner && <OwnerActions chat={chat} />}
    </header>
  );
}

function OwnerActions({ chat }: { chat: ChatView }) {
  const user = useDeskUser();
  const send = useCommand();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"edit" | "delete" | null>(null);
  const close = () => setAsking(null);
  async function remove() {
    close();
    // Leaves first, so that the owner is not told of the own deletion.
    await navigate({ to: "/chats" });
    await send("chat.delete", { chatId: chat.id });
  }
  return (
    <>
      <IconButton label={m.chats_edit()} icon={<Pencil size={18} />} onClick={() => setAsking("edit")} size="large" />
      <IconButton
        label={m.chats_delete()}
        icon={<Trash2 size={18} />}
        onClick={() => setAsking("delete")}
        size="large"
      />
      {asking === "edit" && <ChatDialog chat={chat} onClose={close} />}
      <ConfirmDialog
        open={asking === "delete"}
        onClose={close}
        onConfirm={() => void remove()}
        title={m.chats_delete_title({ name: chatName(chat, user.id) })}
        confirmLabel={m.chats_delete()}
      >
        {m.chats_delete_text()}
      </ConfirmDialog>
    </>
  );
}
