import { sayUnstored, tryToStore } from "../../../ui/device-storage.ts";
import type { BillingForm } from "./billing-form.ts";

/** Removed with the session. */
const keyOf = (companyId: string) => `draft:checkout:${companyId}`;

/** Returns what was typed on this device and not paid; null: nothing. */
export function readKeptForm(companyId: string): BillingForm | null {
  const kept = localStorage.getItem(keyOf(companyId));
  return kept ? JSON.parse(kept) : null;
}

export function keepForm(companyId: string, form: BillingForm): void {
  if (!tryToStore(localStorage, keyOf(companyId), JSON.stringify(form))) sayUnstored();
}

export const forgetForm = (companyId: string) => localStorage.removeItem(keyOf(companyId));
