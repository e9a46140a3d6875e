import * as v from "valibot";
import { PasswordReset } from "../../../contracts/account/password-reset.ts";
import { EmailAddress } from "../../../contracts/emails.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { checkBy, type Problems, type Refusal } from "../lists/form-problems.ts";
import { passwordTexts } from "../lists/password-texts.ts";
import { loginRefusal } from "../login/parts/login-refusal.ts";

export type EmailForm = { email: string };
export const emailProblems = checkBy<EmailForm>(v.object({ email: EmailAddress }));

export type NewPasswordForm = { email: string; code: string; password: string; confirmation: string };

const byContract = checkBy<NewPasswordForm>(PasswordReset, {
  code: { regex: m.reset_code_short },
  password: { ...passwordTexts, required: m.reset_password_required },
});

export function newPasswordProblems(form: NewPasswordForm): Problems<NewPasswordForm> {
  const problems = byContract(form);
  if (form.confirmation === "") problems.confirmation = m.reset_password_required();
  else if (form.confirmation !== form.password) problems.confirmation = m.reset_mismatch();
  return problems;
}

/** Shows a wrong code at its field, everything else above the form. */
export function resetRefusal<Form extends { email: string }>(error: unknown): Refusal<Form> {
  if (error instanceof ApiError && error.code === "ERR_RESET_CODE") {
    const problems = { code: errorMessage("ERR_RESET_CODE") };
    return { problems: problems as unknown as Problems<Form>, failure: null };
  }
  return { problems: {}, failure: loginRefusal(error, navigator.onLine) };
}
