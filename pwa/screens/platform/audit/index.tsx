import { ArrowRight, History, X } from "lucide-react";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { Table } from "../../../ui/lists/table.tsx";
import { PictureBox, type RecordField, type RecordLook, useList, useSearch } from "../../lists/index.ts";
import { RecordList } from "../parts/record-list.tsx";
import { type AuditEntry, actionText, actorText, auditPage, changeTexts } from "./audit-text.ts";

const none: never[] = [];
type AuditTabProps = {
  /** Shows only the changes of this company. */
  company: { id: string; name: string } | null;
  onAll: () => void;
};

/** Shows who changed which company, plan, help video and invoice, newest first. */
export function AuditTab({ company, onAll }: AuditTabProps) {
  const search = useSearch();
  const list = useList<AuditEntry>({
    path: "/audit",
    query: { searchParam: search.wanted, companyId: company?.id ?? "" },
    read: auditPage,
    keyOf: ({ id }) => id,
    changesWith: none,
    remember: true,
  });
  return (
    <RecordList
      title={company ? m.platform_audit_of({ name: company.name }) : m.platform_audit()}
      list={list}
      search={search}
      searchLabel={m.platform_audit_search()}
      filters={
        company && (
          <Button icon={<X aria-hidden="true" size={15} />} onClick={onAll}>
            {m.platform_audit_all()}
          </Button>
        )
      }
      empty={{ title: m.platform_audit_empty_title(), text: m.platform_audit_empty_text() }}
      rowKey={({ id }) => id}
      records={{ look: entryLook, fields: entryFields, actions: () => none }}
    >
      {(entries) => (
        <Table
          label={m.platform_audit()}
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "when",
              header: m.platform_audit_when(),
              cell: ({ createdAt }) => <span className="whitespace-nowrap text-ink-2">{moment(createdAt)}</span>,
            },
            { id: "who", header: m.platform_audit_who(), cell: actorText },
            {
              id: "what",
              header: m.platform_audit_what(),
              isTitle: true,
              cell: (entry) => <span className="font-medium">{actionText(entry)}</span>,
            },
            {
              id: "changes",
              header: m.platform_audit_changes(),
              cell: (entry) => <Changes entry={entry} />,
            },
          ]}
        />
      )}
    </RecordList>
  );
}

const entryLook = (entry: AuditEntry): RecordLook => ({
  name: actionText(entry),
  picture: (
    <PictureBox>
      <History size={18} />
    </PictureBox>
  ),
  line: `${actorText(entry)}, ${moment(entry.createdAt)}`,
});

const entryFields = (entry: AuditEntry): RecordField[] => [
  { label: m.platform_audit_company(), value: entry.company?.name },
  { label: m.platform_audit_changes(), value: <Changes entry={entry} /> },
];

function Changes({ entry }: { entry: AuditEntry }) {
  return (
    <span className="flex flex-col gap-0.5 py-1.5">
      {changeTexts(entry).map(({ field, label, before, after }) => (
        <span key={field} className="flex flex-wrap items-center gap-x-1.5">
          <span className="text-ink-3 text-xs">{label}:</span>
          <span className="text-ink-2">{before}</span>
          <ArrowRight aria-hidden="true" size={13} className="shrink-0 text-ink-3" />
          <span className="sr-only">{m.platform_audit_then()}</span>
          <span className="[overflow-wrap:anywhere]">{after}</span>
        </span>
      ))}
      {entry.reason && <span className="text-ink-2 text-xs">{m.platform_reason_of({ reason: entry.reason })}</span>}
    </span>
  );
}
