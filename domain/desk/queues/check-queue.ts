import { and, eq, ne, or, sql } from "drizzle-orm";
import * as v from "valibot";
import { QueueColor, QueueName, type QueueRequest } from "../../../contracts/desk/queues.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema, takenIndex } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";

const { queues } = schema;

const taken = {
  name: () => new DomainError("ERR_QUEUE_NAME_ALREADY_EXISTS", { fields: { name: ["taken"] } }),
  color: () => new DomainError("ERR_QUEUE_COLOR_ALREADY_EXISTS", { fields: { color: ["taken"] } }),
  token: () => new DomainError("ERR_VALIDATION", { fields: { token: ["taken"] } }),
};

/** Requires a readable name, a visible colour, and nothing that another queue of the company has. */
export async function checkQueue(ctx: Context, id: string, { name, color, token }: QueueRequest): Promise<void> {
  if (!v.is(QueueName, name)) throw new DomainError("ERR_QUEUE_INVALID_NAME", { fields: { name: ["length"] } });
  if (!v.is(QueueColor, color)) throw new DomainError("ERR_QUEUE_INVALID_COLOR", { fields: { color: ["color"] } });
  const sameName = eq(sql`lower(${queues.name})`, name.toLowerCase());
  const others = await ctx.db
    .select({ name: queues.name, color: queues.color, token: queues.token })
    .from(queues)
    .where(
      and(
        eq(queues.companyId, ctx.companyId),
        ne(queues.id, id),
        or(sameName, eq(queues.color, color), token ? eq(queues.token, token) : undefined),
      ),
    );
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw taken.name();
  if (others.some((other) => other.color === color)) throw taken.color();
  if (token && others.some((other) => other.token === token)) throw taken.token();
}

/** Two simultaneous requests may both pass the check; the unique index refuses one of them with the taken value. */
export async function orTaken<T>(ctx: Context, write: (ctx: Context) => Promise<T>): Promise<T> {
  try {
    // In a savepoint, so that a taken name does not fail the surrounding transaction.
    return await ctx.db.transaction((db) => write({ ...ctx, db: db as unknown as Context["db"] }));
  } catch (error) {
    const index = takenIndex(error);
    const column = (Object.keys(taken) as (keyof typeof taken)[]).find((name) => index === `queues_${name}`);
    throw column ? taken[column]() : error;
  }
}
