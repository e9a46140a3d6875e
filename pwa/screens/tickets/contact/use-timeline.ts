import * as v from "valibot";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useServerData } from "../../../session/use-server-data.ts";
import { Timeline } from "./timeline-text.ts";

const read = (answer: unknown) => v.parse(Timeline, answer).events;

/**
 * Loads the ticket's events, which only the server has, again when the ticket changes; a message is no event. Loads
 * nothing while `wanted` is false.
 */
export const useTimeline = (ticket: TicketView, wanted = true) => {
  const { status, queueId, userId } = ticket;
  return useServerData(wanted ? `/tickets/${ticket.id}/timeline` : null, read, `${status} ${queueId} ${userId}`);
};
