import * as v from "valibot";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useServerData } from "../../../session/use-server-data.ts";
import { Timeline, type TimelineEvent } from "../contact/timeline-words.ts";

const read = (answer: unknown) => v.parse(Timeline, answer).events;
const none: TimelineEvent[] = [];

/**
 * Loads the ticket's events to be shown between its messages. Only the server has them: without a network the list is
 * empty.
 */
export function useThreadEvents(ticket: TicketView): readonly TimelineEvent[] {
  const timeline = useServerData(`/tickets/${ticket.id}/timeline?at=${encodeURIComponent(ticket.updatedAt)}`, read);
  return timeline.data ?? none;
}
