import { Plus } from "lucide-react";
import type { CompanyUsageWire } from "../../../../contracts/wire/companies.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDeskUser } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { useForm } from "../../lists/index.ts";
import { RecordForm } from "../parts/record-form.tsx";
import type { Editing } from "../parts/use-editing.ts";
import type { Plan } from "../plans/plan-form.ts";
import { companyCalls } from "./company-calls.ts";
import { AdminFields, CompanyFields } from "./company-fields.tsx";
import { type Company, type CompanyForm, companyForm, companyProblems, nextDueDate } from "./company-form.ts";
import { companyRefusal } from "./company-refusal.ts";
import { dayText } from "./due-text.ts";
import { LimitFields } from "./limit-fields.tsx";

type CompanyEditorProps = {
  editing: Editing<Company>;
  plans: Plan[];
  usage: CompanyUsageWire | undefined;
  onSaved: () => void;
  onDelete: (company: Company) => void;
};

export function CompanyEditor({ editing, plans, usage, onSaved, onDelete }: CompanyEditorProps) {
  const company = editing.record;
  const isOwn = useDeskUser().companyId === company?.id;
  const form = useForm<CompanyForm>({
    start: companyForm(company),
    draft: editing.draft as Partial<CompanyForm> | null,
    check: companyProblems(company),
    save: (values) => companyCalls.save(company, values),
    refused: companyRefusal,
  });
  const next = nextDueDate(form.values, company, serverDate());
  return (
    <RecordForm
      title={company?.name ?? m.platform_company_new()}
      form={form}
      secret={secret}
      editing={editing}
      onSaved={onSaved}
      onDelete={company && !isOwn ? () => onDelete(company) : undefined}
      extra={
        <Button
          icon={<Plus aria-hidden="true" size={16} />}
          aria-label={m.platform_extend_to({ date: dayText(next) })}
          onClick={() => form.set({ dueDate: next })}
        >
          {m.platform_extend()}
          <span className="font-normal text-ink-2 tabular-nums">→ {dayText(next)}</span>
        </Button>
      }
    >
      <CompanyFields form={form} plans={plans} isOwn={isOwn} isNew={!company} />
      {!company && <AdminFields form={form} />}
      <LimitFields form={form} plan={plans.find(({ id }) => id === form.values.planId)} usage={usage} />
    </RecordForm>
  );
}

const secret = ["adminPassword"] as const;
