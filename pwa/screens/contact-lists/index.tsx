import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useCall } from "../../session/server-data/use-call.ts";
import { Notice } from "../../ui/notice.tsx";
import { ListScreen, useList, useSearch } from "../lists/index.ts";
import { DeleteList } from "./delete-list.tsx";
import { ListDialog } from "./list-dialog.tsx";
import { listActions, listFields, listLook } from "./list-records.tsx";
import { ListsTable } from "./lists-table.tsx";
import { type ListRow, readLists } from "./parts/list-calls.ts";
import { saveExample } from "./parts/save-example.ts";

type Layer = { kind: "edit"; list: ListRow | null } | { kind: "delete"; list: ListRow } | null;

/** Lists the company's contact lists for campaigns. */
export function ContactListsScreen() {
  const navigate = useNavigate();
  const search = useSearch();
  const list = useList({
    path: "/contact-lists",
    query: { searchParam: search.wanted },
    read: readLists,
    keyOf: ({ id }) => id,
    changesWith: ["contactLists"],
    remember: true,
  });
  const [layer, setLayer] = useState<Layer>(null);
  const { failure, call } = useCall();
  const close = () => setLayer(null);
  const open = (contactListId: string) =>
    void navigate({ to: "/contact-lists/$contactListId/contacts", params: { contactListId } });
  const actions = (one: ListRow) =>
    listActions(one, {
      canWrite: list.canWrite,
      onExample: () => void call("example", saveExample),
      onOpen: ({ id }) => open(id),
      onEdit: () => setLayer({ kind: "edit", list: one }),
      onDelete: () => setLayer({ kind: "delete", list: one }),
    });
  return (
    <>
      <ListScreen
        title={m.contact_lists_title()}
        list={list}
        search={search}
        primary={{ label: m.contact_lists_add(), onSelect: () => setLayer({ kind: "edit", list: null }) }}
        notices={failure && <Notice tone="danger">{failure}</Notice>}
        empty={{ title: m.contact_lists_empty_title(), text: m.contact_lists_empty_text() }}
        offlineText={m.contact_lists_offline()}
        rowKey={({ id }) => id}
        records={{ look: listLook, fields: listFields, actions }}
        phone={{ searchLabel: m.contact_lists_search() }}
      >
        {(lists) => <ListsTable lists={lists} actions={actions} />}
      </ListScreen>
      {layer?.kind === "edit" && <ListDialog list={layer.list} onCreated={open} onClose={close} />}
      {layer?.kind === "delete" && <DeleteList list={layer.list} onClose={close} />}
    </>
  );
}
