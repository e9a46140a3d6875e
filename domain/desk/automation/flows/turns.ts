import { and, asc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { menuText } from "../../../../contracts/desk/menu-text.ts";
import { type AskedCompanies, type schema as Schema, schema } from "../../../../db/index.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { deskTexts } from "../../../ground/texts/index.ts";
import { contentOfFile, sayText, writeOutgoing } from "../../outbox/index.ts";
import { findQueue } from "../../queues/index.ts";
import {
  enterStage,
  findAgent,
  loadBot,
  lockTicket,
  moveTicket,
  recordEvent,
  saveBot,
  type TicketRow,
} from "../../tickets/index.ts";
import type { FlowReply, FlowStep } from "./reply.ts";
import { hasFlow, leaveFlow, queueOf } from "./talk.ts";

const { flowTurns, contacts } = schema;
type FileRow = typeof Schema.files.$inferSelect;

/** Longer than a flow's answer and the download of its files may take. */
const CLAIM_MS = 60_000;

/** One input for a flow. */
export type FlowTurn = {
  id: string;
  ticketId: string;
  round: number;
  /** Null: start the conversation. */
  input: string | null;
  url: string;
  slug: string;
  /** Null before the flow's first answer. */
  sessionId: string | null;
  variables: { number: string; pushName: string };
  /**
   * A worker died after claiming this input, so the flow may have received it. The conversation starts over with all
   * these inputs; only the last reply counts.
   */
  replay: string[] | null;
};

/** Lists those of `companies` (null: of all) with open inputs for a flow. */
export async function companiesWithOpenTurns(
  platform: { execute: DeskContext["db"]["execute"] },
  companies: AskedCompanies = null,
): Promise<string[]> {
  const rows = await platform.execute<{ id: string }>(
    sql`select companies_with_open_turns(${sql.param(companies)}::uuid[]) as id`,
  );
  return rows.map(({ id }) => id);
}

/** Lists tickets with an open input that no worker has claimed. */
export async function openTurns(ctx: DeskContext, limit: number): Promise<{ ticketId: string }[]> {
  return ctx.db
    .selectDistinct({ ticketId: flowTurns.ticketId })
    .from(flowTurns)
    .where(
      and(
        eq(flowTurns.companyId, ctx.companyId),
        isNull(flowTurns.doneAt),
        or(isNull(flowTurns.claimedUntil), lt(flowTurns.claimedUntil, ctx.now)),
      ),
    )
    .limit(limit);
}

/** Claims the ticket's next input for a minute. Undefined: there is none, or another worker has it. */
export async function claimTurn(ctx: DeskContext, ticketId: string): Promise<FlowTurn | undefined> {
  const ticket = await lockTicket(ctx, ticketId);
  const [turn] = await ctx.db
    .select()
    .from(flowTurns)
    .where(and(eq(flowTurns.companyId, ctx.companyId), eq(flowTurns.ticketId, ticketId), isNull(flowTurns.doneAt)))
    .orderBy(asc(flowTurns.id))
    .limit(1);
  if (!ticket || !turn || (turn.claimedUntil && turn.claimedUntil >= ctx.now)) return undefined;
  const bot = await loadBot(ctx, ticketId);
  const queue = await queueOf(ctx, ticket);
  if (bot?.stage !== "typebot" || !queue || !hasFlow(queue)) {
    await leaveFlowTo(ctx, ticket, bot?.stage === "typebot");
    return undefined;
  }
  await ctx.db
    .update(flowTurns)
    .set({ tries: turn.tries + 1, claimedUntil: new Date(ctx.now.getTime() + CLAIM_MS) })
    .where(and(eq(flowTurns.companyId, ctx.companyId), eq(flowTurns.id, turn.id)));
  const [contact] = await ctx.db
    .select({ number: contacts.number, pushName: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, ticket.contactId)));
  return {
    ...{ id: turn.id, ticketId, round: turn.round, input: turn.input },
    ...{ url: queue.typebotUrl, slug: queue.typebotSlug, sessionId: bot.flowSession },
    variables: contact ?? { number: "", pushName: "" },
    replay: turn.tries > 0 ? await inputsBefore(ctx, turn) : null,
  };
}

