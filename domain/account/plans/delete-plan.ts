import { and, eq, exists, or, sql } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { lockPlatformRows, schema } from "../../../db/index.ts";
import type { PlatformContext } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { recordAudit } from "../audit/index.ts";

const { charges, companies, invoices, plans } = schema;

/**
 * Deletes a plan that no company has, and no invoice that can still be paid. Paid and void invoices keep their text
 * and amount without it.
 */
export async function deletePlan(ctx: PlatformContext, id: string): Promise<void> {
  requireSuper(ctx);
  // Waits for transactions that give the plan to a company; later ones find it deleted.
  await lockPlatformRows(ctx.db, "plans");
  const [plan] = await ctx.db.select().from(plans).where(eq(plans.id, id));
  if (!plan) throw new DomainError("ERR_NO_PLAN_FOUND", { id });
  if (await isUsed(ctx, id)) throw new DomainError("ERR_PLAN_USED", { id });
  await ctx.db.delete(plans).where(eq(plans.id, id));
  await recordAudit(ctx, { action: "plan.deleted", companyId: null, subject: plan });
}

async function isUsed({ db }: PlatformContext, planId: string): Promise<boolean> {
  if ((await db.$count(companies, eq(companies.planId, planId))) > 0) return true;
  const openCharge = db
    .select({ one: sql`1` })
    .from(charges)
    .where(
      and(
        eq(charges.companyId, invoices.companyId),
        eq(charges.invoiceId, invoices.id),
        eq(charges.planId, planId),
        eq(charges.status, "open"),
      ),
    );
  const has = or(eq(invoices.planId, planId), exists(openCharge));
  return (await db.$count(invoices, and(eq(invoices.status, "open"), has))) > 0;
}
