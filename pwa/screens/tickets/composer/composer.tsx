import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { channelAbilities } from "../../../../sync/contracts/channel-abilities.ts";
import type { QuickMessageDocument } from "../../../../sync/contracts/quick-messages.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { FilesDialog } from "../../../messages/composer/files-dialog.tsx";
import { useGrow } from "../../../messages/composer/grow.ts";
import { RecordingBar } from "../../../messages/composer/recording/recording-bar.tsx";
import { useRecording } from "../../../messages/composer/recording/use-recording.ts";
import { useAttachments } from "../../../messages/composer/use-attachments.ts";
import { useFieldText } from "../../../messages/composer/use-field-text.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { readSignOption, storeSignOption } from "../../../session/session-keys.ts";
import { isPressed } from "../../../shell/keyboard/pressed.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Switch } from "../../../ui/toggles.tsx";
import { fillVariables } from "../../quick-messages/parts/fill-variables.ts";
import { useConversation } from "../conversation/conversation-context.tsx";
import { mayEdit } from "../message/may-edit.ts";
import { useAsReplyTarget } from "../palette/reply-target.ts";
import { AttachDialogs, type Attaching } from "./attach-dialogs.tsx";
import { AttachedNotices } from "./attached-notices.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import { LineWords } from "./line-words.tsx";
import { QuickReplyList, quickReplyId } from "./quick-reply-list.tsx";
import { ScheduleDraft } from "./schedule-draft.tsx";
import { SendButtons } from "./send-buttons.tsx";
import { unsigned } from "./signature.ts";
import { useDraft } from "./use-draft.ts";
import { useEditing } from "./use-editing.ts";
import { type LineState, useLineState } from "./use-line-state.ts";
import { useQuickReplies } from "./use-quick-replies.ts";
import { useSendMessage } from "./use-send-message.ts";
import { useVariableValues } from "./use-variable-values.ts";
import { WindowWords } from "./window-words.tsx";

export type ComposerHandle = {
  focus: () => void;
  edit: (message: MessageView) => void;
  /** Appends text to the draft. */
  take: (text: string) => void;
  addFiles: (files: Iterable<File>) => void;
  /** Opens the dialog that schedules the draft for a later time. */
  schedule: () => void;
};

type ComposerProps = {
  messages: MessageView[];
  replyTo: MessageView | null;
  onReplyTo: (message: MessageView | null) => void;
  /** Called when ArrowUp is pressed in an empty field or in an unchanged edit: selects the last message. */
  onSelectLast: () => void;
  ref?: Ref<ComposerHandle>;
};

/** Border of the composer's upper edge by the state of the connection to this contact. */
const lines: Record<LineState, string> = {
  up: "border-primary border-solid",
  offline: "is-queued border-warn-mark border-dashed",
  down: "border-danger-mark border-solid",
  restricted: "border-warn-mark border-solid",
};

