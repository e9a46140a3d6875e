import { and, eq, ne } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import * as v from "valibot";
import type { ChannelName } from "../../../contracts/channels.ts";
import { ConnectionInput } from "../../../contracts/desk/connections.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { releaseKeysOfRow, schema } from "../../../db/index.ts";
import { requireRoom } from "../../account/plans/index.ts";
import type { Context } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import { requireRows } from "../../ground/require-rows.ts";
import { setTypedToken } from "./connection-token.ts";
import { type ConnectionView, requireConnection, requireOwnConnection } from "./load-connections.ts";
import { notifyConnections, startSession } from "./sessions.ts";

const { connections, connectionQueues, connectionLeases, inbox } = schema;

/** The columns that a form sets; any other field of the given object is left out. */
const Columns = v.omit(ConnectionInput, ["queueIds", "token"]);

/** Creates a connection, within the plan's limit, and starts it. The company's first connection is its default. */
export async function createConnection(
  ctx: Context,
  input: ConnectionInput & { id?: string; channel?: ChannelName },
): Promise<ConnectionView> {
  requirePermission(ctx, "manageConnections");
  const { id = uuidv7(), channel, queueIds, token } = input;
  await requireRoom(ctx, "connections", id);
  await check(ctx, input, id);
  const others = await ctx.db
    .select({ id: connections.id })
    .from(connections)
    .where(eq(connections.companyId, ctx.companyId))
    .limit(1);
  const isDefault = input.isDefault || others.length === 0;
  if (isDefault) await unsetDefault(ctx, id);
  await ctx.db
    .insert(connections)
    .values({
      ...v.parse(Columns, input),
      ...{ id, channel, isDefault, companyId: ctx.companyId, createdAt: ctx.now, updatedAt: ctx.now },
    })
    .onConflictDoNothing();
  await saveQueues(ctx, id, queueIds);
  if (token) await setTypedToken(ctx, id, token);
  await startSession(ctx, id);
  return requireConnection(ctx, id);
}

export async function updateConnection(ctx: Context, id: string, input: ConnectionInput): Promise<ConnectionView> {
  const before = await requireOwnConnection(ctx, id);
  const { queueIds, token } = input;
  await check(ctx, input, id);
  if (before.isDefault && !input.isDefault) throw new DomainError("ERR_NO_OTHER_WHATSAPP", { id });
  if (input.isDefault) await unsetDefault(ctx, id);
  await ctx.db
    .update(connections)
    .set({ ...v.parse(Columns, input), updatedAt: ctx.now })
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, id)));
  await saveQueues(ctx, id, queueIds);
  // An empty token changes nothing: clients send back the connection as they read it, without a token.
  if (token) await setTypedToken(ctx, id, token);
  return requireConnection(ctx, id);
}

/** Its tickets and messages are kept. */
export async function deleteConnection(ctx: Context, id: string): Promise<void> {
  const connection = await requireOwnConnection(ctx, id);
  if (connection.isDefault) throw new DomainError("ERR_NO_OTHER_WHATSAPP", { id });
  // Lock order lease → inbox → connection, as in the connector; another order deadlocks.
  await ctx.db
    .select({ id: connectionLeases.connectionId })
    .from(connectionLeases)
    .where(and(eq(connectionLeases.companyId, ctx.companyId), eq(connectionLeases.connectionId, id)))
    .for("update");
  await ctx.db.delete(inbox).where(and(eq(inbox.companyId, ctx.companyId), eq(inbox.connectionId, id)));
  await ctx.db.delete(connections).where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, id)));
  await releaseKeysOfRow(ctx.db, { companyId: ctx.companyId, rowId: id });
  await notifyConnections(ctx, id);
}

async function check(ctx: Context, input: ConnectionInput, id: string): Promise<void> {
  if (input.queueIds.length > 1 && !input.greetingMessage.trim())
    throw new DomainError("ERR_WAPP_GREETING_REQUIRED", { fields: { greetingMessage: "required" } });
  if (input.redirectAfterMinutes > 0 && !input.redirectQueueId)
    throw new DomainError("ERR_VALIDATION", { fields: { redirectQueueId: "required" } });
  const queueIds = [...input.queueIds, ...(input.redirectQueueId ? [input.redirectQueueId] : [])];
  await requireRows(ctx, schema.queues, queueIds, "ERR_NO_QUEUE_FOUND");
  const [taken] = await ctx.db
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), ne(connections.id, id), eq(connections.name, input.name)));
  if (taken) throw new DomainError("ERR_WAPP_NAME_TAKEN", { fields: { name: "taken" } });
}

async function unsetDefault(ctx: Context, exceptId: string): Promise<void> {
  await ctx.db
    .update(connections)
    .set({ isDefault: false, updatedAt: ctx.now })
    .where(
      and(eq(connections.companyId, ctx.companyId), eq(connections.isDefault, true), ne(connections.id, exceptId)),
    );
}

async function saveQueues(ctx: Context, connectionId: string, queueIds: readonly string[]): Promise<void> {
  await ctx.db
    .delete(connectionQueues)
    .where(and(eq(connectionQueues.companyId, ctx.companyId), eq(connectionQueues.connectionId, connectionId)));
  if (queueIds.length === 0) return;
  await ctx.db
    .insert(connectionQueues)
    .values([...new Set(queueIds)].map((queueId) => ({ companyId: ctx.companyId, connectionId, queueId })));
}
