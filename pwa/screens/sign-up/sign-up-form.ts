import { SignUpInput } from "../../../sync/contracts/sign-up.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { checkBy, type Problems, type Refusal } from "../lists/form-problems.ts";
import { passwordTexts } from "../lists/password-texts.ts";
import { loginRefusal } from "../login/parts/login-refusal.ts";
import { isWholePhone } from "./phone-mask.ts";

export type SignUpForm = { name: string; email: string; phone: string; password: string; planId: string };
export const emptyForm: SignUpForm = { name: "", email: "", phone: "", password: "", planId: "" };

const byContract = checkBy<SignUpForm>(SignUpInput, {
  password: passwordTexts,
  planId: { required: m.sign_up_plan_required },
});

/** Checks what the server checks, and that the phone number is whole. */
export function signUpProblems(values: SignUpForm): Problems<SignUpForm> {
  const problems = byContract(values);
  if (!problems.phone && !isWholePhone(values.phone)) problems.phone = m.lists_too_short();
  return problems;
}

/** Marks the e-mail of an existing account. */
export const TAKEN = "taken";

/** Interprets a refusal: the contract accepted the e-mail, so the server refuses only one that is taken. */
export function signUpRefusal(error: unknown): Refusal<SignUpForm> | null {
  if (error instanceof ApiError) {
    if (error.code === "ERR_VALIDATION" && namesEmail(error)) return { problems: { email: TAKEN }, failure: null };
    if (error.code === "ERR_VALIDATION") return null;
    if (error.code === "ERR_NO_PLAN_FOUND") return { problems: { planId: m.sign_up_plan_gone() }, failure: null };
  }
  return { problems: {}, failure: loginRefusal(error, navigator.onLine) };
}

function namesEmail({ fields, details }: ApiError): boolean {
  const inDetails = details.fields;
  return "email" in fields || (typeof inDetails === "object" && inDetails !== null && "email" in inDetails);
}
