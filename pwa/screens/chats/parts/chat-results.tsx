import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import type { ChatSearchView } from "../../../../sync/client/index.ts";
import { ChatAvatars } from "../../../conversation/chats/chat-avatars.tsx";
import { chatName, lastLine } from "../../../conversation/chats/chat-name.ts";
import { plainLine } from "../../../conversation/text/message-summary.ts";
import { shortMoment } from "../../../i18n/date-time.ts";
import { matchedLine, matchedParts } from "../../../i18n/matched-parts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable } from "../../../session/desk.tsx";
import { End, Group, rowClass } from "../../../shell/palette/palette-rows.tsx";
import { Marked } from "../../../ui/marked.tsx";

const SHOWN = 4;
const nothing: ChatSearchView = { chats: [], messages: [] };

/** Searches the chats and their messages on this device. */
export function useFoundChats(text: string): ChatSearchView & { values: string[] } {
  const desk = useDesk();
  const found = useObservable<ChatSearchView>(() => desk.searchChats$(text, SHOWN), [desk, text], nothing);
  const chats = found.chats.map(({ id }) => `chat ${id}`);
  return { ...found, values: [...chats, ...found.messages.map(({ messageId }) => `chat message ${messageId}`)] };
}

type ChatResultsProps = ChatSearchView & {
  words: readonly string[];
  /** Returns a function that closes the palette and then calls `run`. */
  done: (run: () => void) => () => void;
};

/** Lists found chats and messages; choosing one opens it. */
export function ChatResults({ chats, messages, words, done }: ChatResultsProps) {
  const navigate = useNavigate();
  const { id: userId } = useDeskUser();
  const open = (chatId: string, message?: string) =>
    done(() => void navigate({ to: "/chats/$chatId", params: { chatId }, search: { message } }));
  return (
    <>
      <Group heading={m.chats_found()} shown={chats.length > 0}>
        {chats.map((chat) => (
          <Command.Item key={chat.id} value={`chat ${chat.id}`} className={rowClass} onSelect={open(chat.id)}>
            <ChatAvatars chat={chat} userId={userId} most={1} size={24} />
            <span dir="auto" className="max-w-[50%] shrink-0 truncate font-medium">
              <Marked parts={matchedParts(chatName(chat, userId), words)} />
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-ink-3">
              {lastLine(chat, userId)}
            </span>
            <End>{shortMoment(chat.updatedAt)}</End>
          </Command.Item>
        ))}
      </Group>
      <Group heading={m.chats_found_messages()} shown={messages.length > 0}>
        {messages.map(({ messageId, userName, body, createdAt, chat }) => (
          <Command.Item
            key={messageId}
            value={`chat message ${messageId}`}
            className={rowClass}
            onSelect={open(chat.id, messageId)}
          >
            <ChatAvatars chat={chat} userId={userId} most={1} size={24} />
            <span className="max-w-[50%] shrink-0 truncate font-medium">{userName}</span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
              <Marked parts={matchedLine(plainLine(body), words)} />
            </span>
            <End>{shortMoment(createdAt)}</End>
          </Command.Item>
        ))}
      </Group>
    </>
  );
}
