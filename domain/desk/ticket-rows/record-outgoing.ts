import { and, eq } from "drizzle-orm";
import { isAutomatic, type MessageOrigin } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { tickets } = schema;

/**
 * Makes a message that a person wrote the last one of its locked ticket. An automatic text changes nothing in it.
 * `isReply`: an agent wrote it, so the contact waits no longer.
 */
export async function recordOutgoing(
  ctx: DeskContext,
  ticketId: string,
  message: { id: string; createdAt: Date; origin: MessageOrigin | null },
  { isReply }: { isReply: boolean },
): Promise<void> {
  if (isAutomatic(message.origin)) return;
  await ctx.db
    .update(tickets)
    .set({
      lastMessageId: message.id,
      lastMessageAt: message.createdAt,
      lastReactionId: null,
      updatedAt: ctx.now,
      ...(isReply && { waitingSince: null }),
    })
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, ticketId)));
}
