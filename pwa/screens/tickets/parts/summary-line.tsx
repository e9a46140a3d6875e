import { Contact, FileText, Image, MapPin, Mic, Video } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { DeliveryTick } from "../message/delivery-tick.tsx";
import type { RowSummary, SummaryIcon } from "./row-summary.ts";

const icons: Record<SummaryIcon, typeof Mic> = {
  audio: Mic,
  image: Image,
  video: Video,
  document: FileText,
  location: MapPin,
  contact: Contact,
};

/** Shows the last message of a conversation in one line. */
export function SummaryLine({ summary, strong }: { summary: RowSummary; strong: boolean }) {
  const Icon = summary.icon ? icons[summary.icon] : null;
  const ink = summary.delivery === "failed" ? "text-danger-ink" : strong ? "text-ink" : "text-ink-3";
  return (
    <span className={`flex min-w-0 flex-1 items-center gap-1.25 ${ink}`}>
      {summary.delivery && <DeliveryTick delivery={summary.delivery} />}
      {Icon && <Icon aria-hidden="true" size={13} className="shrink-0" />}
      {summary.isDraft && <span className="shrink-0 font-medium text-warn-ink">{m.tickets_draft()}</span>}
      <span dir="auto" className="truncate">
        {summary.text}
      </span>
    </span>
  );
}
