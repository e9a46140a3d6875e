import { Pencil } from "lucide-react";
import { plainLine } from "../../../conversation/text/message-summary.ts";
import { duration } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Kept } from "./note-composer.tsx";
import type { Composing } from "./use-composer.ts";

/** Shows the reply that is kept while a note is written. */
export function KeptReply({ composer: { mode, draft, files, recording } }: { composer: Composing }) {
  const { list } = files.attachments;
  const text =
    recording.state === "kept"
      ? m.tickets_draft_voice({ time: duration(recording.seconds) })
      : plainLine(draft.text) || (list.length > 0 ? m.tickets_draft_files({ count: list.length }) : "");
  if (text === "") return null;
  return (
    <Kept
      icon={<Pencil aria-hidden="true" size={15} className="shrink-0" />}
      label={m.tickets_reply_kept()}
      short={m.tickets_reply_kept_short()}
      text={`“${text}”`}
      caps="Esc"
      onBack={mode.leave}
      className="text-warn-ink"
    />
  );
}
