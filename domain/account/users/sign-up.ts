import { uuidv7 } from "uuidv7";
import { addDays, dueDayOf, endOfDay, localDay, TRIAL_DAYS } from "../../../contracts/account/companies.ts";
import type { SignUpInput } from "../../../contracts/account/sign-up.ts";
import type { Language } from "../../../contracts/languages.ts";
import { enqueue } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { recordAudit } from "../audit/index.ts";
import { queueMail } from "../mail/index.ts";
import { requirePublicPlan } from "../plans/index.ts";
import { createCompany } from "./create-company.ts";
import { createUser } from "./create-user.ts";
import { forgetSignUps, takeLink, takeProof } from "./sign-up-token.ts";

/** The time zone of a new company; its admins can change it. */
const TIME_ZONE = "America/Sao_Paulo";

type NewAdmin = Omit<SignUpInput, "password" | "proof"> & { passwordHash: string; language: Language };

/**
 * Creates the company of a sign-up whose address a code has confirmed. Throws ERR_SIGN_UP_PROOF for a proof that is used,
 * expired or of another address; a refusal for another reason does not use it up. `ctx` runs as the platform and in the
 * scope of the new company.
 */
export async function signUpByProof(
  ctx: DeskContext,
  { proofHash, ...input }: NewAdmin & { proofHash: string },
): Promise<{ userId: string }> {
  await takeProof(ctx.db, { email: input.email, tokenHash: proofHash, now: ctx.now });
  return signUp(ctx, input);
}

/**
 * Creates the company that waited for a mailed link. Throws ERR_SIGN_UP_LINK for a link that is used or expired. `ctx` runs
 * as the platform and in the scope of the new company.
 */
export async function signUpByLink(ctx: DeskContext, tokenHash: string): Promise<{ userId: string }> {
  return signUp(ctx, await takeLink(ctx.db, { tokenHash, now: ctx.now }));
}

/**
 * Creates a company on a trial, with its first admin, who sees everything in it and never runs the platform. A taken e-mail
 * is refused with `ERR_VALIDATION`, field `email`.
 */
async function signUp(ctx: DeskContext, input: NewAdmin): Promise<{ userId: string }> {
  const { db, companyId, now } = ctx;
  const { name, email, phone, planId, passwordHash, language, userName = name } = input;
  await requirePublicPlan(ctx, planId);
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
  await forgetSignUps(db, email);
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
