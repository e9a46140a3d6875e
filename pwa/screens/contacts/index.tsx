import { Download, FileSpreadsheet, MessageSquare, Smartphone, Tag, Upload } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import type { TagRef } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useDesk, useObservable } from "../../session/desk.tsx";
import { DirectoryProvider } from "../../session/directory.tsx";
import { useCall } from "../../session/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceFilter } from "../../ui/choice-filter.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { toast } from "../../ui/toast.tsx";
import { DeleteDialog, ListScreen, useList, useSearch } from "../lists/index.ts";
import { NewTicketDialog } from "../tickets/parts/new-ticket-dialog.tsx";
import { contactCalls } from "./contact-calls.ts";
import { contactActions, contactFields, contactLook } from "./contact-records.tsx";
import { type ContactRow, readContactPage, withQueued } from "./contact-rows.ts";
import { ContactsEnd } from "./contacts-end.tsx";
import { ContactsTable } from "./contacts-table.tsx";
import { DeleteThese } from "./delete-these.tsx";
import { EditContact } from "./edit-contact.tsx";
import { ImportDialog } from "./import/import-dialog.tsx";
import { PhonebookDialog } from "./import/phonebook-dialog.tsx";
import { MergeDialog, type MergedContact } from "./merge/merge-dialog.tsx";
import type { EditedContact } from "./parts/contact-form.ts";
import { selectionActions } from "./selection-actions.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { tagFilter } from "./tag-filter.tsx";
import { useKeptContacts } from "./use-kept-contacts.ts";
import { useSelection } from "./use-selection.ts";

type Layer =
  | { kind: "edit"; contact: EditedContact | null }
  | { kind: "ticket" | "delete"; contact: ContactRow }
  | { kind: "import"; importId: string | null }
  | { kind: "agenda" | "chats" }
  | { kind: "merge"; pair: readonly [MergedContact, MergedContact] }
  | { kind: "delete-these"; contacts: ContactRow[] }
  | null;

