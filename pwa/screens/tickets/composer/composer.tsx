import { Mic, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import type { QuickMessageDocument } from "../../../../sync/contracts/quick-messages.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { readSignOption, storeSignOption } from "../../../session/session-keys.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Switch } from "../../../ui/toggles.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";
import { useMedia } from "../use-media.ts";
import { AttachedNotices } from "./attached-notices.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import { FilesDialog } from "./files-dialog.tsx";
import { fillVariables } from "./fill-variables.ts";
import { useGrow } from "./grow.ts";
import { LineWords } from "./line-words.tsx";
import { QuickReplyList, quickReplyId } from "./quick-reply-list.tsx";
import { RecordingBar } from "./recording/recording-bar.tsx";
import { useRecording } from "./recording/use-recording.ts";
import { unsigned } from "./signature.ts";
import { useAttachments } from "./use-attachments.ts";
import { useDraft } from "./use-draft.ts";
import { type LineState, useLineState } from "./use-line-state.ts";
import { useQuickReplies } from "./use-quick-replies.ts";
import { useSendMessage } from "./use-send-message.ts";
import { useVariableValues } from "./use-variable-values.ts";

export type ComposerHandle = {
  focus: () => void;
  edit: (message: MessageView) => void;
  addFiles: (files: Iterable<File>) => void;
};

type ComposerProps = {
  messages: MessageView[];
  replyTo: MessageView | null;
  onReplyTo: (message: MessageView | null) => void;
  /** An arrow up in an empty field goes to the last message. */
  onSelectLast: () => void;
  ref?: Ref<ComposerHandle>;
};

/** Its upper edge is the state of the line to this contact. */
const lines: Record<LineState, string> = {
  up: "border-primary border-solid",
  offline: "is-queued border-warn-mark border-dashed",
  down: "border-danger-mark border-solid",
};

