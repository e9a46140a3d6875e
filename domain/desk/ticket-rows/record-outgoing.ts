import { and, eq, sql } from "drizzle-orm";
import { isAutomatic, type MessageOrigin } from "../../../contracts/desk/messages.ts";
import { prepareOnceFor, schema, sendLast } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { tickets } = schema;

/**
 * Makes a message that a person wrote the last one of its locked ticket. An automatic text changes nothing in it.
 * `isReply`: an agent wrote it, so the contact waits no longer. Its statement shares its round trip with the ones that
 * follow.
 */
export async function recordOutgoing(
  ctx: DeskContext,
  ticketId: string,
  message: { id: string; createdAt: Date; origin: MessageOrigin | null },
  { isReply }: { isReply: boolean },
): Promise<void> {
  const { id: messageId, createdAt, origin } = message;
  if (isAutomatic(origin)) return;
  const { db, companyId, now } = ctx;
  await sendLast(db, () => updateTicket(isReply)(db, { companyId, ticketId, messageId, at: createdAt, now }));
}

const updateTicket = prepareOnceFor((isReply: boolean) => (db, param) => {
  const lastMessageAt = sql`${sql.param(param("at"), tickets.lastMessageAt)}`;
  return db
    .update(tickets)
    .set({
      ...{ lastMessageId: sql`${param("messageId")}`, lastMessageAt, lastReactionId: null },
      updatedAt: sql`${sql.param(param("now"), tickets.updatedAt)}`,
      ...(isReply && { waitingSince: null }),
    })
    .where(and(eq(tickets.companyId, param("companyId")), eq(tickets.id, param("ticketId"))));
});
