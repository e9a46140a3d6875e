import { eq, sql } from "drizzle-orm";
import { type LimitedKind, limitedKinds, type PlanKind } from "../../../contracts/account/companies.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { gigabytes, storedBytesOf } from "./stored-bytes.ts";

const { companies, connections, plans, queues, users } = schema;

/** The most of each kind; null: unlimited. */
export type PlanLimits = Record<PlanKind, number | null>;
export type PlanUsage = Record<PlanKind, { used: number; limit: number | null }>;

const tables = { users, connections, queues };
const refusals = {
  users: "ERR_PLAN_LIMIT_USERS",
  connections: "ERR_PLAN_LIMIT_CONNECTIONS",
  queues: "ERR_PLAN_LIMIT_QUEUES",
} as const;

/** A company's limits, in a query of companies with their plans: its exceptions, else its plan's. */
export const limitColumns = {
  users: sql<number | null>`coalesce(${companies.usersLimit}, ${plans.users})`,
  connections: sql<number | null>`coalesce(${companies.connectionsLimit}, ${plans.connections})`,
  queues: sql<number | null>`coalesce(${companies.queuesLimit}, ${plans.queues})`,
  storageGb: sql<number | null>`coalesce(${companies.storageGbLimit}, ${plans.storageGb})`,
};

/** Returns the company's limits. Without a plan only its exceptions limit. */
export async function planLimits({ db, companyId }: Pick<DeskContext, "db" | "companyId">): Promise<PlanLimits> {
  const [limits] = await db
    .select(limitColumns)
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, companyId));
  if (!limits) throw new DomainError("ERR_NO_COMPANY_FOUND", { id: companyId });
  return limits;
}

/** Returns how much of its limits the company uses. */
export async function planUsage(ctx: Pick<DeskContext, "db" | "companyId">): Promise<PlanUsage> {
  const [limits, bytes, ...used] = await Promise.all([
    planLimits(ctx),
    storedBytesOf(ctx),
    ...limitedKinds.map((kind) => count(ctx, kind)),
  ]);
  const entries = limitedKinds.map((kind, at) => [kind, { used: used[at] ?? 0, limit: limits[kind] }] as const);
  const rows = Object.fromEntries(entries) as Record<LimitedKind, PlanUsage[LimitedKind]>;
  return { ...rows, storageGb: { used: gigabytes(bytes), limit: limits.storageGb } };
}

export type CompanyLimits = { id: string; plan: typeof plans.$inferSelect | null; usage: PlanUsage };

/** Returns the company's plan, and how much of its limits it uses. */
export async function showLimits(ctx: Pick<DeskContext, "db" | "companyId">): Promise<CompanyLimits> {
  const { db, companyId: id } = ctx;
  const usage = await planUsage(ctx);
  const [row] = await db
    .select({ plan: plans })
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, id));
  return { id, plan: row?.plan ?? null, usage };
}

/** Locks the company's row until the end of the transaction: its users, connections and queues are created in turn. */
export async function lockCompany({ db, companyId }: Pick<DeskContext, "db" | "companyId">): Promise<void> {
  // Not `for update`: that would wait for every transaction with a new row that refers to the company.
  await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for("no key update");
}

/**
 * Refuses when the company has as many rows as its plan allows. Called before the row `id` is inserted, in the same
 * transaction; the row itself, from an earlier attempt, needs no room.
 */
export async function requireRoom(ctx: DeskContext, kind: LimitedKind, id: string): Promise<void> {
  // The lock comes first: the statements after it see what others committed while this one waited.
  await lockCompany(ctx);
  const limit = (await planLimits(ctx))[kind];
  if (limit === null || (await count(ctx, kind)) < limit || (await exists(ctx, kind, id))) return;
  throw new DomainError(refusals[kind], { limit });
}

const count = ({ db, companyId }: Pick<DeskContext, "db" | "companyId">, kind: LimitedKind): Promise<number> =>
  db.$count(tables[kind], eq(tables[kind].companyId, companyId));

const exists = async ({ db, companyId }: DeskContext, kind: LimitedKind, id: string): Promise<boolean> =>
  (await db.$count(tables[kind], sql`${tables[kind].companyId} = ${companyId} and ${tables[kind].id} = ${id}`)) > 0;

export type Misfit = { kind: LimitedKind; used: number; limit: number };

/**
 * Returns what the company uses more of than a plan allows, with the company's exceptions; null: the plan fits, or there is
 * no such plan. To be certain until the commit, the caller has locked the company.
 */
export async function findMisfit(ctx: DeskContext, planId: string): Promise<Misfit | null> {
  const { db, companyId } = ctx;
  const [company] = await db
    .select({ users: companies.usersLimit, connections: companies.connectionsLimit, queues: companies.queuesLimit })
    .from(companies)
    .where(eq(companies.id, companyId));
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId));
  if (!plan) return null;
  for (const kind of limitedKinds) {
    const [limit, used] = [company?.[kind] ?? plan[kind], await count(ctx, kind)];
    if (used > limit) return { kind, used, limit };
  }
  return null;
}
