import { m } from "../../../i18n/paraglide/messages.js";
import { SwitchRow } from "../../../ui/fields/switch-row.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useForm } from "../../lists/index.ts";
import { MoneyField } from "../parts/money-field.tsx";
import { RecordForm } from "../parts/record-form.tsx";
import { saveRefusal } from "../parts/save-refusal.ts";
import type { Editing } from "../parts/use-editing.ts";
import { type Plan, type PlanForm, planCalls, planForm, planProblems } from "./plan-form.ts";

type PlanEditorProps = { editing: Editing<Plan>; onSaved: () => void; onDelete: (plan: Plan) => void };

export function PlanEditor({ editing, onSaved, onDelete }: PlanEditorProps) {
  const plan = editing.record;
  const form = useForm<PlanForm>({
    start: planForm(plan),
    draft: editing.draft as Partial<PlanForm> | null,
    check: planProblems,
    save: (values) => planCalls.save(plan?.id ?? null, values),
    refused: (error) => saveRefusal(error, { ERR_PLAN_NAME_TAKEN: "name" }, m.platform_plan_check()),
  });
  return (
    <RecordForm
      title={plan?.name ?? m.platform_plan_new()}
      form={form}
      editing={editing}
      onSaved={onSaved}
      onDelete={plan ? () => onDelete(plan) : undefined}
    >
      <div className="grid grid-cols-2 gap-3.5 md:grid-cols-[2fr_1fr_1fr_1fr_1fr_1.2fr]">
        <TextField label={m.platform_name()} autoComplete="off" className="max-md:col-span-2" {...form.text("name")} />
        <TextField label={m.platform_users()} inputMode="numeric" autoComplete="off" {...form.text("users")} />
        <TextField
          label={m.platform_connections()}
          inputMode="numeric"
          autoComplete="off"
          {...form.text("connections")}
        />
        <TextField label={m.platform_queues()} inputMode="numeric" autoComplete="off" {...form.text("queues")} />
        <TextField label={m.platform_storage()} inputMode="numeric" autoComplete="off" {...form.text("storageGb")} />
        <MoneyField
          label={m.platform_value()}
          cents={form.values.valueCents}
          onChange={(valueCents) => form.set({ valueCents })}
          error={form.problems.valueCents}
        />
      </div>
      <div className="max-w-120">
        <SwitchRow
          label={m.platform_public()}
          note={m.platform_public_note()}
          checked={form.values.isPublic}
          onChange={(isPublic) => form.set({ isPublic })}
        />
      </div>
    </RecordForm>
  );
}
