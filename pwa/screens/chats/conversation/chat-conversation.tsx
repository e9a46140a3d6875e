import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ChatMessageView, ChatThreadView, ChatView, OutboxEntry } from "../../../../sync/client/index.ts";
import { chatName } from "../../../conversation/chats/chat-name.ts";
import { DropZone } from "../../../conversation/thread/drop-zone.tsx";
import { useMediaViewer } from "../../../conversation/thread/use-media-viewer.tsx";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/lists/empty-state.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { RefusedActions } from "../../outbox/parts/refused-actions.tsx";
import { ChatComposer, type ChatComposerHandle } from "./chat-composer.tsx";
import { ChatProvider } from "./chat-context.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { ChatMessages, type ChatMessagesHandle } from "./chat-messages.tsx";

type ChatConversationProps = { chatId: string; onBack: () => void };

/** Shows one chat; a blank area while it is read and a notice when it is not here. */
export function ChatConversation({ chatId, onBack }: ChatConversationProps) {
  const desk = useDesk();
  const chat = useObservable<ChatView | null | undefined>(() => desk.chat$(chatId), [desk, chatId], undefined);
  useLeaveWhenGone(chat);
  if (chat === undefined) return <div className="flex-1 bg-chat" />;
  if (chat === null) return <Gone onBack={onBack} />;
  return <OpenChat chat={chat} onBack={onBack} />;
}

/** Leaves with a sentence when the chat is deleted or the user is no member any more. */
function useLeaveWhenGone(chat: ChatView | null | undefined) {
  const navigate = useNavigate();
  const wasHere = useRef(false);
  useEffect(() => {
    if (chat) wasHere.current = true;
    if (chat !== null || !wasHere.current) return;
    wasHere.current = false;
    toast.error(m.chats_left());
    void navigate({ to: "/chats" });
  }, [chat, navigate]);
}

function OpenChat({ chat, onBack }: { chat: ChatView; onBack: () => void }) {
  const desk = useDesk();
  const user = useDeskUser();
  const thread = useObservable<ChatThreadView | null>(() => desk.chatThread$(chat.id), [desk, chat.id], null);
  const [replyTo, setReplyTo] = useState<ChatMessageView | null>(null);
  const { view, viewer } = useMediaViewer(thread?.messages ?? []);
  const list = useRef<ChatMessagesHandle>(null);
  const composer = useRef<ChatComposerHandle>(null);
  useEffect(() => {
    // On touch devices focusing the field opens the keyboard, which would cover the messages.
    if (matchMedia("(pointer: fine)").matches) composer.current?.focus();
  }, []);
  const context = useMemo(
    () => ({
      userId: user.id,
      reply(message: ChatMessageView) {
        setReplyTo(message);
        composer.current?.focus();
      },
      jump: (messageId: string) => list.current?.jump(messageId),
      view,
    }),
    [user.id, view],
  );
  return (
    <ChatProvider value={context}>
      <section
        aria-label={m.tickets_conversation_with({ name: chatName(chat, user.id) })}
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-chat"
      >
        <ChatHeader chat={chat} onBack={onBack} />
        <DropZone enabled onFiles={(files) => composer.current?.addFiles(files)}>
          {thread ? (
            <ChatMessages ref={list} chat={chat} thread={thread} onLeave={() => composer.current?.focus()} />
          ) : (
            <div className="flex-1 bg-chat" />
          )}
          <RefusedActions isOf={(entry) => isOfChat(entry, chat.id)} />
          <ChatComposer
            ref={composer}
            chat={chat}
            replyTo={replyTo}
            onReplyTo={setReplyTo}
            onSelectLast={() => list.current?.focusLast()}
          />
        </DropZone>
        {viewer}
      </section>
    </ChatProvider>
  );
}

/** A creation has the id of its chat. */
const isOfChat = ({ id, payload }: OutboxEntry, chatId: string) =>
  id === chatId || ("chatId" in payload && payload.chatId === chatId);

function Gone({ onBack }: { onBack: () => void }) {
  const { firstSyncDone, linkUp } = useSyncStatus();
  const mayCome = !firstSyncDone || !linkUp;
  return (
    <EmptyState art="talk" title={m.chats_gone_title()} actions={<Button onClick={onBack}>{m.chats_go_list()}</Button>}>
      {mayCome ? m.chats_gone_offline() : m.chats_gone_text()}
    </EmptyState>
  );
}
