import { BillingAddress } from "../../../../contracts/account/companies.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { checkBy } from "../../lists/form-problems.ts";
import type { Invoice, Plan, Subscription } from "../parts/billing-calls.ts";

/** In whose name the invoice is paid. */
export type BillingForm = {
  name: string;
  street: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
};

/** Starts with the address of the last payment. */
export const startOf = (billing: Subscription["billing"]): BillingForm =>
  billing ?? { name: "", street: "", city: "", state: "", zipCode: "", country: "BR" };

export const billingProblems = checkBy<BillingForm>(BillingAddress, {
  name: { required: m.billing_name_required },
  street: { required: m.billing_street_required },
  city: { required: m.billing_city_required },
  zipCode: { required: m.billing_zip_required },
  country: { required: m.billing_country_required },
});

/** The body of `POST /subscription`, by the names of the HTTP interface. No card data: cards are entered elsewhere. */
export const subscriptionBody = (invoice: Invoice, plan: Plan | null, form: BillingForm) => ({
  invoiceId: invoice.id,
  firstName: form.name,
  address2: form.street,
  city: form.city,
  state: form.state,
  zipcode: form.zipCode,
  country: form.country,
  ...(plan && { plan: JSON.stringify({ title: plan.name, planId: plan.id }) }),
});
