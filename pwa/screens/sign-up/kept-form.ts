import { emptyForm, type SignUpForm } from "./sign-up-form.ts";

const KEY = "signUpForm";

/** Returns the form as typed in this tab before a reload, without its password. */
export function readKeptForm(): SignUpForm {
  const kept = sessionStorage.getItem(KEY);
  return kept ? { ...emptyForm, ...JSON.parse(kept), password: "" } : emptyForm;
}

/** Keeps everything but the password until the tab is closed. */
export const keepForm = ({ password: _, ...values }: SignUpForm) => sessionStorage.setItem(KEY, JSON.stringify(values));

export const forgetForm = () => sessionStorage.removeItem(KEY);
