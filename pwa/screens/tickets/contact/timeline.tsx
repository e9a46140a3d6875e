import * as v from "valibot";
import type { TicketView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ServerNotice } from "../server-notice.tsx";
import { useServerData } from "../use-server-data.ts";
import { moment } from "../when.ts";
import { DrawerSection } from "./drawer-section.tsx";

const Named = v.nullable(v.object({ id: v.string(), name: v.string() }));
const Side = v.nullable(v.object({ queue: Named, user: Named }));
const Timeline = v.object({
  events: v.array(
    v.object({
      id: v.string(),
      type: v.string(),
      user: Named,
      device: v.string(),
      at: v.string(),
      from: Side,
      to: Side,
    }),
  ),
});
export type TimelineEvent = v.InferOutput<typeof Timeline>["events"][number];
const read = (answer: unknown) => v.parse(Timeline, answer).events;

/** Each step of the ticket: who, what, when. Asked again when the ticket has changed. */
export function TimelineSection({ ticket }: { ticket: TicketView }) {
  const timeline = useServerData(`/tickets/${ticket.id}/timeline?at=${encodeURIComponent(ticket.updatedAt)}`, read);
  return (
    <DrawerSection title={m.tickets_timeline()}>
      {timeline.data ? (
        <ol className="flex flex-col gap-2">
          {timeline.data.toReversed().map((event) => (
            <li key={event.id} className="flex gap-2.5 text-xs">
              <span aria-hidden="true" className="mt-1.5 size-1.5 shrink-0 rounded-full bg-ink-3" />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]" title={event.device}>
                {timelineWords(event)}
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

/** A step as a sentence. What a newer server may add is told by its own name. */
export function timelineWords({ type, user, to }: Pick<TimelineEvent, "type" | "user" | "to">): string {
  const name = user?.name || m.tickets_timeline_desk();
  switch (type) {
    case "created":
      return user ? m.tickets_timeline_created_by({ name }) : m.tickets_timeline_created();
    case "accepted":
      return m.tickets_timeline_accepted({ name });
    case "returned":
      return m.tickets_timeline_returned({ name });
    case "closed":
      return m.tickets_timeline_closed({ name });
    case "reopened":
      return m.tickets_timeline_reopened({ name });
    case "returnedByContact":
      return m.tickets_timeline_back();
    case "transferred":
      return m.tickets_timeline_transferred({
        name,
        to: [to?.queue?.name, to?.user?.name].filter(Boolean).join(" · ") || m.tickets_no_queue(),
      });
    case "call":
      return m.tickets_timeline_call();
    default:
      return type;
  }
}
