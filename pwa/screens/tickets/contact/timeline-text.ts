import * as v from "valibot";
import type { TicketEventType } from "../../../../contracts/desk/ticket-events.ts";
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

type ShownEvent = Pick<TimelineEvent, "type" | "user" | "to"> &
  Partial<Pick<TimelineEvent, "rating" | "numbers" | "campaign">>;

const nameOf = ({ user }: ShownEvent) => user?.name || m.tickets_timeline_desk();
const placeOf = ({ to }: ShownEvent) => [to?.queue?.name, to?.user?.name].filter(Boolean).join(" · ");

const sentences: Record<TicketEventType, (event: ShownEvent) => string> = {
  created: (event) =>
    event.user ? m.tickets_timeline_created_by({ name: nameOf(event) }) : m.tickets_timeline_created(),
  accepted: (event) => m.tickets_timeline_accepted({ name: nameOf(event) }),
  returned: (event) => m.tickets_timeline_returned({ name: nameOf(event) }),
  closed: (event) => m.tickets_timeline_closed({ name: nameOf(event) }),
  reopened: (event) => m.tickets_timeline_reopened({ name: nameOf(event) }),
  returnedByContact: () => m.tickets_timeline_back(),
  transferred: (event) =>
    m.tickets_timeline_transferred({ name: nameOf(event), to: placeOf(event) || m.tickets_no_queue() }),
  call: () => m.tickets_timeline_call(),
  routed: (event) =>
    event.to?.queue ? m.tickets_timeline_routed({ to: placeOf(event) }) : m.tickets_timeline_unrouted(),
  handedOver: () => m.tickets_timeline_handed_over(),
  redirected: (event) => m.tickets_timeline_redirected({ to: placeOf(event) }),
  offered: ({ to }) => (to?.user ? m.tickets_timeline_offered({ to: to.user.name }) : m.tickets_timeline_unoffered()),
  rated: ({ rating }) => m.tickets_timeline_rated({ rating: ratingNames[rating ?? 0]?.() ?? String(rating ?? "") }),
  numberChanged: ({ numbers }) =>
    m.tickets_timeline_number({ from: maskPhone(numbers?.from ?? ""), to: maskPhone(numbers?.to ?? "") }),
  campaignReply: ({ campaign }) => m.tickets_timeline_campaign({ name: campaign?.name ?? "" }),
};

const isKnown = (type: string): type is TicketEventType => Object.hasOwn(sentences, type);

/** Returns an event as a sentence; one of a newer server as a step that this version does not know. */
export const timelineText = (event: ShownEvent): string =>
  isKnown(event.type) ? sentences[event.type](event) : m.tickets_timeline_unknown();
