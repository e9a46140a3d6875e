import { eq } from "drizzle-orm";
import { localDay } from "../../../contracts/account/companies.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import type { CompanyRow } from "../companies/index.ts";
import { readSetting } from "../settings/index.ts";

const { plans } = schema;

/** The fields of a company that the audit shows: the plan by its name, the due date as a local day. */
export async function auditedCompany(ctx: Context, company: CompanyRow) {
  const { name, email, phone, isActive, recurrence, usersLimit, connectionsLimit, queuesLimit, storageGbLimit } =
    company;
  const [plan] = company.planId
    ? await ctx.db.select({ name: plans.name }).from(plans).where(eq(plans.id, company.planId))
    : [];
  return {
    ...{ name, email, phone, plan: plan?.name ?? null, isActive, recurrence },
    dueDate: localDay(company.dueDate, company.timeZone),
    campaignsEnabled: (await readSetting(ctx, "campaignsEnabled")) === "true",
    ...{ usersLimit, connectionsLimit, queuesLimit, storageGbLimit },
  };
}

/** A company that does not exist yet. */
export const noCompany = {
  ...{ name: null, email: null, phone: null, plan: null, isActive: null, recurrence: null, dueDate: null },
  ...{ campaignsEnabled: null, usersLimit: null, connectionsLimit: null, queuesLimit: null, storageGbLimit: null },
};