async function inputsBefore(ctx: DeskContext, turn: typeof flowTurns.$inferSelect): Promise<string[]> {
  const before = await ctx.db
    .select({ input: flowTurns.input })
    .from(flowTurns)
    .where(
      and(
        eq(flowTurns.companyId, ctx.companyId),
        eq(flowTurns.ticketId, turn.ticketId),
        eq(flowTurns.round, turn.round),
        lt(flowTurns.id, turn.id),
        isNotNull(flowTurns.input),
      ),
    )
    .orderBy(asc(flowTurns.id));
  return before.flatMap(({ input }) => input ?? []);
}

/** The flow's reply with the files of its steps; undefined: no valid reply, and the agents take over. */
export type FlowAnswer = { reply: FlowReply; files: ReadonlyMap<string, FileRow> } | undefined;

/** Sends the flow's reply and stores its state, exactly once when several workers have asked. */
export async function finishTurn(ctx: DeskContext, turn: FlowTurn, answer: FlowAnswer): Promise<boolean> {
  const ticket = await lockTicket(ctx, turn.ticketId);
  const bot = await loadBot(ctx, turn.ticketId);
  const [done] = await ctx.db
    .update(flowTurns)
    .set({ doneAt: ctx.now, claimedUntil: null })
    .where(and(eq(flowTurns.companyId, ctx.companyId), eq(flowTurns.id, turn.id), isNull(flowTurns.doneAt)))
    .returning({ id: flowTurns.id });
  if (!ticket || !done || bot?.stage !== "typebot" || bot.flowRound !== turn.round) return false;
  const queue = await queueOf(ctx, ticket);
  if (!answer || !queue) {
    await sayText(ctx, ticket, "waiting", deskTexts.peopleCome);
    await recordEvent(ctx, ticket.id, "handedOver");
    await leaveFlow(ctx, ticket);
    return true;
  }
  const { reply, files } = answer;
  const composeMs = queue.typebotDelayMs;
  for (const step of reply.steps) {
    if (step.type === "stop") return leaveFlowTo(ctx, ticket, true);
    if (step.type === "handOver") return handOver(ctx, ticket, step);
    await say(ctx, ticket, step, files, composeMs);
  }
  const choices = reply.choices ?? [];
  if (choices.length > 0) await sayText(ctx, ticket, "flow", menuText("", choices), { composeMs });
  else if (reply.steps.length === 0 && !reply.hasEnded) await sayText(ctx, ticket, "flow", queue.typebotUnknownMessage);
  if (reply.hasEnded) return leaveFlowTo(ctx, ticket, true);
  await saveBot(ctx, ticket.id, {
    ...{ flowSession: reply.sessionId ?? turn.sessionId, flowAt: ctx.now, flowChoices: reply.choices },
  });
  return true;
}

async function say(
  ctx: DeskContext,
  ticket: TicketRow,
  step: Extract<FlowStep, { type: "text" | "media" }>,
  files: ReadonlyMap<string, FileRow>,
  composeMs: number,
): Promise<void> {
  const file = step.type === "media" ? files.get(step.url) : undefined;
  if (!file || !ticket.connectionId) {
    // When a file could not be fetched, its address is sent.
    await sayText(ctx, ticket, "flow", step.type === "text" ? step.text : step.url, { composeMs });
    return;
  }
  const content = { id: uuidv7(), body: "", composeMs, origin: "flow" as const, ...contentOfFile(file) };
  await writeOutgoing(ctx, ticket, { connectionId: ticket.connectionId }, content);
}

async function leaveFlowTo(ctx: DeskContext, ticket: TicketRow, isTalking: boolean): Promise<true> {
  if (isTalking) await leaveFlow(ctx, ticket);
  else
    await ctx.db
      .delete(flowTurns)
      .where(and(eq(flowTurns.companyId, ctx.companyId), eq(flowTurns.ticketId, ticket.id)));
  return true;
}

/** Transfers to a queue or to a user of the company. An unknown name is ignored: the ticket stays where it is. */
async function handOver(
  ctx: DeskContext,
  ticket: TicketRow,
  to: { queueId: string | null; userId: string | null },
): Promise<true> {
  const isId = (id: string | null): id is string => id !== null && /^[0-9a-f-]{36}$/i.test(id);
  const queue = isId(to.queueId) ? await findQueue(ctx, to.queueId) : undefined;
  const agent = isId(to.userId) ? await findAgent(ctx, to.userId) : undefined;
  const moved = await moveTicket(ctx, ticket, { queueId: queue?.id ?? ticket.queueId, userId: agent?.id ?? null });
  await leaveFlow(ctx, moved);
  if (agent) await enterStage(ctx, moved, "off");
  return true;
}
