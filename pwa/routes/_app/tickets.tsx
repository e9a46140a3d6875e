import { createFileRoute, useParams } from "@tanstack/react-router";
import * as v from "valibot";
import { TicketsScreen } from "../../screens/tickets/index.tsx";
import { askedLists } from "../../screens/tickets/list/list-view.ts";

export const Route = createFileRoute("/_app/tickets")({
  /** `search`: looked for at once; what is no text is passed over. */
  validateSearch: v.object({
    search: v.optional(v.fallback(v.optional(v.string()), undefined)),
    /** A list to open, or an agent whose tickets are looked for. */
    tab: v.optional(v.fallback(v.optional(v.picklist(askedLists)), undefined)),
    agent: v.optional(v.fallback(v.optional(v.string()), undefined)),
  }),
  component: TicketsRoute,
});

function TicketsRoute() {
  const { ticketUuid } = useParams({ strict: false });
  const { search, tab, agent } = Route.useSearch();
  return <TicketsScreen ticketUuid={ticketUuid ?? null} asked={search} askedList={tab} askedAgent={agent} />;
}
