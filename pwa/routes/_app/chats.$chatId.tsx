import { createFileRoute } from "@tanstack/react-router";
import { textOf } from "../-search.ts";

/** Drawn by the chats screen, which keeps its list mounted while the chats change beside it. */
export const Route = createFileRoute("/_app/chats/$chatId")({
  /** `message`: id of the message to show in its context. */
  validateSearch: ({ message }): { message?: string } => ({ message: textOf(message) }),
  component: () => null,
});
