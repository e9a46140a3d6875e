import { uuidv7 } from "uuidv7";
import { enqueue } from "../../db/index.ts";
import { addDays, dueDayOf, endOfDay, localDay, TRIAL_DAYS } from "../../sync/contracts/companies.ts";
import type { Language } from "../../sync/contracts/mail.ts";
import type { SignUpInput } from "../../sync/contracts/sign-up.ts";
import { recordAudit } from "../audit/index.ts";
import type { DeskContext } from "../context.ts";
import { DomainError } from "../domain-error.ts";
import { queueMail } from "../mail/index.ts";
import { requirePlan } from "../plans/index.ts";
import { createCompany } from "./create-company.ts";
import { createUser } from "./create-user.ts";

/** The time zone of a new company; its admins can change it. */
const TIME_ZONE = "America/Sao_Paulo";

/**
 * Creates a company on a trial, with its first admin, who sees everything in it and never runs the platform. `ctx` runs
 * as the platform and in the scope of the new company. A taken e-mail is refused with `ERR_VALIDATION`, field `email`.
 */
export async function signUp(
  ctx: DeskContext,
  input: Omit<SignUpInput, "password"> & { passwordHash: string; language: Language },
): Promise<{ userId: string }> {
  const { db, companyId, now } = ctx;
  const { name, email, phone, planId, passwordHash, language, userName = name } = input;
  const plan = await requirePlan(ctx, planId);
  if (!plan.isPublic) throw new DomainError("ERR_NO_PLAN_FOUND", { id: planId });
  const lastDay = addDays(localDay(now, TIME_ZONE), TRIAL_DAYS);
  const dueDate = endOfDay(lastDay, TIME_ZONE);
  await createCompany(
    db,
    {
      ...{ id: companyId, name, email, phone, planId, dueDate, trialEndsAt: dueDate },
      ...{ dueDay: dueDayOf(lastDay), recurrence: "MENSAL", timeZone: TIME_ZONE, language },
    },
    { campaignsEnabled: "false" },
  );
  const everything = { allTicket: true, allHistoric: true, allUserChat: true };
  const userId = uuidv7();
  await createUser(ctx, { id: userId, name: userName, email, passwordHash, profile: "admin", ...everything });
  await recordAudit(ctx, { action: "company.signedUp", companyId, subject: { id: companyId, name } });
  const values = { name: userName, company: name, lastDay };
  await queueMail(ctx, { to: email, template: "welcome", language, values });
  // The trial ends within the days in which an invoice exists: the company can pay at once.
  await enqueue(db, "invoices.create", {});
  return { userId };
}
