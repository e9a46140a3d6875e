import { CircleAlert, MicOff, MonitorSmartphone, Paperclip, Pencil, Reply, X } from "lucide-react";
import type { ReactNode } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { fileProblemWords } from "../../../messages/composer/file-problem-words.ts";
import type { RecordingProblem } from "../../../messages/composer/recording/use-recording.ts";
import { authorOf, plainLine, shortWords } from "../../../messages/text/message-words.ts";
import { classNames } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";
import { unsigned } from "./signature.ts";
import type { Composing } from "./use-composer.ts";

type AttachedNoticesProps = {
  composer: Composing;
  replyTo: MessageView | null;
  onReplyTo: (message: MessageView | null) => void;
};

/** Shows what accompanies the message being written (reply, file, problems), each with a button that removes it. */
export function AttachedNotices({ composer, replyTo, onReplyTo }: AttachedNoticesProps) {
  const { names } = useConversation();
  const { draft, editing, files, recording } = composer;
  const { attachments } = files;
  // While the files' dialog is open, it shows the problems itself.
  const problems = attachments.list.length > 0 ? [] : attachments.problems;
  const closeProblems = () => {
    attachments.forgetProblems();
    recording.forgetProblem();
  };
  return (
    <>
      {replyTo && (
        <Bar icon={<Reply size={15} />} cancel={m.tickets_cancel_reply()} onCancel={() => onReplyTo(null)}>
          <b className="block font-semibold text-primary-ink text-xs">
            {m.tickets_replying_to({ name: authorOf(replyTo, names) })}
          </b>
          <span className="block truncate text-ink-2">{plainLine(shortWords(replyTo))}</span>
        </Bar>
      )}
      {editing.message && (
        <Bar icon={<Pencil size={15} />} cancel={m.tickets_cancel()} onCancel={editing.leave}>
          <b className="block font-semibold text-primary-ink text-xs">
            {editing.message.local === "refused" ? m.tickets_editing() : m.tickets_editing_sent()}
          </b>
          <span className="block truncate text-ink-2">{plainLine(unsigned(editing.message.body))}</span>
        </Bar>
      )}
      {files.quick && (
        <Bar
          icon={<Paperclip size={15} />}
          cancel={m.tickets_remove_file({ name: files.quick.name })}
          onCancel={files.removeQuick}
        >
          <span className="block truncate">{files.quick.name}</span>
        </Bar>
      )}
      {draft.other !== null && (
        <Bar icon={<MonitorSmartphone size={15} />} cancel={m.ui_close()} onCancel={draft.leaveOther}>
          <b className="block font-semibold text-primary-ink text-xs">{m.tickets_draft_other()}</b>
          <button type="button" onClick={draft.takeOther} className="block max-w-full truncate text-left underline">
            {plainLine(draft.other)}
          </button>
        </Bar>
      )}
      {recording.problem && (
        <Bar icon={<MicOff size={15} />} cancel={m.ui_close()} onCancel={closeProblems} danger>
          <span className="block text-danger-ink">{recordingWords[recording.problem]()}</span>
        </Bar>
      )}
      {problems.length > 0 && (
        <Bar icon={<CircleAlert size={15} />} cancel={m.ui_close()} onCancel={closeProblems} danger>
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
