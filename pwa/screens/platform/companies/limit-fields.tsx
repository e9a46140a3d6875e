import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { type PlanKind, planKinds } from "../../../../contracts/account/companies.ts";
import type { CompanyUsageWire } from "../../../../contracts/wire/companies.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { planAmount } from "../../../i18n/plan-amount.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import type { Form } from "../../lists/index.ts";
import type { Plan } from "../plans/plan-form.ts";
import type { CompanyForm } from "./company-form.ts";

export const limitLabels: Record<PlanKind, () => string> = {
  users: m.platform_users,
  connections: m.platform_connections,
  queues: m.platform_queues,
  storageGb: m.platform_storage,
};

type LimitFieldsProps = { form: Form<CompanyForm>; plan: Plan | undefined; usage: CompanyUsageWire | undefined };

/**
 * Edits the exceptions to the plan, beside what the company uses. Closed until somebody opens it, a value is wrong, or
 * the company has exceptions or exceeds its limits.
 */
export function LimitFields({ form, plan, usage }: LimitFieldsProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const limits = planKinds.map((kind) => limitOf(kind, { form, plan, usage }));
  const isWrong = limits.some(({ field }) => form.problems[field] !== undefined);
  const isOpen = isWrong || (chosen ?? limits.some(({ isException, exceeds }) => isException || exceeds));
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className="flex flex-col gap-1.5">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChosen(!isOpen)}
          className="-mx-1 inline-flex min-h-7 flex-wrap items-center gap-x-1.5 rounded-sm px-1 text-left text-sm touch:min-h-11"
        >
          <Chevron aria-hidden="true" size={15} className="text-ink-3" />
          <span className="font-medium">{m.platform_exceptions()}</span>
          <span className="font-normal text-ink-3 text-xs">{m.platform_exceptions_note()}</span>
        </button>
      </h3>
      <div
        id={id}
        hidden={!isOpen}
        className="grid grid-cols-2 gap-x-3.5 gap-y-1.5 sm:grid-cols-4 lg:grid-cols-[repeat(4,10rem)]"
      >
        {limits.map(({ kind, field, used, exceeds }) => (
          <TextField
            key={kind}
            label={limitLabels[kind]()}
            inputMode="numeric"
            autoComplete="off"
            placeholder={
              plan ? m.platform_limit_of_plan({ limit: planAmount(kind, plan[kind]) }) : m.platform_unlimited()
            }
            hint={used === undefined ? undefined : exceeds ? m.platform_exceeds({ used }) : m.platform_uses({ used })}
            {...form.text(field)}
          />
        ))}
      </div>
    </section>
  );
}

/** Returns the limit that the form's values give, and whether the company's use exceeds it. */
function limitOf(kind: PlanKind, { form, plan, usage }: LimitFieldsProps) {
  const field = `${kind}Limit` as const;
  const typed = form.values[field].trim();
  const limit = typed === "" ? (plan?.[kind] ?? null) : Number(typed);
  const count = usage?.[kind].used;
  return {
    kind,
    field,
    used: count === undefined ? undefined : planAmount(kind, count),
    isException: typed !== "",
    exceeds: count !== undefined && limit !== null && count > limit,
  };
}
