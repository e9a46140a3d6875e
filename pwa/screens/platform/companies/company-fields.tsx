import { recurrences } from "../../../../contracts/account/companies.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskTypedPhone } from "../../../i18n/phone-number.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { PasswordField, TextField } from "../../../ui/fields/text-field.tsx";
import type { Form } from "../../lists/index.ts";
import type { Plan } from "../plans/plan-form.ts";
import type { CompanyForm } from "./company-form.ts";

const NO_PLAN = "none";
export const recurrenceNames = {
  MENSAL: m.platform_monthly,
  BIMESTRAL: m.platform_bimonthly,
  TRIMESTRAL: m.platform_quarterly,
  SEMESTRAL: m.platform_semiannual,
  ANUAL: m.platform_annual,
} as const;

type CompanyFieldsProps = { form: Form<CompanyForm>; plans: Plan[]; isOwn: boolean; isNew: boolean };

export function CompanyFields({ form, plans, isOwn, isNew }: CompanyFieldsProps) {
  const { values, set, problems } = form;
  return (
    <div className="grid gap-3.5 sm:grid-cols-2 lg:grid-cols-[1.4fr_1.6fr_1fr_1fr]">
      <TextField label={m.platform_name()} autoComplete="off" {...form.text("name")} />
      <TextField label={m.platform_email()} type="email" autoComplete="off" {...form.text("email")} />
      <TextField
        label={m.platform_phone()}
        type="tel"
        autoComplete="off"
        value={values.phone}
        onChange={(event) => set({ phone: maskTypedPhone(event.target.value) })}
        error={problems.phone}
      />
      <Select
        label={m.platform_plan()}
        value={values.planId ?? NO_PLAN}
        onChange={(chosen) => set({ planId: chosen === NO_PLAN ? null : chosen })}
        hint={values.planId === null ? m.platform_no_plan_note() : undefined}
        error={problems.planId}
        options={[
          { value: NO_PLAN, label: m.platform_no_plan() },
          ...plans.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label={m.platform_status()}
        value={values.isActive ? "yes" : "no"}
        onChange={(chosen) => set({ isActive: chosen === "yes" })}
        disabled={isOwn}
        hint={isOwn ? m.platform_own_company() : undefined}
        error={problems.isActive}
        options={[
          { value: "yes", label: m.platform_yes() },
          { value: "no", label: m.platform_no() },
        ]}
      />
      <Select
        label={m.platform_campaigns()}
        value={values.campaignsEnabled ? "on" : "off"}
        onChange={(chosen) => set({ campaignsEnabled: chosen === "on" })}
        options={[
          { value: "on", label: m.platform_campaigns_on() },
          { value: "off", label: m.platform_campaigns_off() },
        ]}
      />
      <TextField
        label={m.platform_due_date()}
        type="date"
        hint={isNew && !values.dueDate ? m.platform_due_trial() : undefined}
        {...form.text("dueDate")}
      />
      <Select
        label={m.platform_recurrence()}
        value={values.recurrence}
        onChange={(recurrence) => set({ recurrence })}
        options={recurrences.map((value) => ({ value, label: recurrenceNames[value]() }))}
      />
    </div>
  );
}

/** Edits the first admin, with whom a new company signs in. */
export const AdminFields = ({ form }: { form: Form<CompanyForm> }) => (
  <fieldset className="grid gap-3.5 sm:grid-cols-3">
    <legend className="mb-1.5 text-sm">
      <span className="font-medium">{m.platform_admin()}</span>{" "}
      <span className="text-ink-3 text-xs">{m.platform_admin_note()}</span>
    </legend>
    <TextField label={m.platform_admin_name()} autoComplete="off" {...form.text("adminName")} />
    <TextField label={m.platform_admin_email()} type="email" autoComplete="off" {...form.text("adminEmail")} />
    <PasswordField label={m.platform_admin_password()} autoComplete="new-password" {...form.text("adminPassword")} />
  </fieldset>
);
