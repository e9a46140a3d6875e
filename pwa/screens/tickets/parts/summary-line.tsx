import { ArrowRightLeft, Bot, Contact, FileText, Image, Lock, MapPin, Mic, Video } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { DeliveryTick } from "../message/delivery-tick.tsx";
import type { RowSummary, SummaryIcon } from "./row-summary.ts";

const icons: Record<SummaryIcon, typeof Mic> = {
  note: Lock,
  bot: Bot,
  transfer: ArrowRightLeft,
  audio: Mic,
  image: Image,
  video: Video,
  document: FileText,
  location: MapPin,
  contact: Contact,
};

const begunLooks = {
  reply: { label: m.tickets_draft, ink: "text-warn-ink" },
  note: { label: m.tickets_draft_note, ink: "text-note-ink" },
};

/** Shows the last message of a conversation in one line. */
export function SummaryLine({ summary, strong }: { summary: RowSummary; strong: boolean }) {
  const Icon = summary.icon ? icons[summary.icon] : null;
  const begun = summary.begun && begunLooks[summary.begun];
  const ink = summary.delivery === "failed" ? "text-danger-ink" : strong ? "text-ink" : "text-ink-3";
  return (
    <span className={`flex min-w-0 flex-1 items-center gap-1.25 ${ink}`}>
      {summary.delivery && <DeliveryTick delivery={summary.delivery} />}
      {Icon && <Icon aria-hidden="true" size={13} className={`shrink-0 ${begun?.ink ?? ""}`} />}
      {begun && <span className={`shrink-0 font-medium ${begun.ink}`}>{begun.label()}</span>}
      {summary.noteBy && <span className="shrink-0 font-medium text-note-ink">{summary.noteBy}:</span>}
      <span dir="auto" className="truncate">
        {summary.text}
      </span>
    </span>
  );
}
