import { createFileRoute } from "@tanstack/react-router";
import { textOf } from "../-search.ts";

/** Drawn by the tickets screen, which keeps its list mounted while conversations change beside it. */
export const Route = createFileRoute("/_app/tickets/$ticketUuid")({
  /** `message`: id of the message to show in its context. */
  validateSearch: ({ message }): { message?: string } => ({ message: textOf(message) }),
  component: () => null,
});
