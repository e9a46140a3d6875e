import { and, eq } from "drizzle-orm";
import { prepareOnce, prepareOnceFor, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { contactBehind, type PartyKey } from "../contacts/index.ts";
import { changeRow } from "../ticket-rows/index.ts";
import { isOpenTicketOf } from "./open-ticket.ts";
import type { TicketRow } from "./require-ticket.ts";

const { ticketBots, tickets } = schema;

export type BotRow = typeof ticketBots.$inferSelect;
export type BotStage = BotRow["stage"];
export type BotChange = Partial<Omit<BotRow, "companyId" | "ticketId" | "updatedAt">>;

/** In these stages the bot waits for the contact's answer, and no agent is notified. */
const asking: ReadonlySet<BotStage> = new Set(["queues", "options", "typebot"]);

/** Returns the bot's state of a ticket; undefined: it has none yet. */
export async function loadBot(ctx: DeskContext, ticketId: string): Promise<BotRow | undefined> {
  const [row] = await botOf(ctx.db, { companyId: ctx.companyId, ticketId });
  return row;
}

const botOf = prepareOnce((db, param) =>
  db
    .select()
    .from(ticketBots)
    .where(and(eq(ticketBots.companyId, param("companyId")), eq(ticketBots.ticketId, param("ticketId")))),
);

/**
 * Returns the bot's state of the pending ticket of the contact behind these addresses. Sent in parallel with the statement
 * that locks this ticket, and after it, so that the state is the one of the locked ticket.
 */
export async function botBehind(
  { db, companyId }: DeskContext,
  { count, values }: PartyKey,
  connectionId: string,
): Promise<BotRow | undefined> {
  const [row] = await pendingBehind(count)(db, { ...values, companyId, connectionId });
  return row;
}

const pendingBehind = prepareOnceFor((count: number) => (db, param) => {
  const pending = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(isOpenTicketOf(param, contactBehind(count, param)), eq(tickets.status, "pending")));
  return db
    .select()
    .from(ticketBots)
    .where(and(eq(ticketBots.companyId, param("companyId")), eq(ticketBots.ticketId, pending)));
});

/** The caller has locked the ticket's row. */
export async function saveBot(ctx: DeskContext, ticketId: string, change: BotChange): Promise<void> {
  await ctx.db
    .insert(ticketBots)
    .values({ ...change, companyId: ctx.companyId, ticketId, updatedAt: ctx.now })
    .onConflictDoUpdate({
      target: [ticketBots.companyId, ticketBots.ticketId],
      set: { ...change, updatedAt: ctx.now },
    });
}

/** Moves to a stage, at its beginning unless `at` says where. The ticket shows whether the bot is active. */
export async function enterStage(
  ctx: DeskContext,
  ticket: TicketRow,
  stage: BotStage,
  at: BotChange = {},
): Promise<TicketRow> {
  await saveBot(ctx, ticket.id, { stage, optionId: null, wrongAnswers: 0, ...at });
  const isBot = asking.has(stage);
  if (ticket.isBot === isBot) return ticket;
  // While the bot asks, nobody waits for a person; when it is done, the wait begins.
  return changeRow(ctx, ticket.id, { isBot, waitingSince: isBot ? null : ctx.now });
}

/**
 * Ends the bot and any rotation, because a person has the ticket now. The caller writes `isBot: false` with its other
 * changes.
 */
export const silenceBot = (ctx: DeskContext, ticketId: string): Promise<void> =>
  saveBot(ctx, ticketId, { stage: "off", optionId: null, wrongAnswers: 0, offeredAt: null, offeredTo: [] });