/** Lists the company's contacts: from the server, or without a network those stored on this device. */
export function ContactsScreen() {
  const desk = useDesk();
  const search = useSearch();
  const [tagIds, setTagIds] = useState<string[]>([]);
  const [layer, setLayer] = useState<Layer>(null);
  const close = useCallback(() => setLayer(null), []);
  const { busy, failure, call } = useCall();
  const tags = useObservable<TagRef[]>(() => desk.refs$("tag"), [desk], none);
  const entries = useObservable<OutboxEntry[]>(() => desk.outbox$(), [desk], none);
  const kept = useKeptContacts(search.wanted, tagIds, tags);
  const query = { searchParam: search.wanted, contactTag: tagIds.length > 0 ? JSON.stringify(tagIds) : "" };
  const found = useList({
    path: "/contacts",
    query,
    read: readContactPage,
    keyOf: ({ id }) => id,
    changesWith: ["contacts"],
    kept,
  });
  const list = useMemo(() => ({ ...found, rows: withQueued(found.rows, entries) }), [found, entries]);
  const { selected, select, chosen, clear } = useSelection(list.rows);
  const mayDelete = useCan("deleteContact");
  const mayMerge = useCan("mergeContacts");
  const merge = (pair: readonly [MergedContact, MergedContact]) => setLayer({ kind: "merge", pair });
  const [first, second] = chosen.filter(({ isGroup }) => !isGroup);

  async function handleExport() {
    await call("export", async () => saveBlob(await contactCalls.export(query), "contatos.csv"));
  }
  async function handleExportThese() {
    const ids = chosen.map(({ id }) => id);
    await call("export-these", async () => saveBlob(await contactCalls.exportThese(ids), "contatos.csv"));
  }
  async function handleBlock(contacts: ContactRow[], active: boolean) {
    const done = await call("block", async () => {
      for (const { id } of contacts) await contactCalls.block(id, active);
    });
    if (done) toast.success(active ? m.contacts_unblocked_toast() : m.contacts_blocked_toast());
  }

  const imports = (
    <>
      <MenuItem icon={<Smartphone aria-hidden="true" size={16} />} onSelect={() => setLayer({ kind: "agenda" })}>
        {m.contacts_import_agenda()}
      </MenuItem>
      <MenuItem
        icon={<FileSpreadsheet aria-hidden="true" size={16} />}
        shortcut=".xls, .xlsx"
        onSelect={() => setLayer({ kind: "import", importId: null })}
      >
        {m.contacts_import_excel()}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<MessageSquare aria-hidden="true" size={16} />} onSelect={() => setLayer({ kind: "chats" })}>
        {m.contacts_import_chats()}
      </MenuItem>
    </>
  );
  const actions = (contact: ContactRow) =>
    contactActions(contact, {
      canWrite: list.canWrite,
      canDelete: mayDelete,
      onOpenTicket: () => setLayer({ kind: "ticket", contact }),
      onEdit: () => setLayer({ kind: "edit", contact }),
      onBlock: () => void handleBlock([contact], !contact.active),
      onDelete: () => setLayer({ kind: "delete", contact }),
    });
  const count = found.count ?? list.rows.length;
  return (
    <DirectoryProvider>
      <ListScreen
        title={m.contacts_title()}
        list={list}
        search={search}
        isFiltered={search.wanted !== "" || tagIds.length > 0}
        filters={
          <ChoiceFilter
            label={m.contacts_tag_filter()}
            icon={<Tag aria-hidden="true" size={15} />}
            choices={tags}
            value={tagIds}
            onChange={setTagIds}
          />
        }
        secondary={
          <>
            <Menu
              button={
                <Button icon={<Upload aria-hidden="true" size={15} />} disabled={!list.canWrite}>
                  {m.contacts_import()}
                </Button>
              }
            >
              {imports}
            </Menu>
            <Button
              icon={<Download aria-hidden="true" size={15} />}
              disabled={!list.canWrite}
              busy={busy === "export" && m.contacts_exporting()}
              onClick={() => void handleExport()}
            >
              {m.contacts_export()}
            </Button>
          </>
        }
        primary={{
          label: m.contacts_add(),
          onSelect: () => setLayer({ kind: "edit", contact: null }),
          worksOffline: true,
        }}
        foot={
          chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              exporting={busy === "export-these"}
              canWrite={list.canWrite}
              onMerge={mayMerge && first && second && chosen.length === 2 ? () => merge([first, second]) : undefined}
              onDelete={mayDelete ? () => setLayer({ kind: "delete-these", contacts: chosen }) : undefined}
              onExport={() => void handleExportThese()}
              onClear={clear}
            />
          )
        }
        notices={failure && <Notice tone="danger">{failure}</Notice>}
        offlineText={found.isKept ? m.contacts_offline_kept() : m.contacts_offline()}
        end={<ContactsEnd list={list} shown={found.rows.length} />}
        empty={{ title: m.contacts_empty_title(), text: m.contacts_empty_text() }}
        rowKey={({ id }) => id}
        records={{
          look: contactLook,
          fields: contactFields,
          actions,
          selection: {
            ids: new Set(chosen.map(({ id }) => id)),
            onChange: select,
            canSelect: ({ isQueued }) => !isQueued,
            actions: selectionActions({
              contacts: chosen,
              canWrite: list.canWrite,
              onMerge: mayMerge ? merge : null,
              onExport: () => void handleExportThese(),
              onBlock: (active) => void handleBlock(chosen, active).then(clear),
              onDelete: mayDelete ? () => setLayer({ kind: "delete-these", contacts: chosen }) : null,
            }),
          },
        }}
        phone={{
          searchLabel: m.contacts_search(),
          filter: tagFilter({ tags, chosen: tagIds, onChange: setTagIds, count: list.isStale ? null : count }),
          menu: (
            <>
              {list.canWrite && imports}
              <MenuItem
                icon={<Download aria-hidden="true" size={16} />}
                disabled={!list.canWrite}
                onSelect={() => void handleExport()}
              >
                {m.contacts_export()}
              </MenuItem>
            </>
          ),
        }}
      >
        {(contacts) => <ContactsTable contacts={contacts} selected={selected} onSelect={select} actions={actions} />}
      </ListScreen>
      {layer?.kind === "edit" && (
        <EditContact
          key={layer.contact?.id ?? "new"}
          contact={layer.contact}
          onClose={close}
          onOpen={(contact) => setLayer({ kind: "edit", contact })}
          onMerge={mayMerge ? merge : undefined}
        />
      )}
      {layer?.kind === "merge" && (
        <MergeDialog
          pair={layer.pair}
          onMerged={() => {
            clear();
            close();
          }}
          onClose={close}
        />
      )}
      {layer?.kind === "delete-these" && (
        <DeleteThese
          contacts={layer.contacts}
          onClose={() => {
            clear();
            close();
          }}
          onCancel={close}
        />
      )}
      {layer?.kind === "import" && <ImportDialog given={layer.importId} onClose={close} />}
      {(layer?.kind === "agenda" || layer?.kind === "chats") && (
        <PhonebookDialog
          which={layer.kind}
          onClose={close}
          onBegun={(importId) => setLayer({ kind: "import", importId })}
        />
      )}
      {layer?.kind === "ticket" && <NewTicketDialog open contact={layer.contact} onClose={close} />}
      {layer?.kind === "delete" && (
        <DeleteDialog
          name={layer.contact.name}
          onDelete={() => contactCalls.remove(layer.contact.id)}
          onClose={close}
          deleted={m.contacts_deleted()}
        >
          {m.contacts_delete_with()}
        </DeleteDialog>
      )}
    </DirectoryProvider>
  );
}

const none: never[] = [];
