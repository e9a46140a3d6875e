import type { TicketChange } from "../../../contracts/desk/tickets.ts";
import type { Context } from "../../ground/context.ts";
import { acceptTicket } from "./accept-ticket.ts";
import { closeTicket } from "./close-ticket.ts";
import { reopenTicket } from "./reopen-ticket.ts";
import { requireTicket, type TicketRow } from "./require-ticket.ts";
import { returnTicket } from "./return-ticket.ts";
import { transferTicket } from "./transfer-ticket.ts";

/** Translates a change of fields into the verb that it means. The only place that does. */
export async function changeTicket(ctx: Context, id: string, change: TicketChange): Promise<TicketRow> {
  const ticket = await requireTicket(ctx, id);
  const { status, userId, queueId, note } = change;
  const toOther = userId && userId !== ctx.actor.id && userId !== ticket.userId;
  const toQueue = queueId && queueId !== ticket.queueId;

  if (status === "closed") return closeTicket(ctx, id);
  if (status === "pending") {
    return queueId ? transferTicket(ctx, id, { queueId, userId: null, note }) : returnTicket(ctx, id);
  }
  if (status === "open") {
    if (ticket.status === "closed") {
      const reopened = await reopenTicket(ctx, id);
      return toQueue || toOther
        ? transferTicket(ctx, id, { queueId: queueId ?? null, userId: userId ?? ctx.actor.id, note })
        : reopened;
    }
    if (toOther || (toQueue && ticket.status === "open"))
      return transferTicket(ctx, id, { queueId: queueId ?? null, userId: userId ?? ticket.userId, note });
    if (ticket.status === "open" && (userId === undefined || userId === ticket.userId)) return ticket;
    const accepted = await acceptTicket(ctx, id);
    return toQueue ? transferTicket(ctx, id, { queueId, userId: ctx.actor.id, note }) : accepted;
  }
  if (userId === undefined && queueId === undefined) return ticket;
  if (!queueId && !userId) return userId === null ? returnTicket(ctx, id) : ticket;
  return transferTicket(ctx, id, { queueId: queueId ?? null, userId: userId ?? null, note });
}
