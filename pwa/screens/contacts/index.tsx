import { Tag } from "lucide-react";
import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan } from "../../session/desk.tsx";
import { DirectoryProvider } from "../../session/directory.tsx";
import { ChoiceFilter } from "../../ui/fields/choice-filter.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useMayAddToList } from "../contact-lists/parts/use-may-add-to-list.ts";
import { ListScreen, useSelection } from "../lists/index.ts";
import { ContactDialogs, type ContactLayer } from "./contact-dialogs.tsx";
import { contactActions, contactFields, contactLook } from "./contact-records.tsx";
import type { ContactRow } from "./contact-rows.ts";
import { ContactsEnd } from "./contacts-end.tsx";
import { ContactsTable } from "./contacts-table.tsx";
import { ContactsMenu, ContactsTools } from "./contacts-toolbar.tsx";
import type { MergedContact } from "./merge/merge-dialog.tsx";
import { selectionActions } from "./selection-actions.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { tagFilter } from "./tag-filter.tsx";
import { useContactActions } from "./use-contact-actions.ts";
import { useContacts } from "./use-contacts.ts";

/** Lists the company's contacts: from the server, or without a network those stored on this device. */
export function ContactsScreen() {
  const [layer, setLayer] = useState<ContactLayer>(null);
  const { search, query, tags, tagIds, setTagIds, list, foundCount, matching } = useContacts();
  const { busy, failure, exportFound, exportThese, setActive } = useContactActions();
  const { selected, select, chosen, clear } = useSelection(list.rows);
  const mayDelete = useCan("deleteContact");
  const mayMerge = useCan("mergeContacts");
  const merge = mayMerge
    ? (pair: readonly [MergedContact, MergedContact]) => setLayer({ kind: "merge", pair })
    : undefined;
  const addToList = useMayAddToList()
    ? () => setLayer({ kind: "add-to-list", contacts: chosen.filter(({ isGroup }) => !isGroup) })
    : undefined;
  const deleteThese = mayDelete ? () => setLayer({ kind: "delete-these", contacts: chosen }) : undefined;
  const tools = { canWrite: list.canWrite, onLayer: setLayer, onExport: () => void exportFound(query) };
  const actions = (contact: ContactRow) =>
    contactActions(contact, {
      canWrite: list.canWrite,
      canDelete: mayDelete,
      onOpenTicket: () => setLayer({ kind: "ticket", contact }),
      onEdit: () => setLayer({ kind: "edit", contact }),
      onBlock: () => void setActive([contact], !contact.active),
      onDelete: () => setLayer({ kind: "delete", contact }),
    });
  const onSelected = {
    onMerge: merge,
    onAddToList: chosen.some(({ isGroup }) => !isGroup) ? addToList : undefined,
    onExport: () => void exportThese(chosen),
    onBlock: (active: boolean) => void setActive(chosen, active).then(clear),
    onDelete: deleteThese,
  };
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
        secondary={<ContactsTools {...tools} exporting={busy === "export"} />}
        primary={{
          label: m.contacts_add(),
          onSelect: () => setLayer({ kind: "edit", contact: null }),
          worksOffline: true,
        }}
        foot={
          chosen.length > 0 && (
            <SelectionBar
              contacts={chosen}
              exporting={busy === "export-these"}
              canWrite={list.canWrite}
              onMerge={merge}
              onAddToList={onSelected.onAddToList}
              onDelete={deleteThese}
              onExport={onSelected.onExport}
              onClear={clear}
            />
          )
        }
        notices={failure && <Notice tone="danger">{failure}</Notice>}
        offlineText={list.isKept ? m.contacts_offline_kept() : m.contacts_offline()}
        end={<ContactsEnd list={list} shown={foundCount} />}
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
            actions: selectionActions({ contacts: chosen, canWrite: list.canWrite, ...onSelected }),
          },
        }}
        phone={{
          searchLabel: m.contacts_search(),
          filter: tagFilter({ tags, chosen: tagIds, onChange: setTagIds, matching: list.isStale ? null : matching }),
          menu: <ContactsMenu {...tools} />,
        }}
      >
        {(contacts) => <ContactsTable contacts={contacts} selected={selected} onSelect={select} actions={actions} />}
      </ListScreen>
      <ContactDialogs layer={layer} onLayer={setLayer} onSelectionDone={clear} onMerge={merge} />
    </DirectoryProvider>
  );
}
