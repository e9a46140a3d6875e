import { and, asc, eq } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Actor, Context, DeskContext } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";

const { connections, connectionQueues } = schema;

export type ConnectionRow = typeof connections.$inferSelect;
export type ConnectionView = ConnectionRow & { queueIds: string[] };

/**
 * Returns every connection of the company with its queues, as whole rows: for admins, or for refs without their
 * secrets.
 */
export async function connectionRefs(ctx: Pick<DeskContext, "db" | "companyId">): Promise<ConnectionView[]> {
  const rows = await ctx.db
    .select()
    .from(connections)
    .where(eq(connections.companyId, ctx.companyId))
    .orderBy(asc(connections.createdAt), asc(connections.id));
  const links = await ctx.db
    .select({ connectionId: connectionQueues.connectionId, queueId: connectionQueues.queueId })
    .from(connectionQueues)
    .where(eq(connectionQueues.companyId, ctx.companyId));
  const byConnection = Map.groupBy(links, (link) => link.connectionId);
  return rows.map((row) => ({ ...row, queueIds: (byConnection.get(row.id) ?? []).map((link) => link.queueId) }));
}

/** QR and pairing codes give access to the number: only admins see them, and whether a token exists. */
export function shownTo(actor: Pick<Actor, "profile">, view: ConnectionView): ConnectionView {
  return can.manageConnections(actor.profile) ? view : { ...view, qrcode: "", pairingCode: "", tokenHash: null };
}

export async function listConnections(ctx: Context): Promise<ConnectionView[]> {
  return (await connectionRefs(ctx)).map((view) => shownTo(ctx.actor, view));
}

export async function requireConnection(ctx: Context, id: string): Promise<ConnectionView> {
  const [row] = await ctx.db
    .select()
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, id)));
  if (!row) throw new DomainError("ERR_NO_WAPP_FOUND", { id });
  const links = await ctx.db
    .select({ queueId: connectionQueues.queueId })
    .from(connectionQueues)
    .where(and(eq(connectionQueues.companyId, ctx.companyId), eq(connectionQueues.connectionId, id)));
  return shownTo(ctx.actor, { ...row, queueIds: links.map((link) => link.queueId) });
}

/** Returns a connection of the company, for users who may manage connections. */
export async function requireOwnConnection(ctx: Context, id: string): Promise<ConnectionView> {
  const connection = await requireConnection(ctx, id);
  requirePermission(ctx, "manageConnections");
  return connection;
}

/** Returns how many days of the phone's earlier conversations are imported; 0 for a deleted connection. */
export async function historyDays(ctx: DeskContext, id: string): Promise<number> {
  const [found] = await ctx.db
    .select({ days: connections.historyDays })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, id)));
  return found?.days ?? 0;
}
