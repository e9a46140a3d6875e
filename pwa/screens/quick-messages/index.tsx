import { Clock, Image } from "lucide-react";
import { useState } from "react";
import type { QuickMessageView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useCommand } from "../../session/desk.tsx";
import { StatusChip } from "../../ui/fields/chips.tsx";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { ActionIcons, DeleteDialog, deleteAction, editAction, ListScreen, useSearch } from "../lists/index.ts";
import { QuickMessageConflicts } from "./quick-message-conflicts.tsx";
import { QuickMessageDialog } from "./quick-message-dialog.tsx";
import { quickFields, quickLook } from "./quick-message-records.tsx";
import { useQuickList } from "./use-quick-list.ts";

type Layer = { kind: "edit"; message: QuickMessageView | null } | { kind: "delete"; message: QuickMessageView } | null;

/** Lists the quick replies. They are stored on the device: created, changed and deleted offline too. */
export function QuickMessagesScreen() {
  const managesGeneral = useCan("manageQuickMessages");
  const send = useCommand();
  const search = useSearch();
  const list = useQuickList(search.wanted);
  const [layer, setLayer] = useState<Layer>(null);
  const close = () => setLayer(null);
  const actions = (message: QuickMessageView) =>
    managesGeneral || !message.isGeneral
      ? [
          editAction({
            spokenLabel: m.quick_messages_edit_of({ shortcode: message.shortcode }),
            onSelect: () => setLayer({ kind: "edit", message }),
          }),
          deleteAction({
            spokenLabel: m.quick_messages_delete_of({ shortcode: message.shortcode }),
            onSelect: () => setLayer({ kind: "delete", message }),
          }),
        ]
      : [];
  return (
    <>
      <ListScreen
        title={m.quick_messages_title()}
        list={list}
        search={search}
        primary={{
          label: m.quick_messages_add(),
          worksOffline: true,
          onSelect: () => setLayer({ kind: "edit", message: null }),
        }}
        notices={<QuickMessageConflicts />}
        empty={{ title: m.quick_messages_empty_title(), text: m.quick_messages_empty_text() }}
        rowKey={({ id }) => id}
        records={{ look: quickLook, fields: quickFields, actions }}
        phone={{ searchLabel: m.quick_messages_search() }}
      >
        {(messages) => (
          <Table
            label={m.quick_messages_title()}
            columns={columns()}
            rows={messages}
            rowKey={(message) => message.id}
            actionsHeader={m.lists_col_actions()}
            actions={(message) => <ActionIcons actions={actions(message)} />}
          />
        )}
      </ListScreen>
      {layer?.kind === "edit" && <QuickMessageDialog message={layer.message} onClose={close} />}
      {layer?.kind === "delete" && (
        <DeleteDialog
          name={layer.message.shortcode}
          onDelete={() => send("quickMessage.delete", { quickMessageId: layer.message.id })}
          deleted={m.quick_messages_deleted()}
          onClose={close}
        />
      )}
    </>
  );
}

const columns = (): TableColumn<QuickMessageView>[] => [
  {
    id: "shortcode",
    header: m.quick_messages_col_shortcode(),
    isTitle: true,
    cell: ({ shortcode, message }) => (
      <span className="flex min-w-0 flex-col py-1.5">
        <span className="font-medium">/{shortcode}</span>
        <span className="line-clamp-1 text-ink-3 text-xs [overflow-wrap:anywhere]">{message}</span>
      </span>
    ),
  },
  {
    id: "media",
    header: m.quick_messages_col_media(),
    cell: ({ fileName }) =>
      fileName ? (
        <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
          <Image aria-hidden="true" size={15} className="shrink-0 text-ink-3" />
          <span className="max-w-56 truncate">{fileName}</span>
        </span>
      ) : (
        <span className="text-ink-3">{m.quick_messages_no_media()}</span>
      ),
  },
  {
    id: "status",
    header: m.quick_messages_col_status(),
    cell: ({ isGeneral, isWaiting }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <StatusChip tone={isGeneral ? "success" : "neutral"}>
          {isGeneral ? m.quick_messages_general() : m.quick_messages_own()}
        </StatusChip>
        {isWaiting && (
          <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={13} />}>
            {m.quick_messages_waiting()}
          </StatusChip>
        )}
      </span>
    ),
  },
];
