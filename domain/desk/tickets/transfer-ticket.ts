import { uuidv7 } from "uuidv7";
import { canTransferTo, queueForTransfer } from "../../../contracts/desk/tickets.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import { readSetting } from "../../account/settings/index.ts";
import type { Context } from "../../ground/context.ts";
import { deskTexts } from "../../ground/texts/index.ts";
import { sayText } from "../outbox/index.ts";
import { requireQueue } from "../queues/index.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { silenceBot } from "./bot-state.ts";
import { moveTicket } from "./move-ticket.ts";
import { type Agent, requireAgent } from "./require-agent.ts";
import { requireWritableTicket, type TicketRow } from "./require-ticket.ts";

export type Transfer = {
  /** Null: the result of `queueForTransfer` for the agent; without one the queue is unchanged. */
  queueId: string | null;
  /** Null: to the queue only, where the ticket becomes pending. */
  userId: string | null;
  /** A note to the receiver, which only the team sees; empty: none. */
  note?: string | null;
  noteId?: string;
};

/**
 * Transfers a ticket. The acting agent may not see it afterwards. Another agent gets it only in a queue that they
 * serve, if the transfer names the queue.
 */
export async function transferTicket(ctx: Context, id: string, to: Transfer): Promise<TicketRow> {
  const ticket = await requireWritableTicket(ctx, id);
  const agent = to.userId ? await requireAgent(ctx, to.userId) : null;
  const queueId = queueOf(ticket, to, agent);
  const queue = queueId && (to.queueId || queueId !== ticket.queueId) ? await requireQueue(ctx, queueId) : null;
  const isOther = agent !== null && agent.id !== ticket.userId;
  if (isOther && to.queueId && !canTransferTo(agent, to.queueId))
    throw new DomainError("ERR_AGENT_NOT_IN_QUEUE", { queueId: to.queueId, userId: agent.id });
  await silenceBot(ctx, id);
  const moved = await moveTicket(ctx, ticket, { queueId, userId: to.userId });
  await leaveNote(ctx, ticket, moved, to);
  if ((await readSetting(ctx, "sendMsgTransfTicket")) !== "enabled") return moved;
  await sayText(ctx, moved, "notice", deskTexts.transferred(queue?.name ?? null, agent?.name ?? null));
  return changeRow(ctx, id, {});
}

/** The conversation goes along with its ticket, so the note stands in it as well. */
async function leaveNote(ctx: Context, from: TicketRow, to: TicketRow, { note, noteId = uuidv7() }: Transfer) {
  const text = note?.trim();
  if (!text) return;
  const { companyId, actor } = ctx;
  await ctx.db.insert(schema.ticketNotes).values({
    ...{ companyId, id: noteId, ticketId: to.id, note: text, createdAt: ctx.now },
    ...{ userId: actor.id, userName: actor.name },
    transfer: { fromQueueId: from.queueId, queueId: to.queueId, userId: to.userId },
  });
}

function queueOf(ticket: TicketRow, to: Transfer, agent: Agent | null): string | null {
  return to.queueId ?? (agent && queueForTransfer(ticket.queueId, agent.queueIds)) ?? ticket.queueId;
}
