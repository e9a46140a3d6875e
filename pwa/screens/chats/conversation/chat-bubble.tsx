import { Clock, Copy, Reply } from "lucide-react";
import { memo } from "react";
import type { ChatMessageView } from "../../../../sync/client/index.ts";
import { Caption, MessageFile } from "../../../conversation/media/message-file.tsx";
import { MessageBody } from "../../../conversation/text/message-body.tsx";
import { BubbleFrame } from "../../../conversation/thread/bubble-frame.tsx";
import { type BubbleLook, bubblePadding } from "../../../conversation/thread/bubble-look.ts";
import { BubbleMeta } from "../../../conversation/thread/bubble-meta.tsx";
import { FailedMessage } from "../../../conversation/thread/failed-message.tsx";
import { MessageMenuButton } from "../../../conversation/thread/message-menu-button.tsx";
import { Quote } from "../../../conversation/thread/quote.tsx";
import { clock } from "../../../i18n/date-time.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk } from "../../../session/desk.tsx";
import { capsOf } from "../../../shell/keyboard/own-keys.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Menu, MenuItem } from "../../../ui/layers/menu.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { useChat } from "./chat-context.tsx";

type ChatBubbleProps = { message: ChatMessageView; startsGroup: boolean; endsGroup: boolean };

const hasFailed = ({ local }: ChatMessageView) => local === "refused" || local === "held";

function look(message: ChatMessageView, mine: boolean): BubbleLook {
  if (hasFailed(message)) return "failed";
  if (message.local !== null) return "queued";
  return mine ? "out" : "in";
}

/** Shows one message of a colleague. Dashed border: it is only on this device. Red: it failed to send. */
export const ChatBubble = memo(function ChatBubble({ message, startsGroup, endsGroup }: ChatBubbleProps) {
  const { userId, jump } = useChat();
  const mine = message.userId === userId;
  const author = mine ? m.tickets_you() : message.userName;
  const { quoted } = message;
  return (
    <BubbleFrame
      messageId={message.id}
      {...{ mine, startsGroup, endsGroup }}
      dir={message.mediaType === "chat" ? "auto" : undefined}
      look={look(message, mine)}
      className={bubblePadding(message)}
      before={!mine && <Author message={message} isShown={endsGroup} />}
      menu={<ChatMessageMenu message={message} mine={mine} />}
      below={hasFailed(message) && <NotSent message={message} />}
    >
      {startsGroup && !mine ? (
        <b dir="ltr" className="block font-semibold text-note-ink text-xs">
          {author}
          <span className="sr-only">: </span>
        </b>
      ) : (
        <span dir="ltr" className="sr-only">
          {author}:{" "}
        </span>
      )}
      {quoted && <Quote quoted={quoted} author={quoted.author} onJump={jump} />}
      <Content message={message} />
      <BubbleMeta message={message} look={hasFailed(message) ? "failed" : mine ? "out" : "in"}>
        <time dateTime={message.createdAt}>{clock(message.createdAt)}</time>
        {message.local !== null && !hasFailed(message) && (
          <Clock role="img" aria-label={m.chats_here_only()} size={14} strokeWidth={1.8} className="shrink-0" />
        )}
      </BubbleMeta>
    </BubbleFrame>
  );
});

const Author = ({ message, isShown }: { message: ChatMessageView; isShown: boolean }) => (
  <span className="mr-1 size-6 shrink-0 self-end">
    {isShown && <Avatar id={message.userId ?? message.userName} name={message.userName} size={24} />}
  </span>
);

function Content({ message }: { message: ChatMessageView }) {
  const { view } = useChat();
  if (message.mediaType === "chat") return <MessageBody body={message.body} />;
  if (!message.media) return <span className="italic">{m.tickets_media_failed()}</span>;
  return (
    <>
      <MessageFile message={message} media={message.media} channel={m.app_name()} onView={view} />
      <Caption message={message} />
    </>
  );
}

function NotSent({ message }: { message: ChatMessageView }) {
  const desk = useDesk();
  const { commandId } = message;
  if (!commandId) return null;
  return (
    <FailedMessage
      reason={m.tickets_failed_reason({ reason: errorMessage(message.errorCode) })}
      at={message.createdAt}
      onRetry={() => desk.retry(commandId)}
      onEdit={null}
      onDiscard={() => void desk.discard(commandId)}
    />
  );
}

function ChatMessageMenu({ message, mine }: { message: ChatMessageView; mine: boolean }) {
  const { reply } = useChat();
  const mayReply = message.local === null;
  if (!mayReply && message.body === "") return null;
  async function copy() {
    await navigator.clipboard.writeText(message.body);
    toast.success(m.tickets_copied());
  }
  return (
    <Menu side={mine ? "bottom end" : "bottom start"} button={<MessageMenuButton mine={mine} />}>
      {mayReply && (
        <MenuItem icon={<Reply size={16} />} shortcut={capsOf("reply")} onSelect={() => reply(message)}>
          {m.tickets_reply()}
        </MenuItem>
      )}
      {message.body !== "" && (
        <MenuItem icon={<Copy size={16} />} onSelect={copy}>
          {m.tickets_copy()}
        </MenuItem>
      )}
    </Menu>
  );
}
