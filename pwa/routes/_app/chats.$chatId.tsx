import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";

/** Drawn by the chats screen, which keeps its list mounted while the chats change beside it. */
export const Route = createFileRoute("/_app/chats/$chatId")({
  /** `message`: id of the message to show in its context. */
  validateSearch: v.object({ message: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  component: () => null,
});
