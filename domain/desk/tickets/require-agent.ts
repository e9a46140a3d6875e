import { and, eq, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";

const { users, userQueues } = schema;

export type Agent = { id: string; name: string; queueIds: string[] };

/** Returns a user of the company, with the queues that they serve. */
export async function findAgent(ctx: DeskContext, id: string): Promise<Agent | undefined> {
  const queueIds = sql<string[]>`array(select ${userQueues.queueId}::text from ${userQueues}
    where ${and(eq(userQueues.companyId, ctx.companyId), eq(userQueues.userId, users.id))})`;
  const [agent] = await ctx.db
    .select({ id: users.id, name: users.name, queueIds })
    .from(users)
    .where(and(eq(users.companyId, ctx.companyId), eq(users.id, id)));
  return agent;
}

export async function requireAgent(ctx: DeskContext, id: string): Promise<Agent> {
  const agent = await findAgent(ctx, id);
  if (!agent) throw new DomainError("ERR_NO_USER_FOUND", { id });
  return agent;
}
