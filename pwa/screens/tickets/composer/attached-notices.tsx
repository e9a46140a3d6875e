import { CircleAlert, MicOff, MonitorSmartphone, Paperclip, Pencil, Reply, X } from "lucide-react";
import type { ReactNode } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { fileProblemWords } from "../../../messages/composer/file-problem-words.ts";
import type { RecordingProblem } from "../../../messages/composer/recording/use-recording.ts";
import type { FileProblem } from "../../../messages/media/file-check.ts";
import { authorOf, plainLine, shortWords } from "../../../messages/text/message-words.ts";
import { classNames } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";
import { unsigned } from "./signature.ts";

type AttachedNoticesProps = {
  replyTo: MessageView | null;
  editing: MessageView | null;
  quickFile: { name: string } | null;
  problems: FileProblem[];
  recordingProblem: RecordingProblem | null;
  /** A different draft text from another device of the same user. */
  otherDraft: string | null;
  onTakeOther: () => void;
  onLeaveOther: () => void;
  onCancelReply: () => void;
  onCancelEdit: () => void;
  onCancelQuickFile: () => void;
  onCloseProblems: () => void;
};

/** Shows what accompanies the message being written (reply, file, problems), each with a button that removes it. */
export function AttachedNotices(props: AttachedNoticesProps) {
  const { names } = useConversation();
  const { replyTo, editing, quickFile, problems, recordingProblem, otherDraft } = props;
  return (
    <>
      {replyTo && (
        <Bar icon={<Reply size={15} />} cancel={m.tickets_cancel_reply()} onCancel={props.onCancelReply}>
          <b className="block font-semibold text-primary-ink text-xs">
            {m.tickets_replying_to({ name: authorOf(replyTo, names) })}
          </b>
          <span className="block truncate text-ink-2">{plainLine(shortWords(replyTo))}</span>
        </Bar>
      )}
      {editing && (
        <Bar icon={<Pencil size={15} />} cancel={m.tickets_cancel()} onCancel={props.onCancelEdit}>
          <b className="block font-semibold text-primary-ink text-xs">
            {editing.local === "refused" ? m.tickets_editing() : m.tickets_editing_sent()}
          </b>
          <span className="block truncate text-ink-2">{plainLine(unsigned(editing.body))}</span>
        </Bar>
      )}
      {quickFile && (
        <Bar
          icon={<Paperclip size={15} />}
          cancel={m.tickets_remove_file({ name: quickFile.name })}
          onCancel={props.onCancelQuickFile}
        >
          <span className="block truncate">{quickFile.name}</span>
        </Bar>
      )}
      {otherDraft !== null && (
        <Bar icon={<MonitorSmartphone size={15} />} cancel={m.ui_close()} onCancel={props.onLeaveOther}>
          <b className="block font-semibold text-primary-ink text-xs">{m.tickets_draft_other()}</b>
          <button type="button" onClick={props.onTakeOther} className="block max-w-full truncate text-left underline">
            {plainLine(otherDraft)}
          </button>
        </Bar>
      )}
      {recordingProblem && (
        <Bar icon={<MicOff size={15} />} cancel={m.ui_close()} onCancel={props.onCloseProblems} danger>
          <span className="block text-danger-ink">{recordingWords[recordingProblem]()}</span>
        </Bar>
      )}
      {problems.length > 0 && (
        <Bar icon={<CircleAlert size={15} />} cancel={m.ui_close()} onCancel={props.onCloseProblems} danger>
          {problems.map((problem) => (
            <span key={problem.name} className="block text-danger-ink">
              {fileProblemWords(problem)}
            </span>
          ))}
        </Bar>
      )}
    </>
  );
}

const recordingWords: Record<RecordingProblem, () => string> = {
  denied: m.tickets_mic_denied,
  missing: m.tickets_mic_missing,
  failed: m.tickets_mic_failed,
  short: m.tickets_mic_short,
};

type BarProps = { icon: ReactNode; cancel: string; onCancel: () => void; danger?: boolean; children: ReactNode };

function Bar({ icon, cancel, onCancel, danger = false, children }: BarProps) {
  return (
    <div
      role={danger ? "alert" : undefined}
      className="flex items-center gap-2.5 border-line border-b py-1.5 pr-3 pl-4.5 text-ink-3"
    >
      <span aria-hidden="true" className="shrink-0">
        {icon}
      </span>
      <span
        className={classNames(
          "min-w-0 flex-1 border-l-3 pl-2.25 text-sm",
          danger ? "border-danger-mark" : "border-primary-ink",
        )}
      >
        {children}
      </span>
      <IconButton size="small" label={cancel} icon={<X size={16} />} onClick={onCancel} />
    </div>
  );
}
