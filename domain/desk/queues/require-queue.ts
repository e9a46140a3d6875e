import { and, eq } from "drizzle-orm";
import { can } from "../../../contracts/account/permissions.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context, DeskContext } from "../../ground/context.ts";
import { requirePermission } from "../../ground/require-permission.ts";
import type { QueueRow } from "./list-queues.ts";

const { queues } = schema;

/** Returns a queue of the company, with its token. */
export async function findQueue(ctx: DeskContext, id: string): Promise<QueueRow | undefined> {
  const [queue] = await ctx.db.select().from(queues).where(isQueue(ctx, id));
  return queue;
}

/** Returns a queue with everything in it; only admins see its token. */
export async function requireQueue(ctx: Context, id: string): Promise<QueueRow> {
  const queue = await findQueue(ctx, id);
  if (!queue) throw new DomainError("ERR_NO_QUEUE_FOUND", { id });
  return can.manageQueues(ctx.actor.profile) ? queue : { ...queue, token: "" };
}

/**
 * Returns the queue locked until the transaction ends, for users who may change it: changes of its menu and its
 * tickets are serialised.
 */
export async function requireLockedQueue(ctx: Context, id: string): Promise<QueueRow> {
  const [queue] = await ctx.db.select().from(queues).where(isQueue(ctx, id)).for("update");
  if (!queue) throw new DomainError("ERR_NO_QUEUE_FOUND", { id });
  requirePermission(ctx, "manageQueues");
  return queue;
}

const isQueue = ({ companyId }: DeskContext, id: string) => and(eq(queues.companyId, companyId), eq(queues.id, id));