export function Composer({ messages, replyTo, onReplyTo, onSelectLast, ref }: ComposerProps) {
  const { ticket } = useConversation();
  const user = useDeskUser();
  const line = useLineState(
    ticket.connectionId,
    messages.some(({ fromMe }) => !fromMe),
  );
  const draft = useDraft(ticket.id);
  const attachments = useAttachments(channelAbilities[ticket.channel].fileLimits);
  const sending = useSendMessage(ticket.id, messages);
  const editing = useEditing(draft);
  const { text, write } = editing;
  const [scheduling, setScheduling] = useState(false);
  const [attaching, setAttaching] = useState<Attaching | null>(null);
  const values = useVariableValues(ticket);
  const [sign, setSign] = useState(() => readSignOption(localStorage));
  const [quickFile, setQuickFile] = useState<{ id: string; name: string } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const recording = useRecording(async (recorded) => {
    onReplyTo(null);
    await sending.sendVoice(recorded, replyTo);
  });
  const listId = useId();
  // A file may be sent without a caption.
  const mayBeNothing = quickFile !== null || (editing.message !== null && editing.message.mediaType !== "chat");
  const blank = text.trim() === "" && !mayBeNothing;
  useGrow(field, text);
  const fieldText = useFieldText(field, text, write);

  function takeReply(reply: QuickMessageDocument) {
    write(fillVariables(reply.message, values()));
    if (!editing.message)
      setQuickFile(reply.fileId ? { id: reply.fileId, name: reply.fileName ?? reply.shortcode } : null);
    field.current?.focus();
  }
  const quick = useQuickReplies(text, takeReply);
  useAsReplyTarget(ticket.contactName, takeReply);

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    edit: takeUp,
    take(words) {
      editing.leave();
      draft.write([draft.text, unsigned(words)].filter(Boolean).join("\n"));
      field.current?.focus();
    },
    addFiles: attachments.add,
    schedule,
  }));

  function takeUp(message: MessageView) {
    onReplyTo(null);
    editing.begin(message);
    fieldText.toEnd();
  }

  /** Opens the schedule dialog with the draft; leaves an edit first, because the edited text cannot be scheduled. */
  function schedule() {
    editing.leave();
    setScheduling(true);
  }

  function settle() {
    draft.clear();
    onReplyTo(null);
    setQuickFile(null);
    attachments.forgetProblems();
    quick.close();
  }

  async function handleSend() {
    if (blank) return;
    const { message } = editing;
    if (message) {
      editing.leave();
      quick.close();
      await (message.local === "refused" ? sending.sendAgain(message, text, sign) : sending.changeWords(message, text));
      return;
    }
    settle();
    await sending.sendText({ text, sign, quoted: replyTo, quickFileId: quickFile?.id ?? null });
  }

  async function handleSendFiles() {
    const files = attachments.take();
    onReplyTo(null);
    await sending.sendFiles(files, sign, replyTo);
    field.current?.focus();
  }

  /**
   * Begins to edit the user's last message, if it may be edited. Otherwise, or when already editing, selects the last
   * message.
   */
  function goUp() {
    const own = messages.findLast(({ fromMe, userId }) => fromMe && userId === user.id);
    if (!editing.message && own && mayEdit(own, user, ticket.channel)) return takeUp(own);
    editing.leave();
    onSelectLast();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // During IME composition, Enter only confirms an accented or Asian character.
    if (event.nativeEvent.isComposing || quick.handleKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void handleSend();
    } else if (event.key === "ArrowUp" && (text === "" || editing.isUntouched)) {
      event.preventDefault();
      goUp();
    } else if (event.key === "Escape" && (replyTo || editing.message)) {
      onReplyTo(null);
      editing.leave();
    } else if (isPressed(event, "bold") || isPressed(event, "italic")) {
      event.preventDefault();
      // Outside the composer the same shortcut belongs to the menu.
      event.stopPropagation();
      fieldText.mark(isPressed(event, "bold") ? "*" : "_");
    }
  }

  const sendLabel = line === "offline" ? m.tickets_send_queued() : m.tickets_send();
  return (
    <section aria-label={m.tickets_composer_label({ name: ticket.contactName })} className="shrink-0 bg-surface">
      <div className={classNames("border-t-[2.5px]", lines[line])}>
        {quick.replies && (
          <QuickReplyList
            id={listId}
            replies={quick.replies}
            text={text}
            total={quick.total}
            active={quick.active}
            onChoose={quick.choose}
          />
        )}
        <AttachedNotices
          replyTo={replyTo}
          editing={editing.message}
          quickFile={quickFile}
          problems={attachments.list.length > 0 ? [] : attachments.problems}
          recordingProblem={recording.problem}
          otherDraft={draft.other}
          onTakeOther={draft.takeOther}
          onLeaveOther={draft.leaveOther}
          onCancelReply={() => onReplyTo(null)}
          onCancelEdit={editing.leave}
          onCancelQuickFile={() => setQuickFile(null)}
          onCloseProblems={() => {
            attachments.forgetProblems();
            recording.forgetProblem();
          }}
        />
        <WindowWords ticket={ticket} />
        {recording.state !== "idle" && (
          <RecordingBar
            {...recording}
            sendLabel={sendLabel}
            onPause={recording.pause}
            onResume={recording.resume}
            onSend={() => void recording.send()}
            onCancel={recording.cancel}
          />
        )}
        <div
          hidden={recording.state !== "idle"}
          className={classNames(
            recording.state !== "idle" ? "hidden" : "grid",
            "grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-1 px-3 py-2 max-sm:px-1.5",
          )}
        >
          <div className="col-span-3 grid max-sm:field-ring max-sm:col-span-1 max-sm:col-start-2 max-sm:row-start-1 max-sm:rounded-[1.375rem] max-sm:focus-within:outline-2 max-sm:focus-within:-outline-offset-1 max-sm:focus-within:outline-focus">
            <textarea
              ref={field}
              data-composer
              rows={1}
              value={text}
              onChange={(event) => write(event.target.value)}
              onKeyDown={handleKeyDown}
              onPaste={(event) => {
                if (event.clipboardData.files.length === 0) return;
                event.preventDefault();
                attachments.add(event.clipboardData.files);
              }}
              placeholder={
                ticket.status === "pending" ? m.tickets_composer_accepts() : m.tickets_composer_placeholder()
              }
              aria-label={m.tickets_composer_label({ name: ticket.contactName })}
              aria-controls={quick.replies ? listId : undefined}
              aria-autocomplete={quick.replies ? "list" : undefined}
              aria-activedescendant={quick.replies?.length ? quickReplyId(listId, quick.active) : undefined}
              enterKeyHint="send"
              className={classNames(
                "min-h-8.5 w-full resize-none bg-transparent px-1.5 pt-1 pb-2 text-base outline-none placeholder:text-ink-3",
                // The vertical space is a border, because scrolled text would be visible in padding.
                "max-sm:min-h-11 max-sm:border-transparent max-sm:border-y-[11px] max-sm:py-0 max-sm:pl-4 max-sm:text-lg max-sm:leading-5.5",
                blank ? "max-sm:pr-22" : "max-sm:pr-12",
              )}
            />
          </div>
          <ComposerTools
            blank={blank}
            quickOpen={quick.replies !== null}
            onFiles={attachments.add}
            onAttach={channelAbilities[ticket.channel].cardsAndPlaces ? setAttaching : null}
            onEmoji={fieldText.insert}
            onQuick={() => {
              quick.toggle();
              field.current?.focus();
            }}
            onSchedule={schedule}
          />
          <span className="flex min-w-0 items-center justify-end gap-2 max-sm:hidden">
            <LineWords line={line} connectionId={ticket.connectionId} draftSaved={draft.saved && !editing.message} />
            <Switch
              label={m.tickets_sign()}
              checked={sign}
              onChange={(on) => {
                setSign(on);
                storeSignOption(localStorage, on);
              }}
              className="px-2 text-xs max-md:hidden"
            />
          </span>
          <SendButtons
            blank={blank}
            queues={line === "offline"}
            sendLabel={sendLabel}
            onRecord={() => void recording.start()}
            onSend={() => void handleSend()}
          />
        </div>
      </div>
      <FilesDialog
        attachments={attachments.list}
        problems={attachments.problems}
        onChange={attachments.set}
        onSend={() => void handleSendFiles()}
        sendLabel={sendLabel}
      />
      <ScheduleDraft
        ticket={ticket}
        text={draft.text}
        open={scheduling}
        onSaved={settle}
        onClose={() => setScheduling(false)}
      />
      <AttachDialogs
        what={attaching}
        quoted={replyTo}
        sending={sending}
        sendLabel={sendLabel}
        onSent={() => onReplyTo(null)}
        onClose={() => setAttaching(null)}
      />
    </section>
  );
}
