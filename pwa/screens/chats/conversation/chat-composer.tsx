import { Reply } from "lucide-react";
import { type KeyboardEvent, type Ref, useImperativeHandle } from "react";
import type { ChatView } from "../../../../sync/client/index.ts";
import { chatName } from "../../../conversation/chats/chat-name.ts";
import { AnsweredBar } from "../../../conversation/composer/answered-bar.tsx";
import { AttachedBar } from "../../../conversation/composer/attached-bar.tsx";
import { ComposerField } from "../../../conversation/composer/composer-field.tsx";
import { FilesTray } from "../../../conversation/composer/files-tray.tsx";
import { RecordingBar } from "../../../conversation/composer/recording/recording-bar.tsx";
import { SendButtons } from "../../../conversation/composer/send-buttons.tsx";
import { WritingProblems } from "../../../conversation/composer/writing-problems.tsx";
import { WritingTools } from "../../../conversation/composer/writing-tools.tsx";
import { plainLine, shortText } from "../../../conversation/text/message-summary.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDeskUser, useSyncStatus } from "../../../session/desk.tsx";
import { isPressed } from "../../../shell/keyboard/pressed.ts";
import { classNames } from "../../../ui/class-names.ts";
import { isComposingKey, isEnter } from "../../../ui/fields/enter-key.ts";
import { useMedia } from "../../../ui/hooks/use-media.ts";
import { type ChatWriting, useChatComposer } from "./use-chat-composer.ts";

export type ChatComposerHandle = { focus: () => void; addFiles: (files: Iterable<File>) => void };

type ChatComposerProps = ChatWriting & {
  chat: ChatView;
  /** Called when ArrowUp is pressed in an empty field: selects the last message. */
  onSelectLast: () => void;
  ref?: Ref<ChatComposerHandle>;
};

/** Writes to colleagues. Its upper edge is plum: a customer never sees this; dashed while messages stay here. */
export function ChatComposer({ chat, onSelectLast, ref, ...writing }: ChatComposerProps) {
  const user = useDeskUser();
  const { linkUp } = useSyncStatus();
  const hasKeyboard = useMedia("(pointer: fine)");
  const composer = useChatComposer(chat.id, writing);
  const { field, fieldText, draft, attachments, recording, isBlank } = composer;
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus(), addFiles: attachments.add }));
  const label = m.tickets_composer_label({ name: chatName(chat, user.id) });
  const sendLabel = linkUp ? m.tickets_send() : m.tickets_send_queued();
  const isRecording = recording.state !== "idle";
  return (
    <section aria-label={label} className="shrink-0 bg-surface">
      <div
        className={classNames(
          "border-note-ink border-t-[2.5px]",
          linkUp ? "border-solid" : "is-queued border-dashed",
          // The tabs below are hidden while the keyboard is open.
          "max-sm:pb-[env(safe-area-inset-bottom)]",
        )}
      >
        <ReplyBar {...writing} userId={user.id} />
        {draft.answeredAt !== null && (
          <AnsweredBar
            text={m.tickets_draft_answered({ time: moment(draft.answeredAt) })}
            onClose={draft.leaveAnswered}
          />
        )}
        <WritingProblems recording={recording} attachments={attachments} />
        {!isRecording && <FilesTray attachments={attachments} hasText={draft.text.trim() !== ""} />}
        {isRecording && (
          <RecordingBar
            recording={recording}
            name={chatName(chat, user.id)}
            queueLabel={linkUp ? null : sendLabel}
            onLeave={onSelectLast}
          />
        )}
        <div
          className={classNames(
            isRecording ? "hidden" : "grid",
            "grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-1 px-3 py-2 max-sm:px-1.5",
          )}
        >
          <ComposerField
            ref={field}
            label={label}
            placeholder={hasKeyboard ? m.chats_placeholder() : m.chats_placeholder_touch()}
            text={draft.text}
            onText={draft.write}
            blank={isBlank}
            onFiles={attachments.add}
            onKeyDown={(event) => handleKey(event, { composer, writing, onSelectLast })}
          />
          <WritingTools blank={isBlank} onFiles={attachments.add} onEmoji={fieldText.insert} />
          <span className="max-sm:hidden" />
          <SendButtons
            blank={isBlank}
            queues={!linkUp}
            sendLabel={sendLabel}
            onRecord={() => void recording.start()}
            onSend={() => void composer.send()}
          />
        </div>
      </div>
    </section>
  );
}

type Keyed = { composer: ReturnType<typeof useChatComposer>; writing: ChatWriting; onSelectLast: () => void };

/** Enter sends, Escape cancels the reply, ArrowUp in an empty field selects the last message. */
function handleKey(event: KeyboardEvent<HTMLTextAreaElement>, { composer, writing, onSelectLast }: Keyed) {
  if (isComposingKey(event)) return;
  if (isEnter(event) && !event.shiftKey) {
    event.preventDefault();
    void composer.send();
  } else if (event.key === "ArrowUp" && composer.draft.text === "") {
    event.preventDefault();
    onSelectLast();
  } else if (event.key === "Escape") {
    event.preventDefault();
    if (writing.replyTo) return writing.onReplyTo(null);
    event.currentTarget.blur();
    onSelectLast();
  } else if (isPressed(event, "bold") || isPressed(event, "italic")) {
    event.preventDefault();
    // Outside the composer the same shortcut belongs to the menu.
    event.stopPropagation();
    composer.fieldText.mark(isPressed(event, "bold") ? "*" : "_");
  }
}

function ReplyBar({ replyTo, onReplyTo, userId }: ChatWriting & { userId: string }) {
  if (!replyTo) return null;
  const name = replyTo.userId === userId ? m.tickets_you() : replyTo.userName;
  return (
    <AttachedBar icon={<Reply size={15} />} cancel={m.tickets_cancel_reply()} onCancel={() => onReplyTo(null)}>
      <b className="block font-semibold text-primary-ink text-xs">{m.tickets_replying_to({ name })}</b>
      <span className="block truncate text-ink-2">{plainLine(shortText(replyTo))}</span>
    </AttachedBar>
  );
}
