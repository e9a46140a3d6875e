import * as v from "valibot";
import type { SignUpCodeInput, SignUpConfirmInput } from "../../contracts/account/sign-up.ts";
import { SignUpConfirmedWire } from "../../contracts/wire/sign-up.ts";
import { apiFetch, asJson } from "./api-fetch.ts";
import { inOurLanguage } from "./in-our-language.ts";

/** Asks for a code by mail, whose text names the end of the code in the time zone of this device. */
export async function sendSignUpCode({ name, email }: Pick<SignUpCodeInput, "name" | "email">): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await apiFetch("/sign-up/code", inOurLanguage(asJson("POST", { name, email, timeZone })));
}

/** Confirms the address with the code. */
export async function confirmSignUpCode(shown: SignUpConfirmInput): Promise<SignUpConfirmedWire> {
  const answer = await apiFetch("/sign-up/confirm", inOurLanguage(asJson("POST", shown)));
  return v.parse(SignUpConfirmedWire, await answer.json());
}
