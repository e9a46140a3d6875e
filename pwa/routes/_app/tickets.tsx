import { createFileRoute, useParams } from "@tanstack/react-router";
import { TicketsScreen } from "../../screens/tickets/index.tsx";

export const Route = createFileRoute("/_app/tickets")({ component: TicketsRoute });

function TicketsRoute() {
  const { ticketUuid } = useParams({ strict: false });
  return <TicketsScreen ticketUuid={ticketUuid ?? null} />;
}
