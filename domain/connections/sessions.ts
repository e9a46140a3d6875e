import { and, eq, sql } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import type { Context, DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { requireAdmin, requireOwnConnection } from "./load-connections.ts";
import { reportConnection } from "./report-connection.ts";

const { connections, connectionLeases, channelCredentials, channelKeys } = schema;

/** Tells connectors, when this transaction commits, that something is wanted of a connection. */
export async function notifyConnections(ctx: DeskContext, connectionId: string): Promise<void> {
  const payload = JSON.stringify({ companyId: ctx.companyId, connectionId });
  await ctx.db.execute(sql`select pg_notify('balcao_connections', ${payload})`);
}

const oneMore = sql`${connectionLeases.request} + 1`;

type Wish = { desired: "up" | "down"; release?: boolean; pairingNumber?: string };

async function wish(ctx: Context, connectionId: string, { desired, release, pairingNumber = "" }: Wish): Promise<void> {
  const released = { owner: null, leaseUntil: null, epoch: sql`${connectionLeases.epoch} + 1` };
  await ctx.db
    .insert(connectionLeases)
    .values({ companyId: ctx.companyId, connectionId, desired, request: 1, pairingNumber })
    .onConflictDoUpdate({
      target: [connectionLeases.companyId, connectionLeases.connectionId],
      set: { desired, request: oneMore, retryAt: null, pairingNumber, ...(release && released) },
    });
  await notifyConnections(ctx, connectionId);
}

/** Connects, or tries again at once. What is not up is on its way from this moment on, whoever takes it up. */
export async function startSession(ctx: Context, id: string): Promise<void> {
  const { status } = await requireOwnConnection(ctx, id);
  await wish(ctx, id, { desired: "up" });
  if (status !== "CONNECTED") await reportConnection(ctx, id, { status: "OPENING" });
}

/** Forgets the link and asks for a new one; queues and texts stay. */
export const newQr = (ctx: Context, id: string): Promise<void> => linkAnew(ctx, id, "");

/** The same for a phone that cannot scan: a code comes that is typed on it. */
export const askPairingCode = (ctx: Context, id: string, number: string): Promise<void> => linkAnew(ctx, id, number);

/** The present owner is fenced off first, so that it cannot write back the keys that are erased here. */
async function linkAnew(ctx: Context, id: string, pairingNumber: string): Promise<void> {
  const { channel } = await requireOwnConnection(ctx, id);
  // A page is linked by its owner's login: nothing can be scanned or typed for it.
  if (channel !== "whatsapp") throw new DomainError("ERR_META_LINK_AGAIN", { id });
  await wish(ctx, id, { desired: "up", release: true, pairingNumber });
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
    .set({
      qrcode: "",
      pairingCode: "",
      retries: 0,
      reason: null,
      number: "",
      status: "OPENING",
      stateSince: ctx.now,
      firstContactsAfter: null,
      updatedAt: ctx.now,
    })
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, id)));
}

/** Ends the link; the owner logs out and reports. */
export async function disconnectSession(ctx: Context, id: string): Promise<void> {
  await requireOwnConnection(ctx, id);
  await wish(ctx, id, { desired: "down" });
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
