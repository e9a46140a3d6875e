import { createFileRoute } from "@tanstack/react-router";

/** Drawn by the tickets screen, which keeps its list while conversations change beside it. */
export const Route = createFileRoute("/_app/tickets/$ticketUuid")({ component: () => null });
