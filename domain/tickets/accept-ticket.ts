import { and, eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { sayText } from "../outbox/index.ts";
import { readSetting } from "../settings/index.ts";
import { agentOf, requireTicket, type TicketRow } from "./require-ticket.ts";
import { recordEvent } from "./timeline.ts";

const { tickets } = schema;

const GREETING = "Olá {{firstName}}, {{ms}}! Meu nome é {{userName}} e vou continuar o seu atendimento.";

/**
 * Gives a pending ticket to the acting agent. Agents race for the same ticket: `status = 'pending'` in the WHERE
 * clause is what lets exactly one of them win; the others are told who did.
 */
export async function acceptTicket(ctx: Context, id: string): Promise<TicketRow> {
  await requireTicket(ctx, id);
  const [accepted] = await ctx.db
    .update(tickets)
    .set({ status: "open", userId: ctx.actor.id, isBot: false, unreadMessages: 0, updatedAt: ctx.now })
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, id), eq(tickets.status, "pending")))
    .returning();
  if (!accepted) {
    const present = await requireTicket(ctx, id);
    // The same agent on another device: what they want is already so.
    if (present.status === "open" && present.userId === ctx.actor.id) return present;
    throw new DomainError("ERR_TICKET_NOT_PENDING", { id, ...(await agentOf(ctx, present)) });
  }
  await recordEvent(ctx, id, "accepted");
  if ((await readSetting(ctx, "sendGreetingAccepted")) !== "enabled") return accepted;
  await sayText(ctx, accepted, GREETING, ctx.actor.name);
  return requireTicket(ctx, id);
}
