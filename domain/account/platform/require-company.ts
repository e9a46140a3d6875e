import { eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import type { CompanyRow } from "../companies/index.ts";
import { lockCompany } from "../plans/index.ts";

const { companies } = schema;

/** Locks and returns the company that a super user changes. A deleted one does not exist. */
export async function requireCompany(ctx: Context): Promise<CompanyRow> {
  const company = await requireAnyCompany(ctx);
  if (company.deletedAt) throw new DomainError("ERR_NO_COMPANY_FOUND", { id: ctx.companyId });
  return company;
}

/** The same, also of a deleted company. */
export async function requireAnyCompany(ctx: Context): Promise<CompanyRow> {
  requireSuper(ctx);
  await lockCompany(ctx);
  const [company] = await ctx.db.select().from(companies).where(eq(companies.id, ctx.companyId));
  if (!company) throw new DomainError("ERR_NO_COMPANY_FOUND", { id: ctx.companyId });
  return company;
}

/** The platform's owner keeps a company to work in. */
export function refuseOwnCompany({ actor, companyId }: Context): void {
  if (actor.companyId === companyId) throw new DomainError("ERR_OWN_COMPANY", { id: companyId });
}
