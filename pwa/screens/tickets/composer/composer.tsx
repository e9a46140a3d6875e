import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { FilesDialog } from "../../../messages/composer/files-dialog.tsx";
import { RecordingBar } from "../../../messages/composer/recording/recording-bar.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useConversation } from "../conversation/conversation-context.tsx";
import { AiHelp, useHasAiHelp } from "./ai-help.tsx";
import { AttachDialogs, type Attaching } from "./attach-dialogs.tsx";
import { AttachedNotices } from "./attached-notices.tsx";
import { ComposerRow } from "./composer-row.tsx";
import { QuickReplyList } from "./quick-reply-list.tsx";
import { ScheduleDraft } from "./schedule-draft.tsx";
import { unsigned } from "./signature.ts";
import { type ChannelState, useChannelState } from "./use-channel-state.ts";
import { useComposer, type Writing } from "./use-composer.ts";
import { WindowNotice } from "./window-notice.tsx";

export type ComposerHandle = {
  focus: () => void;
  edit: (message: MessageView) => void;
  /** Appends text to the draft. */
  take: (text: string) => void;
  addFiles: (files: Iterable<File>) => void;
  /** Opens the dialog that schedules the draft for a later time. */
  schedule: () => void;
};

type ComposerProps = Writing & {
  /** Called when ArrowUp is pressed in an empty field or in an unchanged edit: selects the last message. */
  onSelectLast: () => void;
  /** Called when the field has the stored draft. */
  onReady?: () => void;
  ref?: Ref<ComposerHandle>;
};

/** Border of the composer's upper edge by the state of the connection to this contact. */
const lines: Record<ChannelState, string> = {
  up: "border-primary border-solid",
  offline: "is-queued border-warn-mark border-dashed",
  down: "border-danger-mark border-solid",
  restricted: "border-warn-mark border-solid",
};

export function Composer({ onSelectLast, onReady, ref, ...writing }: ComposerProps) {
  const { ticket } = useConversation();
  const { messages, replyTo, onReplyTo } = writing;
  const hasWritten = messages.some(({ fromMe }) => !fromMe);
  const line = useChannelState(ticket.connectionId, hasWritten);
  const composer = useComposer(ticket, writing);
  const { draft, editing, quick, files, recording } = composer;
  const tellReady = useEffectEvent(() => onReady?.());
  useEffect(() => {
    if (draft.isRead) tellReady();
  }, [draft.isRead]);
  const [scheduling, setScheduling] = useState(false);
  const [attaching, setAttaching] = useState<Attaching | null>(null);
  const [helping, setHelping] = useState(false);
  const hasAiHelp = useHasAiHelp();
  const listId = useId();

  /** Opens the schedule dialog with the draft; leaves an edit first, because the edited text cannot be scheduled. */
  function schedule() {
    editing.leave();
    setScheduling(true);
  }

  function take(text: string) {
    editing.leave();
    draft.write([draft.text, unsigned(text)].filter(Boolean).join("\n"));
    composer.field.current?.focus();
  }
  useImperativeHandle(ref, () => ({
    focus: () => composer.field.current?.focus(),
    edit: composer.edit,
    take,
    addFiles: files.attachments.add,
    schedule,
  }));

  const sendLabel = line === "offline" ? m.tickets_send_queued() : m.tickets_send();
  return (
    <section aria-label={m.tickets_composer_label({ name: ticket.contactName })} className="shrink-0 bg-surface">
      <div className={classNames("border-t-[2.5px]", lines[line])}>
        {quick.replies && (
          <QuickReplyList
            id={listId}
            replies={quick.replies}
            text={editing.text}
            total={quick.total}
            active={quick.active}
            onChoose={quick.choose}
          />
        )}
        <AttachedNotices composer={composer} replyTo={replyTo} onReplyTo={onReplyTo} />
        <WindowNotice ticket={ticket} />
        <AiHelp open={helping && hasAiHelp} composer={composer} messages={messages} onClose={() => setHelping(false)} />
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
        <ComposerRow
          {...{ composer, writing, line, listId, sendLabel, onSelectLast }}
          onAttach={setAttaching}
          onSchedule={schedule}
          ai={hasAiHelp ? { isOpen: helping, toggle: () => setHelping(!helping) } : null}
        />
      </div>
      <FilesDialog
        attachments={files.attachments.list}
        problems={files.attachments.problems}
        onChange={files.attachments.set}
        onSend={() => void files.send()}
        sendLabel={sendLabel}
      />
      <ScheduleDraft
        ticket={ticket}
        text={draft.text}
        open={scheduling}
        onSaved={composer.clear}
        onClose={() => setScheduling(false)}
      />
      <AttachDialogs
        what={attaching}
        quoted={replyTo}
        sending={composer.sending}
        sendLabel={sendLabel}
        onSent={() => onReplyTo(null)}
        onClose={() => setAttaching(null)}
      />
    </section>
  );
}
