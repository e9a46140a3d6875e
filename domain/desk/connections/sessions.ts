import { and, eq, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requireOwnConnection } from "./load-connections.ts";
import { reportConnection } from "./report-connection.ts";

const { connections, connectionLeases, channelCredentials, channelKeys } = schema;

/** Notifies the connectors of a request for the connection when this transaction commits. */
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

/** Connects, or retries immediately. The status becomes OPENING before a connector claims the connection. */
export async function startSession(ctx: Context, id: string): Promise<void> {
  const { status } = await requireOwnConnection(ctx, id);
  await wish(ctx, id, { desired: "up" });
  if (status !== "CONNECTED") await reportConnection(ctx, id, { status: "OPENING" });
}

/** Deletes the link and requests a new QR code; queues and texts are kept. */
export const newQr = (ctx: Context, id: string): Promise<void> => linkAnew(ctx, id, "");

/** The same for a phone that cannot scan: requests a pairing code to enter on it. */
export const askPairingCode = (ctx: Context, id: string, number: string): Promise<void> => linkAnew(ctx, id, number);

/** Fences off the present owner first, so that it cannot write back the keys that are deleted here. */
async function linkAnew(ctx: Context, id: string, pairingNumber: string): Promise<void> {
  const { channel } = await requireOwnConnection(ctx, id);
  // A page is connected by its owner's sign-in, not by a code.
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

/** Restarts every connection that should be up. */
export async function restartAll(ctx: Context): Promise<void> {
  requirePermission(ctx, "manageConnections");
  const restarted = await ctx.db
    .update(connectionLeases)
    .set({ request: oneMore, retryAt: null })
    .where(and(eq(connectionLeases.companyId, ctx.companyId), eq(connectionLeases.desired, "up")))
    .returning({ id: connectionLeases.connectionId });
  for (const { id } of restarted) await notifyConnections(ctx, id);
}
