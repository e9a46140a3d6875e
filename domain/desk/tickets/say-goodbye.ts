import { and, eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import { readSetting } from "../../account/settings/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { deskTexts } from "../../ground/texts/index.ts";
import { sayText } from "../outbox/index.ts";
import { saveBot } from "./bot-state.ts";
import type { TicketRow } from "./require-ticket.ts";

const { queues, connections } = schema;

/**
 * Sends the last message of a ticket closed by an agent: the rating question if the company asks for ratings (and the
 * completion text after the answer), otherwise the completion text.
 */
export async function sayGoodbye(ctx: Context, closed: TicketRow): Promise<void> {
  if ((await readSetting(ctx, "userRating")) !== "enabled")
    return void (await sayCompletion(ctx, closed, ctx.actor.name));
  const words = await textOf(ctx, closed, "ratingMessage");
  const question = [words, deskTexts.rate].filter(Boolean).join("\n\n");
  const asked = await sayText(ctx, closed, "rating", question, { userName: ctx.actor.name });
  if (asked) await saveBot(ctx, closed.id, { ratingAskedAt: asked.createdAt, ratingUserId: ctx.actor.id });
}

/** Sends the queue's completion text, or else the connection's. */
export async function sayCompletion(ctx: DeskContext, ticket: TicketRow, userName?: string): Promise<void> {
  await sayText(ctx, ticket, "farewell", await textOf(ctx, ticket, "completionMessage"), { userName });
}

/** Returns a text that queues and connections have: the queue's first. '' when both are empty. */
export async function textOf(
  ctx: DeskContext,
  ticket: Pick<TicketRow, "queueId" | "connectionId">,
  which: "completionMessage" | "ratingMessage" | "outOfHoursMessage",
): Promise<string> {
  const [queue] = ticket.queueId
    ? await ctx.db
        .select({ text: queues[which] })
        .from(queues)
        .where(and(eq(queues.companyId, ctx.companyId), eq(queues.id, ticket.queueId)))
    : [];
  if (queue?.text.trim()) return queue.text;
  if (!ticket.connectionId) return "";
  const [connection] = await ctx.db
    .select({ text: connections[which] })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, ticket.connectionId)));
  return connection?.text.trim() ? connection.text : "";
}
