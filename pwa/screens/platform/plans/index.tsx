import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useList } from "../../lists/index.ts";
import { DeleteRecord } from "../parts/delete-record.tsx";
import { RecordList } from "../parts/record-list.tsx";
import { useEditing } from "../parts/use-editing.ts";
import { PlanEditor } from "./plan-editor.tsx";
import { Plan, planCalls, planPage } from "./plan-form.ts";
import { PlansTable, planActions, planFields, planLook } from "./plan-records.tsx";

const none: never[] = [];

/** Creates, changes and deletes the plans of the platform. */
export function PlansTab() {
  const list = useList<Plan>({
    path: "/plans/all",
    read: planPage,
    keyOf: ({ id }) => id,
    changesWith: none,
    remember: true,
  });
  const editing = useEditing<Plan>("plan", Plan, list.isLastSeen ? null : list.rows);
  const [deleted, setDeleted] = useState<Plan | null>(null);
  const actions = (plan: Plan) =>
    planActions(plan, { disabled: list.isLastSeen, onSelect: () => editing.choose(plan) });
  return (
    <>
      {editing.isShown && <PlanEditor key={editing.key} editing={editing} onSaved={list.again} onDelete={setDeleted} />}
      <RecordList
        title={m.platform_plans()}
        list={list}
        onAdd={editing.isShown ? undefined : () => editing.choose(null)}
        addLabel={m.platform_plan_add()}
        empty={{ title: m.platform_plans_empty_title(), text: m.platform_plans_empty_text() }}
        rowKey={({ id }) => id}
        records={{ look: planLook, fields: planFields, actions }}
      >
        {(plans) => <PlansTable plans={plans} current={editing.record} actions={actions} />}
      </RecordList>
      {deleted && (
        <DeleteRecord
          name={deleted.name}
          onDelete={async () => {
            await planCalls.remove(deleted.id);
            editing.clear();
            list.again();
          }}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}
