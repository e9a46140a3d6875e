import * as v from "valibot";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useServerData } from "../../../session/use-server-data.ts";
import { Timeline } from "./timeline-text.ts";

const read = (answer: unknown) => v.parse(Timeline, answer).events;

/** Loads the ticket's events, which only the server has, again when the ticket changes; a message is no event. */
export const useTimeline = (ticket: TicketView) => {
  const { status, queueId, userId } = ticket;
  return useServerData(`/tickets/${ticket.id}/timeline`, read, `${status} ${queueId} ${userId}`);
};
