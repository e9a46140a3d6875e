import * as v from "valibot";
import { m } from "../../../i18n/paraglide/messages.js";

const Named = v.nullable(v.object({ id: v.string(), name: v.string() }));
const Side = v.nullable(v.object({ queue: Named, user: Named }));
/** What the server answers of a ticket's steps. */
export const Timeline = v.object({
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
type TimelineEvent = v.InferOutput<typeof Timeline>["events"][number];
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
