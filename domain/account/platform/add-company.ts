import {
  addDays,
  type CompanyInput,
  dueDayOf,
  endOfDay,
  localDay,
  TRIAL_DAYS,
} from "../../../contracts/account/companies.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { Context } from "../../ground/context.ts";
import { requireSuper } from "../../ground/require-permission.ts";
import { changesOf, recordAudit } from "../audit/index.ts";
import { requirePlan } from "../plans/index.ts";
import { createCompany, createUser } from "../users/index.ts";
import { auditedCompany, noCompany } from "./audited-company.ts";

/** `invite`: mails the admin a code to choose the password; absent: the admin knows it. */
export type FirstAdmin = {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  invite?: (ctx: Context, userId: string) => Promise<unknown>;
};

/** The time zone of a new company; its admins can change it. */
const TIME_ZONE = "America/Sao_Paulo";

/**
 * Creates the company `ctx.companyId` with default settings and hours, and its first admin, who never runs the platform.
 * Without a due date it begins with a trial. A taken e-mail is refused with `ERR_VALIDATION`, field `admin.email`, or
 * `email` when the admin is invited.
 */
export async function addCompany(ctx: Context, input: CompanyInput, admin?: FirstAdmin): Promise<void> {
  requireSuper(ctx);
  const { dueDate: posted, campaignsEnabled, ...columns } = input;
  if (input.planId) await requirePlan(ctx, input.planId);
  const lastDay = posted ?? addDays(localDay(ctx.now, TIME_ZONE), TRIAL_DAYS);
  const dueDate = endOfDay(lastDay, TIME_ZONE);
  const due = { dueDate, dueDay: dueDayOf(lastDay), trialEndsAt: posted ? null : dueDate, timeZone: TIME_ZONE };
  const settings = { campaignsEnabled: campaignsEnabled ? ("true" as const) : ("false" as const) };
  const company = await createCompany(ctx.db, { ...columns, ...due, id: ctx.companyId }, settings);
  if (admin) await addFirstAdmin(ctx, admin);
  const changes = changesOf(noCompany, await auditedCompany(ctx, company));
  await recordAudit(ctx, { action: "company.created", companyId: company.id, subject: company, changes });
}

async function addFirstAdmin(ctx: Context, { invite, ...admin }: FirstAdmin): Promise<void> {
  const everything = { allTicket: true, allHistoric: true, allUserChat: true };
  try {
    await createUser(ctx, { ...admin, profile: "admin", ...everything });
    await invite?.(ctx, admin.id);
  } catch (error) {
    const { fields } = error instanceof DomainError ? error.details : {};
    const email = (fields as { email?: string[] } | undefined)?.email;
    throw email && !invite ? new DomainError("ERR_VALIDATION", { fields: { "admin.email": email } }) : error;
  }
}
