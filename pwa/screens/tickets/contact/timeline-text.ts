import * as v from "valibot";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";

const Named = v.nullable(v.object({ id: v.string(), name: v.string() }));
const Side = v.nullable(v.object({ queue: Named, user: Named }));
/** Response of the server with a ticket's timeline. */
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
      /** The contact's rating, 1 to 3. */
      rating: v.nullable(v.number()),
      numbers: v.optional(v.nullable(v.object({ from: v.string(), to: v.string() })), null),
      campaign: v.optional(Named),
    }),
  ),
});
export type TimelineEvent = v.InferOutput<typeof Timeline>["events"][number];
const ratingNames: Partial<Record<number, () => string>> = {
  1: m.tickets_rating_1,
  2: m.tickets_rating_2,
  3: m.tickets_rating_3,
};

/** Returns an event as a sentence. An unknown type, of a newer server, is shown by its name. */
export function timelineText({
  type,
  user,
  to,
  rating = null,
  numbers = null,
  campaign,
}: Pick<TimelineEvent, "type" | "user" | "to"> &
  Partial<Pick<TimelineEvent, "rating" | "numbers" | "campaign">>): string {
  const place = [to?.queue?.name, to?.user?.name].filter(Boolean).join(" · ");
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
        to: place || m.tickets_no_queue(),
      });
    case "call":
      return m.tickets_timeline_call();
    case "routed":
      return to?.queue ? m.tickets_timeline_routed({ to: place }) : m.tickets_timeline_unrouted();
    case "handedOver":
      return m.tickets_timeline_handed_over();
    case "redirected":
      return m.tickets_timeline_redirected({ to: place });
    case "offered":
      return to?.user ? m.tickets_timeline_offered({ to: to.user.name }) : m.tickets_timeline_unoffered();
    case "rated":
      return m.tickets_timeline_rated({ rating: ratingNames[rating ?? 0]?.() ?? String(rating ?? "") });
    case "numberChanged":
      return m.tickets_timeline_number({ from: maskPhone(numbers?.from ?? ""), to: maskPhone(numbers?.to ?? "") });
    case "campaignReply":
      return m.tickets_timeline_campaign({ name: campaign?.name ?? "" });
    default:
      return type;
  }
}
