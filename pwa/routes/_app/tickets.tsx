import { createFileRoute, useParams } from "@tanstack/react-router";
import { TicketsScreen } from "../../screens/tickets/index.tsx";
import { type AskedList, askedLists } from "../../screens/tickets/list/list-view.ts";
import { textOf } from "../-search.ts";

type AskedTickets = {
  /** A text to search at once. */
  search?: string;
  /** The list to open. */
  tab?: AskedList;
  /** An agent whose tickets are searched. */
  agent?: string;
};

/** Other values in the address are ignored. */
export const Route = createFileRoute("/_app/tickets")({
  validateSearch: ({ search, tab, agent }): AskedTickets => ({
    search: textOf(search),
    tab: askedLists.find((list) => list === tab),
    agent: textOf(agent),
  }),
  component: TicketsRoute,
});

function TicketsRoute() {
  const { ticketUuid } = useParams({ strict: false });
  const { search, tab, agent } = Route.useSearch();
  return <TicketsScreen ticketUuid={ticketUuid ?? null} asked={search} askedList={tab} askedAgent={agent} />;
}
