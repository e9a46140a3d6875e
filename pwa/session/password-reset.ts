import { apiFetch, asJson } from "./api-fetch.ts";
import { inOurLanguage } from "./in-our-language.ts";

/** Asks for a code by mail. Resolves with false when no account has the address. */
export async function sendResetCode(email: string): Promise<boolean> {
  const path = `/forgetpassword/${encodeURIComponent(email.trim())}`;
  const answer: { status: number } = await (await apiFetch(path, inOurLanguage({ method: "POST" }))).json();
  return answer.status !== 404;
}

/** Sets the new password with the code. */
export async function resetPassword(reset: { email: string; code: string; password: string }): Promise<void> {
  await apiFetch("/auth/reset", inOurLanguage(asJson("POST", reset)));
}
