import * as v from "valibot";
import { SignUpCodeInput, SignUpConfirmInput, SignUpInput } from "../../../contracts/account/sign-up.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { checkBy, type Problems, type Refusal } from "../lists/form-problems.ts";
import { passwordTexts } from "../lists/password-texts.ts";
import { loginRefusal } from "../login/parts/login-refusal.ts";
import { isWholePhone } from "./phone-mask.ts";

export type YouForm = { name: string; email: string };
export const youProblems = checkBy<YouForm>(v.pick(SignUpCodeInput, ["name", "email"]));

export type CodeForm = { code: string };
export const codeProblems = checkBy<CodeForm>(v.pick(SignUpConfirmInput, ["code"]), {
  code: { required: m.sign_up_code_short, regex: m.sign_up_code_short },
});

export type CompanyForm = { name: string; phone: string; password: string; planId: string };

const byContract = checkBy<CompanyForm>(v.pick(SignUpInput, ["name", "phone", "password", "planId"]), {
  password: passwordTexts,
  planId: { required: m.sign_up_plan_required },
});

/** Checks what the server checks, and that the phone number is whole. */
export function companyProblems(values: CompanyForm): Problems<CompanyForm> {
  const problems = byContract(values);
  if (!problems.phone && !isWholePhone(values.phone)) problems.phone = m.lists_too_short();
  return problems;
}

/** Shows a refusal above the form, in one sentence. */
export function publicRefusal<Form extends object>(error: unknown): Refusal<Form> {
  return { problems: {}, failure: loginRefusal(error, navigator.onLine) };
}

/** Returns when the code expired, or null: the error says nothing about it. */
export function expiredIn(error: unknown, now: number): number | null {
  if (!(error instanceof ApiError) || error.code !== "ERR_SIGN_UP_CODE_EXPIRED") return null;
  const { expiredAt } = error.details;
  return typeof expiredAt === "string" ? Date.parse(expiredAt) : now;
}

/** Returns until when no code can be asked for, or null: the error says nothing about it. By this device's clock. */
export function lockedIn(error: unknown, now: number): number | null {
  if (!(error instanceof ApiError) || error.code !== "ERR_SIGN_UP_CODE_LOCKED") return null;
  const seconds = error.retryAfterSeconds ?? Number(error.details.retryAfterSeconds ?? 0);
  return now + seconds * 1000;
}

/** Interprets a refused company: what the server refuses has a field, or needs another confirmation of the address. */
export function companyRefusal(error: unknown): Refusal<CompanyForm> | null {
  if (error instanceof ApiError) {
    if (error.code === "ERR_VALIDATION" && namesEmail(error)) return { problems: {}, failure: m.sign_up_taken() };
    if (error.code === "ERR_VALIDATION") return null;
    if (error.code === "ERR_NO_PLAN_FOUND") return { problems: { planId: m.sign_up_plan_gone() }, failure: null };
  }
  return publicRefusal(error);
}

/** The contract accepted the e-mail, so the server refuses only one that is taken. */
export function namesEmail({ fields, details }: ApiError): boolean {
  const inDetails = details.fields;
  return "email" in fields || (typeof inDetails === "object" && inDetails !== null && "email" in inDetails);
}
