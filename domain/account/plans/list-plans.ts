import { asc, count, eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { keepPlatformRows, schema } from "../../../db/index.ts";
import type { Context, DeskContext, PlatformContext } from "../../ground/context.ts";
import { requirePermission, requireSuper } from "../../ground/require-permission.ts";

const { companies, plans } = schema;

export type PlanRow = typeof plans.$inferSelect;
/** `companies`: how many companies have it. */
export type PlanView = PlanRow & { companies: number };

/** Lists the plans that sign-up and checkout offer, the cheapest first. Needs no user. */
export function listPublicPlans({ db }: Pick<DeskContext, "db">): Promise<PlanRow[]> {
  return db
    .select()
    .from(plans)
    .where(eq(plans.isPublic, true))
    .orderBy(asc(plans.valueCents), asc(plans.name), asc(plans.id));
}

/** Lists all plans, the cheapest first. */
export async function listPlans(ctx: PlatformContext): Promise<PlanView[]> {
  requireSuper(ctx);
  const rows = await ctx.db.select().from(plans).orderBy(asc(plans.valueCents), asc(plans.name), asc(plans.id));
  const having = await ctx.db
    .select({ planId: companies.planId, companies: count() })
    .from(companies)
    .groupBy(companies.planId);
  const counts = new Map(having.map((row) => [row.planId, row.companies]));
  return rows.map((row) => ({ ...row, companies: counts.get(row.id) ?? 0 }));
}

export async function showPlan(ctx: PlatformContext, id: string): Promise<PlanView> {
  requireSuper(ctx);
  const [row] = await ctx.db.select().from(plans).where(eq(plans.id, id));
  if (!row) throw new DomainError("ERR_NO_PLAN_FOUND", { id });
  return { ...row, companies: await ctx.db.$count(companies, eq(companies.planId, id)) };
}

/** Returns a plan that the actor's company has or may choose: another one does not exist. Admins only. */
export async function showOfferedPlan(ctx: Context, id: string): Promise<PlanRow> {
  requirePermission(ctx, "viewSubscription");
  const [company] = await ctx.db
    .select({ planId: companies.planId })
    .from(companies)
    .where(eq(companies.id, ctx.companyId));
  return requireOfferedPlan(ctx, id, company?.planId ?? null);
}

/** Returns a plan that a company with the plan `ownId` has or may choose: public or its own. */
export async function requireOfferedPlan(
  { db }: Pick<DeskContext, "db">,
  id: string,
  ownId: string | null,
): Promise<PlanRow> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id));
  if (!plan || !(plan.isPublic || plan.id === ownId)) throw new DomainError("ERR_NO_PLAN_FOUND", { id });
  return plan;
}

/** Returns a plan that is about to be given to a company or an invoice: it cannot be deleted in this transaction. */
export async function requirePlan({ db }: Pick<DeskContext, "db">, id: string): Promise<PlanRow> {
  await keepPlatformRows(db, "plans");
  const [row] = await db.select().from(plans).where(eq(plans.id, id));
  if (!row) throw new DomainError("ERR_NO_PLAN_FOUND", { id });
  return row;
}

/** The same for a plan that a sign-up may choose. */
export async function requirePublicPlan(ctx: Pick<DeskContext, "db">, id: string): Promise<PlanRow> {
  const plan = await requirePlan(ctx, id);
  if (!plan.isPublic) throw new DomainError("ERR_NO_PLAN_FOUND", { id });
  return plan;
}
