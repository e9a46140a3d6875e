import { and, desc, eq, inArray, isNull, not, or, type SQL } from "drizzle-orm";
import { automaticOrigins } from "../../../contracts/desk/messages.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { messages } = schema;

/** The condition that a person wrote the message: no automatic text, and no answer to a question of the desk. */
const isSaid: SQL =
  and(or(isNull(messages.origin), not(inArray(messages.origin, [...automaticOrigins]))), isNull(messages.answerTo)) ??
  isNull(messages.answerTo);

/** Returns the ticket's last message that a person wrote. */
export async function newestSaid(
  ctx: DeskContext,
  ticketId: string,
): Promise<{ id: string; createdAt: Date } | undefined> {
  const [newest] = await ctx.db
    .select({ id: messages.id, createdAt: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.companyId, ctx.companyId), eq(messages.ticketId, ticketId), isSaid))
    .orderBy(desc(messages.createdAt), desc(messages.seq), desc(messages.id))
    .limit(1);
  return newest;
}