export function Composer({ messages, replyTo, onReplyTo, onSelectLast, ref }: ComposerProps) {
  const { ticket } = useConversation();
  const line = useLineState(ticket.connectionId);
  const draft = useDraft(ticket.id);
  const attachments = useAttachments();
  const { sendText, sendFiles, sendVoice, sendAgain } = useSendMessage(ticket.id, messages);
  const values = useVariableValues(ticket);
  const [sign, setSign] = useState(() => readSignOption(localStorage));
  const [editing, setEditing] = useState<MessageView | null>(null);
  const [quickFile, setQuickFile] = useState<{ id: string; name: string } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const recording = useRecording(async (recorded) => {
    onReplyTo(null);
    await sendVoice(recorded, replyTo);
  });
  const listId = useId();
  const onPhone = useMedia("(width < 40rem)");
  const blank = draft.text.trim() === "" && quickFile === null;
  useGrow(field, draft.text);

  const quick = useQuickReplies(draft.text, (reply: QuickMessageDocument) => {
    draft.write(fillVariables(reply.message, values()));
    setQuickFile(reply.fileId ? { id: reply.fileId, name: reply.fileName ?? reply.shortcode } : null);
    field.current?.focus();
  });

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    edit(message) {
      setEditing(message);
      draft.write(unsigned(message.body));
      field.current?.focus();
    },
    addFiles: attachments.add,
  }));

  function settle() {
    draft.clear();
    onReplyTo(null);
    setEditing(null);
    setQuickFile(null);
    attachments.forgetProblems();
    quick.close();
  }

  async function handleSend() {
    if (blank) return;
    const { text } = draft;
    settle();
    if (editing) await sendAgain(editing, text, sign);
    else await sendText({ text, sign, quoted: replyTo, quickFileId: quickFile?.id ?? null });
  }

  async function handleSendFiles() {
    const files = attachments.take();
    onReplyTo(null);
    await sendFiles(files, sign, replyTo);
    field.current?.focus();
  }

  function insert(emoji: string) {
    const { selectionStart = draft.text.length, selectionEnd = selectionStart } = field.current ?? {};
    draft.write(draft.text.slice(0, selectionStart) + emoji + draft.text.slice(selectionEnd));
    const caret = selectionStart + emoji.length;
    // Once the field has the new text.
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter also ends the composition of an accented or Asian character.
    if (event.nativeEvent.isComposing || quick.handleKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void handleSend();
    } else if (event.key === "ArrowUp" && draft.text === "") {
      event.preventDefault();
      onSelectLast();
    } else if (event.key === "Escape" && (replyTo || editing)) {
      onReplyTo(null);
      if (editing) settle();
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
            total={quick.total}
            active={quick.active}
            onChoose={quick.choose}
          />
        )}
        <AttachedNotices
          replyTo={replyTo}
          editing={editing}
          quickFile={quickFile}
          problems={attachments.list.length > 0 ? [] : attachments.problems}
          recordingProblem={recording.problem}
          otherDraft={draft.other}
          onTakeOther={draft.takeOther}
          onLeaveOther={draft.leaveOther}
          onCancelReply={() => onReplyTo(null)}
          onCancelEdit={settle}
          onCancelQuickFile={() => setQuickFile(null)}
          onCloseProblems={() => {
            attachments.forgetProblems();
            recording.forgetProblem();
          }}
        />
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
            "grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-1 px-3 py-2",
          )}
        >
          <textarea
            ref={field}
            data-composer
            rows={1}
            value={draft.text}
            onChange={(event) => draft.write(event.target.value)}
            onKeyDown={handleKeyDown}
            onPaste={(event) => {
              if (event.clipboardData.files.length === 0) return;
              event.preventDefault();
              attachments.add(event.clipboardData.files);
            }}
            placeholder={ticket.status === "pending" ? m.tickets_composer_accepts() : m.tickets_composer_placeholder()}
            aria-label={m.tickets_composer_label({ name: ticket.contactName })}
            aria-controls={quick.replies ? listId : undefined}
            aria-autocomplete={quick.replies ? "list" : undefined}
            aria-activedescendant={quick.replies?.length ? quickReplyId(listId, quick.active) : undefined}
            enterKeyHint="send"
            className="col-span-3 min-h-8.5 resize-none bg-transparent px-1.5 pt-1 pb-2 text-base outline-none placeholder:text-ink-3 max-sm:field-ring max-sm:order-2 max-sm:col-span-1 max-sm:min-h-11 max-sm:rounded-xl max-sm:px-4 max-sm:py-2.5 max-sm:text-lg max-sm:focus:outline-2 max-sm:focus:-outline-offset-1 max-sm:focus:outline-focus"
          />
          <ComposerTools
            quickOpen={quick.replies !== null}
            onFiles={attachments.add}
            onEmoji={insert}
            onQuick={() => {
              quick.toggle();
              field.current?.focus();
            }}
          />
          <span className="flex min-w-0 items-center justify-end gap-2 max-sm:hidden">
            <LineWords line={line} connectionId={ticket.connectionId} draftSaved={draft.saved} />
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
          <span className="flex items-center gap-1 max-sm:order-3">
            <span className={blank ? "contents" : "contents max-sm:hidden"}>
              <IconButton
                label={m.tickets_record()}
                icon={<Mic size={19} />}
                kind={onPhone ? "primary" : "ghost"}
                onClick={() => void recording.start()}
                className="max-sm:size-11 max-sm:rounded-full"
              />
            </span>
            <Button
              kind={line === "offline" ? "ghost" : "primary"}
              disabled={blank}
              onClick={() => void handleSend()}
              aria-label={sendLabel}
              title={sendLabel}
              className={classNames(
                "w-10 px-0 max-sm:h-11 max-sm:w-11 max-sm:rounded-full",
                blank && "max-sm:hidden",
                line === "offline" && "is-queued border-[1.5px] border-queued-line border-dashed",
              )}
            >
              <SendHorizontal aria-hidden="true" size={17} />
            </Button>
          </span>
        </div>
      </div>
      <FilesDialog
        attachments={attachments.list}
        problems={attachments.problems}
        onChange={attachments.set}
        onSend={() => void handleSendFiles()}
        sendLabel={sendLabel}
      />
    </section>
  );
}
