import { eq } from "drizzle-orm";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { Context } from "../../ground/context.ts";
import { recordAudit } from "../audit/index.ts";
import { notifyStanding } from "../companies/index.ts";
import { endCompanySessions } from "../users/index.ts";
import { restorableSince } from "./list-companies.ts";
import { refuseOwnCompany, requireAnyCompany, requireCompany } from "./require-company.ts";

const { companies } = schema;

/**
 * Deletes the company `ctx.companyId`: it is hidden and its sessions end at once, and after 30 days a job removes its
 * rows. `typedName`: what the user typed to confirm; another name is refused.
 */
export async function deleteCompany(ctx: Context, typedName?: string): Promise<void> {
  const company = await requireCompany(ctx);
  refuseOwnCompany(ctx);
  if (typedName !== undefined && typedName.trim() !== company.name.trim())
    throw new DomainError("ERR_COMPANY_NAME", { fields: { name: ["name"] } });
  await setDeletedAt(ctx, ctx.now);
  await endCompanySessions(ctx.db, company.id);
  await recordAudit(ctx, { action: "company.deleted", companyId: company.id, subject: company });
}

/** Restores a company that was deleted within the last 30 days. One that is not deleted stays as it is. */
export async function restoreCompany(ctx: Context): Promise<void> {
  const company = await requireAnyCompany(ctx);
  if (!company.deletedAt) return;
  if (company.deletedAt <= restorableSince(ctx.now)) throw new DomainError("ERR_NO_COMPANY_FOUND", { id: company.id });
  await setDeletedAt(ctx, null);
  await recordAudit(ctx, { action: "company.restored", companyId: company.id, subject: company });
}

async function setDeletedAt({ db, companyId, now }: Context, deletedAt: Date | null): Promise<void> {
  await db.update(companies).set({ deletedAt, updatedAt: now }).where(eq(companies.id, companyId));
  await notifyStanding(db, companyId);
}
