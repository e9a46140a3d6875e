import { createFileRoute, useParams } from "@tanstack/react-router";
import * as v from "valibot";
import { TicketsScreen } from "../../screens/tickets/index.tsx";
import { askedLists } from "../../screens/tickets/list/list-view.ts";

export const Route = createFileRoute("/_app/tickets")({
  /** `search`: a text to search at once; any other value is ignored. */
  validateSearch: v.object({
    search: v.optional(v.fallback(v.optional(v.string()), undefined)),
    /** `tab`: the list to open; or an agent whose tickets are searched. */
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
