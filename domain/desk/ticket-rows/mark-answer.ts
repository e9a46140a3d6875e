import { and, eq } from "drizzle-orm";
import type { AnsweredQuestion } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import type { TicketRow } from "./ticket-row.ts";

const { messages, tickets } = schema;

/**
 * Marks a message that was just recorded as the answer to a question of the desk. `before` is its ticket's locked row as it
 * was before the message: the last message becomes that one again.
 */
export async function markAnswer(
  ctx: DeskContext,
  messageId: string,
  before: TicketRow,
  question: AnsweredQuestion,
): Promise<void> {
  const { companyId } = ctx;
  await ctx.db
    .update(messages)
    .set({ answerTo: question })
    .where(and(eq(messages.companyId, companyId), eq(messages.id, messageId)));
  const { lastMessageId, lastMessageAt, lastReactionId } = before;
  await ctx.db
    .update(tickets)
    .set({ lastMessageId, lastMessageAt, lastReactionId })
    .where(and(eq(tickets.companyId, companyId), eq(tickets.id, before.id), eq(tickets.lastMessageId, messageId)));
}
