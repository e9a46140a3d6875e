import { Layers2 } from "lucide-react";
import { brl } from "../../../../contracts/money.ts";
import { languageTag } from "../../../i18n/language.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Table } from "../../../ui/lists/table.tsx";
import {
  ActionIcons,
  editAction,
  PictureBox,
  type RecordAction,
  type RecordField,
  type RecordLook,
} from "../../lists/index.ts";
import type { Plan } from "./plan-form.ts";

const price = ({ valueCents }: Plan) => brl(valueCents, languageTag());
const publicity = ({ isPublic }: Plan) => (isPublic ? m.platform_yes() : m.platform_no());

export const planActions = (plan: Plan, edit: Pick<RecordAction, "disabled" | "onSelect">): RecordAction[] => [
  editAction({ spokenLabel: m.platform_edit_of({ name: plan.name }), ...edit }),
];

export const planLook = (plan: Plan): RecordLook => ({
  name: plan.name,
  picture: (
    <PictureBox>
      <Layers2 size={18} />
    </PictureBox>
  ),
  line: `${price(plan)} · ${m.platform_companies_count({ count: plan.companies })}`,
});

export const planFields = (plan: Plan): RecordField[] => [
  { label: m.platform_users(), value: numberFormat(plan.users) },
  { label: m.platform_connections(), value: numberFormat(plan.connections) },
  { label: m.platform_queues(), value: numberFormat(plan.queues) },
  { label: m.platform_storage(), value: numberFormat(plan.storageGb) },
  { label: m.platform_value_month(), value: price(plan) },
  { label: m.platform_public(), value: publicity(plan) },
  { label: m.platform_companies(), value: numberFormat(plan.companies) },
];

type PlansTableProps = { plans: Plan[]; current: Plan | null; actions: (plan: Plan) => RecordAction[] };

export function PlansTable({ plans, current, actions }: PlansTableProps) {
  return (
    <Table
      label={m.platform_plans()}
      rows={plans}
      rowKey={({ id }) => id}
      current={({ id }) => id === current?.id}
      columns={[
        {
          id: "name",
          header: m.platform_name(),
          isTitle: true,
          cell: ({ name }) => <span className="font-medium">{name}</span>,
        },
        { id: "users", header: m.platform_users(), align: "right", cell: ({ users }) => numberFormat(users) },
        {
          id: "connections",
          header: m.platform_connections(),
          align: "right",
          cell: ({ connections }) => numberFormat(connections),
        },
        { id: "queues", header: m.platform_queues(), align: "right", cell: ({ queues }) => numberFormat(queues) },
        {
          id: "storage",
          header: m.platform_storage(),
          align: "right",
          cell: ({ storageGb }) => numberFormat(storageGb),
        },
        { id: "value", header: m.platform_value_month(), align: "right", cell: price },
        { id: "public", header: m.platform_public(), cell: publicity },
        {
          id: "companies",
          header: m.platform_companies(),
          align: "right",
          cell: ({ companies }) => numberFormat(companies),
        },
      ]}
      actionsHeader={m.lists_col_actions()}
      actions={(plan) => <ActionIcons actions={actions(plan)} />}
    />
  );
}
