import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { chosenLine } from "../../../../contracts/desk/menu-text.ts";
import { schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { sayText } from "../../outbox/index.ts";
import { findQueue, type QueueRow } from "../../queues/index.ts";
import { type BotRow, enterStage, loadBot, saveBot, type TicketRow } from "../../tickets/index.ts";

const { flowTurns } = schema;

const MINUTE_MS = 60_000;

/** Returns whether the queue has a usable flow. */
export const hasFlow = (queue: QueueRow): boolean =>
  queue.typebotEnabled && queue.typebotUrl !== "" && queue.typebotSlug !== "";

/** Starts a conversation with the queue's flow. Open inputs of an earlier conversation are dropped. */
export async function beginFlow(ctx: DeskContext, ticket: TicketRow): Promise<TicketRow> {
  const round = ((await loadBot(ctx, ticket.id))?.flowRound ?? 0) + 1;
  await forgetTurns(ctx, ticket.id);
  const fresh = { flowSession: null, flowRound: round, flowAt: ctx.now, flowChoices: null };
  const begun = await enterStage(ctx, ticket, "typebot", fresh);
  await ask(ctx, ticket.id, round, null);
  return begun;
}

/**
 * Passes the contact's message to the flow: a keyword of the queue, a choice by number or by its title, or free text.
 * Free text says something; the others only answer the flow.
 */
export async function sendToFlow(
  ctx: DeskContext,
  ticket: TicketRow,
  bot: BotRow,
  text: string,
): Promise<{ ticket: TicketRow; isAnswer: boolean }> {
  const queue = await queueOf(ctx, ticket);
  if (!queue || !hasFlow(queue)) return { ticket: await leaveFlow(ctx, ticket), isAnswer: false };
  const is = (keyword: string) => keyword !== "" && text.toLowerCase() === keyword.toLowerCase();
  if (is(queue.typebotKeywordFinish)) return { ticket: await leaveFlow(ctx, ticket), isAnswer: true };
  if (is(queue.typebotKeywordRestart)) {
    await sayText(ctx, ticket, "flow", queue.typebotRestartMessage);
    return { ticket: await beginFlow(ctx, ticket), isAnswer: true };
  }
  const expiresMs = queue.typebotExpiresMinutes * MINUTE_MS;
  const isOver = expiresMs > 0 && bot.flowAt !== null && ctx.now.getTime() - bot.flowAt.getTime() >= expiresMs;
  if (isOver) return { ticket: await beginFlow(ctx, ticket), isAnswer: false };
  if (text === "") {
    // A flow cannot read pictures and voice notes.
    await sayText(ctx, ticket, "flow", queue.typebotUnknownMessage);
    return { ticket, isAnswer: false };
  }
  const choice = bot.flowChoices?.[chosenLine(text, bot.flowChoices) ?? -1];
  await saveBot(ctx, ticket.id, { flowAt: ctx.now });
  await ask(ctx, ticket.id, bot.flowRound, choice ?? text);
  return { ticket, isAnswer: choice !== undefined || bot.flowChoices?.some(is) === true };
}

/** Returns whether the text is the keyword that restarts a finished flow. */
export async function isRestart(ctx: DeskContext, ticket: TicketRow, text: string): Promise<boolean> {
  const queue = await queueOf(ctx, ticket);
  if (!queue || !hasFlow(queue) || queue.typebotKeywordRestart === "") return false;
  return text.toLowerCase() === queue.typebotKeywordRestart.toLowerCase();
}

/** The agents take over. */
export async function leaveFlow(ctx: DeskContext, ticket: TicketRow): Promise<TicketRow> {
  await forgetTurns(ctx, ticket.id);
  return enterStage(ctx, ticket, "done");
}

export async function queueOf(ctx: DeskContext, ticket: TicketRow): Promise<QueueRow | undefined> {
  if (!ticket.queueId) return undefined;
  return findQueue(ctx, ticket.queueId);
}

export const FLOWS_CHANNEL = "balcao_flows";

/** Notifies the flow workers when this transaction commits. */
async function ask(ctx: DeskContext, ticketId: string, round: number, input: string | null): Promise<void> {
  const turn = { companyId: ctx.companyId, id: uuidv7(), ticketId, round, input, createdAt: ctx.now };
  await ctx.db.insert(flowTurns).values(turn);
  await ctx.db.execute(sql`select pg_notify(${FLOWS_CHANNEL}, ${ctx.companyId})`);
}

const forgetTurns = (ctx: DeskContext, ticketId: string) =>
  ctx.db.delete(flowTurns).where(and(eq(flowTurns.companyId, ctx.companyId), eq(flowTurns.ticketId, ticketId)));
