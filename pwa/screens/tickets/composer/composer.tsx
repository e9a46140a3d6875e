import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { FilesTray } from "../../../conversation/composer/files-tray.tsx";
import { RecordingBar, type RecordingBarHandle } from "../../../conversation/composer/recording/recording-bar.tsx";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { useSyncStatus } from "../../../session/desk.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useConversation } from "../conversation/conversation-context.tsx";
import { AiHelp, useHasAiHelp } from "./ai-help.tsx";
import { AttachDialogs, type Attaching } from "./attach-dialogs.tsx";
import { AttachedNotices } from "./attached-notices.tsx";
import { ComposerRow } from "./composer-row.tsx";
import { KeptReply } from "./kept-reply.tsx";
import { KeptNote, NoteComposer } from "./note-composer.tsx";
import type { PlannedDraft } from "./plan-draft.ts";
import { QuickReplyList } from "./quick-reply-list.tsx";
import { ScheduleDraft } from "./schedule-draft.tsx";
import { unsigned } from "./signature.ts";
import { type ChannelState, useChannelState } from "./use-channel-state.ts";
import { type Composing, useComposer, type Writing } from "./use-composer.ts";
import { WindowNotice } from "./window-notice.tsx";

export type ComposerHandle = {
  /** Focuses the reply; a note that is being written is kept. */
  focus: () => void;
  /** Opens the note, or shows the reply again. */
  toggleNote: () => void;
  edit: (message: MessageView) => void;
  /** Appends text to the draft. */
  take: (text: string) => void;
  addFiles: (files: Iterable<File>) => void;
  /** Opens the dialog that schedules the draft for a later time. */
  schedule: () => void;
};

type ComposerProps = Writing & {
  /** Called by ArrowUp in an empty field or in an unchanged edit, and by Escape: selects the last message. */
  onSelectLast: () => void;
  /** Called when the field has the stored draft. */
  onReady?: () => void;
  ref?: Ref<ComposerHandle>;
};

/** Border of the composer's upper edge by the state of the connection to this contact. */
const lines: Record<ChannelState, string> = {
  up: "border-primary border-solid",
  offline: "is-queued border-warn-mark border-dashed",
  stuck: "border-danger-mark border-dashed",
  down: "border-danger-mark border-solid",
  restricted: "border-warn-mark border-solid",
};
/** The customer does not see what is written below it. */
const noteLines = { up: "border-note-ink border-solid", offline: "is-queued border-note-ink border-dashed" };

export function Composer({ onSelectLast, onReady, ref, ...writing }: ComposerProps) {
  const { ticket } = useConversation();
  const { messages, replyTo, onReplyTo } = writing;
  const hasWritten = messages.some(({ fromMe }) => !fromMe);
  const line = useChannelState(ticket.connectionId, hasWritten);
  const composer = useComposer(ticket, writing);
  const { editing, quick, files, recording, mode } = composer;
  const { linkUp } = useSyncStatus();
  const bar = useRef<RecordingBarHandle>(null);
  const tellReady = useEffectEvent(() => onReady?.());
  useEffect(() => {
    if (mode.isDecided) tellReady();
  }, [mode.isDecided]);
  const [planned, setPlanned] = useState<PlannedDraft | null>(null);
  const [attaching, setAttaching] = useState<Attaching | null>(null);
  const [helping, setHelping] = useState(false);
  const hasAiHelp = useHasAiHelp();
  const listId = useId();

  const isRecording = recording.state !== "idle";
  /** Leaves the field for the messages, where single keys are shortcuts; its text stays. */
  function leave() {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onSelectLast();
  }
  const schedule = useHandle(ref, { composer, bar, onPlan: setPlanned });
  const sendLabel = line === "offline" ? m.tickets_send_queued() : m.tickets_send();
  return (
    <section
      aria-label={mode.isOn ? m.tickets_note_mode() : m.tickets_composer_label({ name: ticket.contactName })}
      className="shrink-0 bg-surface"
    >
      {mode.isOn && <KeptReply composer={composer} />}
      <KeptNote mode={mode} />
      <div className={classNames("border-t-[2.5px]", mode.isOn ? noteLines[linkUp ? "up" : "offline"] : lines[line])}>
        {mode.isOn && <NoteComposer mode={mode} />}
        <div hidden={mode.isOn}>
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
          <AiHelp
            open={helping && hasAiHelp}
            composer={composer}
            messages={messages}
            onClose={() => setHelping(false)}
          />
          {isRecording && (
            <RecordingBar
              ref={bar}
              recording={recording}
              name={displayName(ticket.contactName)}
              queueLabel={line === "offline" ? sendLabel : null}
              onLeave={leave}
            />
          )}
          {!isRecording && !editing.message && (
            <FilesTray attachments={files.attachments} hasText={editing.text.trim() !== ""} />
          )}
          <ComposerRow
            {...{ composer, writing, line, listId, sendLabel, onSelectLast }}
            onLeave={leave}
            onAttach={setAttaching}
            onSchedule={schedule}
            ai={hasAiHelp ? { isOpen: helping, toggle: () => setHelping(!helping) } : null}
          />
        </div>
      </div>
      <ScheduleDraft ticket={ticket} planned={planned} onClose={() => setPlanned(null)} />
      <AttachDialogs
        ticketId={ticket.id}
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

type HandleDeps = {
  composer: Composing;
  bar: RefObject<RecordingBarHandle | null>;
  onPlan: (planned: PlannedDraft) => void;
};

/** Gives the conversation the composer's handle. Returns what schedules the draft. */
function useHandle(ref: Ref<ComposerHandle> | undefined, { composer, bar, onPlan }: HandleDeps) {
  const { draft, editing, files, recording, mode } = composer;

  /** Opens the schedule dialog with the draft; leaves an edit first, because the edited text cannot be scheduled. */
  function schedule() {
    mode.leave();
    editing.leave();
    onPlan(composer.planDraft());
  }

  function take(text: string) {
    mode.leave();
    editing.leave();
    draft.write([draft.text, unsigned(text)].filter(Boolean).join("\n"));
    composer.field.current?.focus();
  }
  function focus() {
    mode.leave();
    if (recording.state !== "idle") bar.current?.focus();
    else composer.field.current?.focus();
  }
  useImperativeHandle(ref, () => ({
    focus,
    toggleNote: mode.toggle,
    edit: composer.edit,
    take,
    addFiles(chosen) {
      mode.leave();
      files.attachments.add(chosen);
    },
    schedule,
  }));
  return schedule;
}
