import { and, eq, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context, DeskContext } from "../context.ts";
import { requireAdmin, requireOwnConnection } from "./load-connections.ts";

const { connections, connectionLeases, channelCredentials, channelKeys } = schema;

/** Tells connectors, when this transaction commits, that something is wanted of a connection. */
export async function notifyConnections(ctx: DeskContext, connectionId: string): Promise<void> {
  const payload = JSON.stringify({ companyId: ctx.companyId, connectionId });
  await ctx.db.execute(sql`select pg_notify('balcao_connections', ${payload})`);
}

const oneMore = sql`${connectionLeases.request} + 1`;

async function wish(ctx: Context, connectionId: string, desired: "up" | "down", release: boolean): Promise<void> {
  const released = { owner: null, leaseUntil: null, epoch: sql`${connectionLeases.epoch} + 1` };
  await ctx.db
    .insert(connectionLeases)
    .values({ companyId: ctx.companyId, connectionId, desired, request: 1 })
    .onConflictDoUpdate({
      target: [connectionLeases.companyId, connectionLeases.connectionId],
      set: { desired, request: oneMore, retryAt: null, ...(release && released) },
    });
  await notifyConnections(ctx, connectionId);
}

/** Connects, or tries again at once. */
export async function startSession(ctx: Context, id: string): Promise<void> {
  await requireOwnConnection(ctx, id);
  await wish(ctx, id, "up", false);
}

/**
 * Forgets the link and asks for a new one; queues and texts stay. The present owner is fenced off first, so that it
 * cannot write back the keys that are erased here.
 */
export async function newQr(ctx: Context, id: string): Promise<void> {
  await requireOwnConnection(ctx, id);
  await wish(ctx, id, "up", true);
  const ofConnection = { companyId: ctx.companyId, connectionId: id };
  await ctx.db
    .delete(channelCredentials)
    .where(
      and(
        eq(channelCredentials.companyId, ofConnection.companyId),
        eq(channelCredentials.connectionId, ofConnection.connectionId),
      ),
    );
  await ctx.db
    .delete(channelKeys)
    .where(
      and(eq(channelKeys.companyId, ofConnection.companyId), eq(channelKeys.connectionId, ofConnection.connectionId)),
    );
  await ctx.db
    .update(connections)
    .set({ qrcode: "", retries: 0, reason: null, number: "", status: "OPENING", updatedAt: ctx.now })
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, id)));
}

/** Ends the link; the owner logs out and reports. */
export async function disconnectSession(ctx: Context, id: string): Promise<void> {
  await requireOwnConnection(ctx, id);
  await wish(ctx, id, "down", false);
}

/** Every connection that should be up starts afresh. */
export async function restartAll(ctx: Context): Promise<void> {
  requireAdmin(ctx);
  const restarted = await ctx.db
    .update(connectionLeases)
    .set({ request: oneMore, retryAt: null })
    .where(and(eq(connectionLeases.companyId, ctx.companyId), eq(connectionLeases.desired, "up")))
    .returning({ id: connectionLeases.connectionId });
  for (const { id } of restarted) await notifyConnections(ctx, id);
}
