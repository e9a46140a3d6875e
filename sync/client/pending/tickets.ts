import type { CommandType } from "../../../contracts/commands/index.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import type { TicketView } from "../desk-types.ts";
import { isStopped, isUnsent, type OutboxRecord } from "../outbox/entry.ts";
import { applyEffects, type EffectContext } from "./apply-effects.ts";

export type Overlay = EffectContext<"tickets">;

/** Applies pending commands to the pulled ticket, in outbox order. */
export function ticketView(
  pulled: TicketDocument | null,
  commands: readonly OutboxRecord[],
  overlay: Overlay,
): TicketView | null {
  const ticket = applyEffects("tickets", pulled, commands, overlay);
  if (!ticket) return null;
  // A draft changes no ticket.
  const steps = commands.filter(({ type }) => type !== "draft.save");
  const unsent = steps.filter(isUnsent);
  return {
    ...ticket,
    pending: [...new Set<CommandType>(unsent.map((command) => command.type))],
    failed: steps.filter(isStopped).length,
    queued: unsent.filter((command) => command.type === "message.send").length,
    unsentNotes: unsent.filter(({ type }) => type === "note.add").map(({ id }) => id),
    unsentTags: unsent.flatMap(tagsAddedBy),
  };
}

function tagsAddedBy(command: OutboxRecord): readonly string[] {
  if (command.type === "ticket.lane") return command.payload.laneId ? [command.payload.laneId] : [];
  return command.type === "ticket.tag" ? (command.payload.add ?? []) : [];
}
