import { and, desc, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { can } from "../../../contracts/account/permissions.ts";
import type { NewTicket } from "../../../contracts/desk/tickets.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { lockContact } from "../contacts/index.ts";
import { requireQueue } from "../queues/index.ts";
import { insertTicket } from "../ticket-rows/index.ts";
import { silenceBot } from "./bot-state.ts";
import { refuseOtherOpenTicket } from "./other-open-ticket.ts";
import { requireTicket, type TicketRow } from "./require-ticket.ts";
import { recordEvent } from "./timeline.ts";

const { tickets, connections, users } = schema;

/** Starts a conversation with a contact. Idempotent by id. */
export async function createTicket(
  ctx: Context,
  wanted: Partial<NewTicket> & { contactId: string },
): Promise<TicketRow> {
  const id = wanted.id ?? uuidv7();
  if (await exists(ctx, id)) return requireTicket(ctx, id);
  const queueId = await chooseQueue(ctx, wanted.queueId ?? null);
  const connectionId = await chooseConnection(ctx, wanted.connectionId ?? null);
  const contact = await lockContact(ctx, wanted.contactId);
  // The previous holder of the lock may have created this ticket.
  if (await exists(ctx, id)) return requireTicket(ctx, id);
  await refuseOtherOpenTicket(ctx, { contactId: contact.id, connectionId });
  const status = wanted.status ?? "open";
  const created = await insertTicket(ctx, {
    id,
    contactId: contact.id,
    connectionId,
    queueId,
    status,
    isGroup: contact.isGroup,
    userId: status === "open" ? ctx.actor.id : null,
  });
  if (!created) throw new DomainError("ERR_CREATING_TICKET", { id });
  await silenceBot(ctx, id);
  await recordEvent(ctx, id, "created", { queueId, connectionId });
  return created;
}

async function exists(ctx: Context, id: string): Promise<boolean> {
  const [ticket] = await ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, ctx.companyId), eq(tickets.id, id)));
  return ticket !== undefined;
}

/** Only admins may create a ticket without a queue; agents with one queue need not name it. */
async function chooseQueue(ctx: Context, queueId: string | null): Promise<string | null> {
  const { actor } = ctx;
  if (queueId) {
    await requireQueue(ctx, queueId);
    if (!actor.queueIds.includes(queueId)) requirePermission(ctx, "workInAllQueues", { queueId });
    return queueId;
  }
  if (can.workInAllQueues(actor.profile)) return null;
  const [only, ...more] = actor.queueIds;
  if (!only || more.length > 0) throw new DomainError("ERR_VALIDATION", { fields: { queueId: "required" } });
  return only;
}

/** Returns the given connection, else the agent's own, else the company's default. */
async function chooseConnection(ctx: Context, connectionId: string | null): Promise<string> {
  if (connectionId) {
    const [named] = await ctx.db
      .select({ id: connections.id })
      .from(connections)
      .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, connectionId)));
    if (!named) throw new DomainError("ERR_NO_WAPP_FOUND", { id: connectionId });
    return named.id;
  }
  const [own] = await ctx.db
    .select({ id: connections.id })
    .from(users)
    .innerJoin(connections, and(eq(connections.companyId, users.companyId), eq(connections.id, users.connectionId)))
    .where(and(eq(users.companyId, ctx.companyId), eq(users.id, ctx.actor.id)));
  if (own) return own.id;
  const [standard] = await ctx.db
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.isDefault, true)))
    .orderBy(desc(connections.createdAt));
  if (!standard) throw new DomainError("ERR_NO_DEF_WAPP_FOUND");
  return standard.id;
}
