import { createFileRoute, useParams } from "@tanstack/react-router";
import * as v from "valibot";
import { TicketsScreen } from "../../screens/tickets/index.tsx";

export const Route = createFileRoute("/_app/tickets")({
  /** `search`: looked for at once; what is no text is passed over. */
  validateSearch: v.object({ search: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  component: TicketsRoute,
});

function TicketsRoute() {
  const { ticketUuid } = useParams({ strict: false });
  const { search } = Route.useSearch();
  return <TicketsScreen ticketUuid={ticketUuid ?? null} asked={search} />;
}
