import type { TicketView } from "../../../../sync/client/index.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ServerNotice } from "../../../session/server-notice.tsx";
import { DrawerSection } from "./drawer-section.tsx";
import { timelineText } from "./timeline-text.ts";
import { useTimeline } from "./use-timeline.ts";

/** Lists the events of a ticket (who, what, when). */
export function TimelineSection({ ticket }: { ticket: TicketView }) {
  const timeline = useTimeline(ticket);
  return (
    <DrawerSection title={m.tickets_timeline()}>
      {timeline.data ? (
        <ol className="flex flex-col gap-2">
          {timeline.data.toReversed().map((event) => (
            <li key={event.id} className="flex gap-2.5 text-xs">
              <span aria-hidden="true" className="mt-1.5 size-1.5 shrink-0 rounded-full bg-ink-3" />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]" title={event.device}>
                {timelineText(event)}
              </span>
              <time dateTime={event.at} className="shrink-0 text-ink-3 tabular-nums">
                {moment(event.at)}
              </time>
            </li>
          ))}
        </ol>
      ) : (
        <ServerNotice data={timeline} />
      )}
    </DrawerSection>
  );
}
