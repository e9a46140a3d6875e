import { useState } from "react";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCall } from "../../../session/server-data/use-call.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { Segments } from "../../../ui/fields/segments.tsx";
import { useMinute } from "../../../ui/hooks/use-minute.ts";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { useList, useRecordRows, useSearch } from "../../lists/index.ts";
import { RecordList } from "../parts/record-list.tsx";
import { deleteRefusal } from "../parts/save-refusal.ts";
import { useEditing } from "../parts/use-editing.ts";
import { readPlans } from "../plans/plan-form.ts";
import { type Columns, CompaniesTable } from "./companies-table.tsx";
import { companyCalls, companyPage } from "./company-calls.ts";
import { CompanyEditor } from "./company-editor.tsx";
import { Company } from "./company-form.ts";
import { CompanyInvoices } from "./company-invoices.tsx";
import { companyActions, companyFields, companyLook } from "./company-records.tsx";
import { CompanyRemovals } from "./company-removals.tsx";
import { DeleteCompany } from "./delete-company.tsx";
import { UnmatchedPayments } from "./unmatched-payments.tsx";
import { useUsages } from "./use-usages.ts";

const none: never[] = [];
type View = "present" | "deleted";
type Layer = { kind: "delete" | "invoices"; company: Company } | null;

/** Creates, changes, extends, deletes and restores the companies of the platform. */
export function CompaniesTab({ onHistory }: { onHistory: (company: Company) => void }) {
  useMinute();
  const now = serverDate();
  const search = useSearch();
  const [view, setView] = useState<View>("present");
  const [columns, setColumns] = useState<Columns>("record");
  const asRows = useRecordRows();
  const [layer, setLayer] = useState<Layer>(null);
  const list = useList<Company>({
    path: "/companies",
    query: { searchParam: search.wanted, deleted: view === "deleted" ? "true" : "" },
    read: companyPage,
    keyOf: ({ id }) => id,
    changesWith: none,
    remember: true,
  });
  const plans = useServerData("/plans/all", readPlans, { remember: true });
  const usages = useUsages(list.rows);
  const editing = useEditing<Company>("company", Company, list.isLastSeen ? null : list.rows);
  const restoring = useCall(deleteRefusal);

  async function handleRestore({ id }: Company) {
    if (!(await restoring.call(`restore ${id}`, () => companyCalls.restore(id)))) return;
    toast.success(m.platform_saved());
    list.again();
  }
  const actions = (company: Company) =>
    companyActions(company, {
      onEdit: editing.choose,
      onInvoices: (chosen) => setLayer({ kind: "invoices", company: chosen }),
      onHistory,
      onRestore: (chosen) => void handleRestore(chosen),
      canWrite: list.canWrite && restoring.busy === null,
      isLastSeen: list.isLastSeen,
    });
  const close = () => setLayer(null);
  return (
    <>
      <UnmatchedPayments />
      {view === "deleted" && <CompanyRemovals />}
      {restoring.failure && <Notice tone="danger">{restoring.failure}</Notice>}
      {editing.isShown && (
        <CompanyEditor
          key={editing.key}
          editing={editing}
          plans={plans.data ?? none}
          usage={editing.record ? usages.get(editing.record.id) : undefined}
          onSaved={list.again}
          onDelete={(company) => setLayer({ kind: "delete", company })}
        />
      )}
      <RecordList
        title={m.platform_companies()}
        list={list}
        search={search}
        searchLabel={m.platform_companies_search()}
        onAdd={editing.isShown ? undefined : () => editing.choose(null)}
        addLabel={m.platform_company_add()}
        filters={
          <>
            {!asRows && <ColumnChoice value={columns} onChange={setColumns} />}
            <Views value={view} onChange={setView} />
          </>
        }
        empty={
          view === "present"
            ? { title: m.platform_companies_empty_title(), text: m.platform_companies_empty_text() }
            : { title: m.platform_deleted_empty_title(), text: m.platform_deleted_empty_text() }
        }
        rowKey={({ id }) => id}
        records={{
          look: (company) => companyLook(company, now),
          fields: (company) => companyFields(company, usages.get(company.id), now),
          actions,
        }}
      >
        {(companies) => <CompaniesTable {...{ companies, usages, columns, actions }} current={editing.record} />}
      </RecordList>
      {layer?.kind === "invoices" && <CompanyInvoices company={layer.company} onChanged={list.again} onClose={close} />}
      {layer?.kind === "delete" && (
        <DeleteCompany
          company={layer.company}
          onDeleted={() => {
            editing.clear();
            list.again();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

const Views = ({ value, onChange }: { value: View; onChange: (view: View) => void }) => (
  <Segments
    label={m.platform_which_companies()}
    className="max-sm:w-full"
    value={value}
    onChange={onChange}
    items={[
      { id: "present", label: m.platform_view_present() },
      { id: "deleted", label: m.platform_view_deleted() },
    ]}
  />
);

/** A phone's sheet shows both. */
const ColumnChoice = ({ value, onChange }: { value: Columns; onChange: (columns: Columns) => void }) => (
  <Segments
    label={m.platform_which_columns()}
    value={value}
    onChange={onChange}
    items={[
      { id: "record", label: m.platform_columns_record() },
      { id: "usage", label: m.platform_columns_usage() },
    ]}
  />
);
