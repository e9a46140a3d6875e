import { type FormEvent, useEffect, useRef } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import type { Form } from "../../lists/index.ts";
import type { BillingForm } from "./billing-form.ts";

const countries = [
  { value: "BR", label: "Brasil" },
  { value: "usa", label: "United States" },
];

type DataStepProps = {
  form: Form<BillingForm>;
  /** How often the step was refused: the first wrong field then gets the focus. */
  attempts: number;
  onNext: () => void;
};

/** Asks in whose name the invoice is paid. No field for a card: cards are entered on the provider's page. */
export function DataStep({ form, attempts, onNext }: DataStepProps) {
  const fields = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) fields.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [attempts]);
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onNext();
  }
  return (
    <form ref={fields} noValidate onSubmit={handleSubmit} className="grid gap-4 sm:grid-cols-6">
      <TextField
        label={m.billing_name()}
        autoComplete="name"
        autoFocus
        className="sm:col-span-6"
        {...form.text("name")}
      />
      <TextField
        label={m.billing_street()}
        autoComplete="street-address"
        className="sm:col-span-6"
        {...form.text("street")}
      />
      <TextField
        label={m.billing_city()}
        autoComplete="address-level2"
        className="sm:col-span-4"
        {...form.text("city")}
      />
      <TextField
        label={m.billing_state()}
        autoComplete="address-level1"
        className="sm:col-span-2"
        {...form.text("state")}
      />
      <TextField
        label={m.billing_zip()}
        autoComplete="postal-code"
        className="sm:col-span-3"
        {...form.text("zipCode")}
      />
      <Select
        label={m.billing_country()}
        className="sm:col-span-3"
        options={countries}
        value={form.values.country || null}
        onChange={(country) => form.set({ country })}
        error={form.problems.country}
      />
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}
