import { MonitorSmartphone, Paperclip, Pencil, Reply } from "lucide-react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { AnsweredBar } from "../../../conversation/composer/answered-bar.tsx";
import { AttachedBar } from "../../../conversation/composer/attached-bar.tsx";
import { WritingProblems } from "../../../conversation/composer/writing-problems.tsx";
import { authorOf, plainLine, shortText } from "../../../conversation/text/message-summary.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
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
  return (
    <>
      {replyTo && (
        <AttachedBar icon={<Reply size={15} />} cancel={m.tickets_cancel_reply()} onCancel={() => onReplyTo(null)}>
          <b className="block font-semibold text-primary-ink text-xs">
            {m.tickets_replying_to({ name: authorOf(replyTo, names) })}
          </b>
          <span className="block truncate text-ink-2">{plainLine(shortText(replyTo))}</span>
        </AttachedBar>
      )}
      {editing.message && (
        <AttachedBar icon={<Pencil size={15} />} cancel={m.tickets_cancel()} onCancel={editing.leave}>
          <b className="block font-semibold text-primary-ink text-xs">
            {editing.message.local === "refused" ? m.tickets_editing() : m.tickets_editing_sent()}
          </b>
          <span className="block truncate text-ink-2">{plainLine(unsigned(editing.message.body))}</span>
        </AttachedBar>
      )}
      {editing.dropped && (
        <AttachedBar icon={<Pencil size={15} />} cancel={m.ui_close()} onCancel={editing.leave}>
          <span role="status" className="block text-ink-2">
            {editing.dropped.why === "deleted" ? m.tickets_edit_deleted() : m.tickets_edit_changed()}
          </span>
          {editing.dropped.text !== "" && (
            <button
              type="button"
              onClick={editing.takeDropped}
              className="block max-w-full truncate text-left underline"
            >
              {m.tickets_edit_use({ text: plainLine(editing.dropped.text) })}
            </button>
          )}
        </AttachedBar>
      )}
      {draft.answeredAt !== null && !editing.message && (
        <AnsweredBar
          text={m.tickets_draft_answered({ time: moment(draft.answeredAt) })}
          onClose={draft.leaveAnswered}
        />
      )}
      {files.quick && (
        <AttachedBar
          icon={<Paperclip size={15} />}
          cancel={m.tickets_remove_file({ name: files.quick.name })}
          onCancel={files.removeQuick}
        >
          <span className="block truncate">{files.quick.name}</span>
        </AttachedBar>
      )}
      {draft.other !== null && (
        <AttachedBar icon={<MonitorSmartphone size={15} />} cancel={m.ui_close()} onCancel={draft.leaveOther}>
          <b className="block font-semibold text-primary-ink text-xs">{m.tickets_draft_other()}</b>
          <button type="button" onClick={draft.takeOther} className="block max-w-full truncate text-left underline">
            {plainLine(draft.other)}
          </button>
        </AttachedBar>
      )}
      <WritingProblems recording={recording} attachments={attachments} />
    </>
  );
}
