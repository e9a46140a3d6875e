import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { queueForTransfer } from "../../sync/contracts/tickets.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { sayText } from "../outbox/index.ts";
import { readSetting } from "../settings/index.ts";
import { deskWords } from "../texts/index.ts";
import { silenceBot } from "./bot-state.ts";
import { changeRow } from "./change-row.ts";
import { requireWritableTicket, type TicketRow } from "./require-ticket.ts";
import { recordEvent } from "./timeline.ts";

const { queues, users, userQueues } = schema;

export type Transfer = {
  /** Null: the result of `queueForTransfer` for the agent; without one the queue is unchanged. */
  queueId: string | null;
  /** Null: to the queue only, where the ticket becomes pending. */
  userId: string | null;
};

/** Transfers a ticket. The acting agent may not see it afterwards. */
export async function transferTicket(ctx: Context, id: string, to: Transfer): Promise<TicketRow> {
  const ticket = await requireWritableTicket(ctx, id);
  const user = to.userId ? await requireUserName(ctx, to.userId) : null;
  const queueId = to.queueId ?? (await queueOfAgent(ctx, ticket, to.userId)) ?? ticket.queueId;
  const queue = queueId && (to.queueId || queueId !== ticket.queueId) ? await requireQueueName(ctx, queueId) : null;
  await recordEvent(ctx, id, "transferred", {
    from: { queueId: ticket.queueId, userId: ticket.userId },
    to: { queueId, userId: to.userId },
  });
  await silenceBot(ctx, id);
  const status = to.userId ? "open" : "pending";
  const moved = await changeRow(ctx, id, { queueId, userId: to.userId, status, isBot: false });
  if ((await readSetting(ctx, "sendMsgTransfTicket")) !== "enabled") return moved;
  await sayText(ctx, moved, "notice", deskWords.transferred(queue, user));
  return changeRow(ctx, id, {});
}

async function queueOfAgent(ctx: Context, ticket: TicketRow, userId: string | null): Promise<string | null> {
  if (!userId) return null;
  const serves = await ctx.db
    .select({ queueId: userQueues.queueId })
    .from(userQueues)
    .where(and(eq(userQueues.companyId, ctx.companyId), eq(userQueues.userId, userId)));
  return queueForTransfer(
    ticket.queueId,
    serves.map(({ queueId }) => queueId),
  );
}

async function requireQueueName(ctx: Context, id: string): Promise<string> {
  const [queue] = await ctx.db
    .select({ name: queues.name })
    .from(queues)
    .where(and(eq(queues.companyId, ctx.companyId), eq(queues.id, id)));
  if (!queue) throw new DomainError("ERR_NO_QUEUE_FOUND", { id });
  return queue.name;
}

async function requireUserName(ctx: Context, id: string): Promise<string> {
  const [user] = await ctx.db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), eq(users.id, id)));
  if (!user) throw new DomainError("ERR_NO_USER_FOUND", { id });
  return user.name;
}
