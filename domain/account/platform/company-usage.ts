import { eq, sql } from "drizzle-orm";
import { isAnyOf, schema } from "../../../db/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { gigabytes, limitColumns, type PlanUsage } from "../plans/index.ts";

const { companies, plans } = schema;

const PERIOD_MS = 30 * 86_400_000;

export type CompanyUsage = PlanUsage & {
  id: string;
  /** The messages of the last 30 days. */
  messages: number;
  lastSignInAt: Date | null;
};

/** Returns the figures of these companies; ids of no company are left out. */
export async function companyUsage(ctx: PlatformContext, ids: readonly string[]): Promise<CompanyUsage[]> {
  requireSuper(ctx);
  if (ids.length === 0) return [];
  const since = new Date(ctx.now.getTime() - PERIOD_MS);
  const [counted, limits] = await Promise.all([
    ctx.db.execute<Counts>(sql`select * from company_usage(${sql.param([...ids])}::uuid[], ${since.toISOString()})`),
    ctx.db
      .select({ id: companies.id, lastSignInAt: companies.lastSignInAt, ...limitColumns })
      .from(companies)
      .leftJoin(plans, eq(plans.id, companies.planId))
      .where(isAnyOf(companies.id, ids)),
  ]);
  const counts = new Map(counted.map((row) => [row.company_id, row]));
  return limits.flatMap(({ id, lastSignInAt, ...limit }) => {
    const used = counts.get(id);
    if (!used) return [];
    return {
      id,
      users: { used: used.users, limit: limit.users },
      connections: { used: used.connections, limit: limit.connections },
      queues: { used: used.queues, limit: limit.queues },
      storageGb: { used: gigabytes(Number(used.stored_bytes)), limit: limit.storageGb },
      messages: used.messages,
      lastSignInAt,
    };
  });
}

/** `stored_bytes`: a bigint, which the driver gives as text. */
type Counts = {
  company_id: string;
  users: number;
  connections: number;
  queues: number;
  messages: number;
  stored_bytes: string;
};
