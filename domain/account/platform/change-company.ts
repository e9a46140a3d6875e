import { eq } from "drizzle-orm";
import { type CompanyChange, dueDayOf, endOfDay, localDay } from "../../../contracts/account/companies.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { changesOf, recordAudit } from "../audit/index.ts";
import { type CompanyRow, notifyStanding } from "../companies/index.ts";
import { requirePlan } from "../plans/index.ts";
import { saveCampaignsEnabled } from "../settings/index.ts";
import { endCompanySessions } from "../users/index.ts";
import { auditedCompany } from "./audited-company.ts";
import { refuseOwnCompany, requireCompany } from "./require-company.ts";

const { companies } = schema;

/**
 * Changes the company `ctx.companyId`. A smaller plan removes nothing: the company creates no more users, connections or
 * queues, and stores no more files, until it is within the limits. Deactivating ends all sessions.
 */
export async function changeCompany(ctx: Context, change: CompanyChange): Promise<void> {
  const company = await requireCompany(ctx);
  const { dueDate, campaignsEnabled, ...columns } = change;
  if (change.isActive === false) refuseOwnCompany(ctx);
  if (change.planId && change.planId !== company.planId) await requirePlan(ctx, change.planId);
  const before = await auditedCompany(ctx, company);
  const [changed = company] = await ctx.db
    .update(companies)
    .set({ ...columns, ...dueOn(company, dueDate), updatedAt: ctx.now })
    .where(eq(companies.id, ctx.companyId))
    .returning();
  if (campaignsEnabled !== undefined) await saveCampaignsEnabled(ctx, campaignsEnabled);
  if (company.isActive && !changed.isActive) await endCompanySessions(ctx.db, company.id);
  await notifyStanding(ctx.db, company.id);
  const changes = changesOf(before, await auditedCompany(ctx, changed));
  if (Object.keys(changes).length > 0)
    await recordAudit(ctx, { action: "company.changed", companyId: company.id, subject: changed, changes });
}

/** A due date that is set by hand is a paid day, so it ends the trial. The same day is no change. */
function dueOn({ dueDate, dueDay, timeZone }: CompanyRow, day: string | null | undefined): Partial<CompanyRow> {
  if (!day || day === localDay(dueDate, timeZone)) return {};
  return { dueDate: endOfDay(day, timeZone), dueDay: dueDayOf(day, dueDay), trialEndsAt: null };
}
