import { Columns3, Copy } from "lucide-react";
import { useState } from "react";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import { lanesOf } from "../../../contracts/desk/tags.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useDesk, useObservable } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { DotChip, StatusChip } from "../../ui/fields/chips.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuItem } from "../../ui/layers/menu.tsx";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { lazyPart, OnDemand } from "../../ui/on-demand.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import {
  ActionIcons,
  ColourBox,
  DeleteDialog,
  deleteAction,
  editAction,
  ListScreen,
  OnServer,
  type RecordLook,
  useKeptRefs,
  useList,
  useSearch,
} from "../lists/index.ts";
import { TagDialog } from "./tag-dialog.tsx";
import { readTags, rowOfRef, type TagRow, tagCalls } from "./tag-wire.ts";

const LaneOrderDialog = lazyPart(async () => (await import("./lane-order-dialog.tsx")).LaneOrderDialog);

type Layer = { kind: "order" } | { kind: "edit"; tag: TagRow | null } | { kind: "delete"; tag: TagRow } | null;

/** Lists the company's tags: every user creates tags, admins and supervisors change and delete them. */
export function TagsScreen() {
  const canManage = useCan("manageTags");
  const search = useSearch();
  const list = useList({
    path: "/tags",
    query: { searchParam: search.wanted },
    read: readTags,
    keyOf: (tag) => tag.id,
    changesWith: ["tags"],
    remember: false,
    kept: useKeptRefs("tag", rowOfRef, search.wanted),
  });
  const desk = useDesk();
  const lanes = lanesOf(useObservable<TagRef[]>(() => desk.refs$("tag"), [desk], noTags));
  const mayOrder = canManage && lanes.length > 1;
  const [layer, setLayer] = useState<Layer>(null);
  const close = () => setLayer(null);
  const actions = (tag: TagRow) =>
    canManage
      ? [
          editAction({
            spokenLabel: m.tags_edit_of({ name: tag.name }),
            disabled: !list.canWrite,
            onSelect: () => setLayer({ kind: "edit", tag }),
          }),
          deleteAction({
            spokenLabel: m.tags_delete_of({ name: tag.name }),
            disabled: !list.canWrite,
            onSelect: () => setLayer({ kind: "delete", tag }),
          }),
        ]
      : [];
  return (
    <>
      <ListScreen
        title={m.tags_title()}
        list={list}
        search={search}
        secondary={
          mayOrder && (
            <Button icon={<Columns3 size={15} />} disabled={!list.canWrite} onClick={() => setLayer({ kind: "order" })}>
              {m.kanban_order_open()}
            </Button>
          )
        }
        primary={{ label: m.tags_add(), onSelect: () => setLayer({ kind: "edit", tag: null }) }}
        empty={{ title: m.tags_empty_title(), text: m.tags_empty_text() }}
        offlineText={list.isKept ? m.tags_offline_kept() : undefined}
        rowKey={({ id }) => id}
        records={{ look: tagLook, actions }}
        phone={{
          searchLabel: m.tags_search(),
          menu: mayOrder && (
            <MenuItem
              icon={<Columns3 size={16} />}
              disabled={!list.canWrite}
              onSelect={() => setLayer({ kind: "order" })}
            >
              {m.kanban_order_open()}
            </MenuItem>
          ),
        }}
      >
        {(tags) => (
          <Table
            label={m.tags_title()}
            columns={columns()}
            rows={tags}
            rowKey={(tag) => tag.id}
            actionsHeader={m.lists_col_actions()}
            actions={canManage ? (tag) => <ActionIcons actions={actions(tag)} /> : undefined}
          />
        )}
      </ListScreen>
      <OnDemand open={layer?.kind === "order"}>
        {layer?.kind === "order" && <LaneOrderDialog lanes={lanes} onClose={close} />}
      </OnDemand>
      {layer?.kind === "edit" && <TagDialog tag={layer.tag} canManage={canManage} onClose={close} />}
      {layer?.kind === "delete" && (
        <DeleteDialog
          name={layer.tag.name}
          onDelete={() => tagCalls.remove(layer.tag.id)}
          deleted={m.tags_deleted()}
          onClose={close}
        >
          {layer.tag.ticketsCount !== null &&
            layer.tag.ticketsCount > 0 &&
            m.tags_delete_used({ count: layer.tag.ticketsCount })}
        </DeleteDialog>
      )}
    </>
  );
}

const noTags: TagRef[] = [];

const tagLook = ({ name, color, kanban, ticketsCount }: TagRow): RecordLook => ({
  name,
  picture: <ColourBox color={color} round />,
  line: ticketsCount !== null && (ticketsCount > 0 ? m.tags_used({ count: ticketsCount }) : m.tags_unused()),
  status: kanban && (
    <>
      <Columns3 aria-hidden="true" size={14} />
      {m.tags_col_kanban()}
    </>
  ),
});

/** Shows the id, which only programs need, and copies it. */
function CopyId({ id, name }: { id: string; name: string }) {
  async function handleCopy() {
    await navigator.clipboard.writeText(id);
    toast.success(m.tags_id_copied());
  }
  return (
    <span className="flex items-center gap-1">
      <code title={id} className="max-w-24 truncate font-mono text-ink-2 text-xs min-[90rem]:max-w-none">
        {id}
      </code>
      <IconButton label={m.tags_copy_id({ name })} icon={<Copy size={15} />} onClick={() => void handleCopy()} />
    </span>
  );
}

const columns = (): TableColumn<TagRow>[] => [
  {
    id: "id",
    header: m.tags_col_id(),
    cell: ({ id, name }) => <CopyId id={id} name={name} />,
  },
  {
    id: "name",
    header: m.tags_col_name(),
    isTitle: true,
    cell: ({ name, color }) => <DotChip name={name} color={color} large />,
  },
  {
    id: "kanban",
    header: m.tags_col_kanban(),
    cell: ({ kanban }) =>
      kanban ? (
        <StatusChip tone="info" icon={<Columns3 aria-hidden="true" size={13} />}>
          {m.tags_is_kanban()}
        </StatusChip>
      ) : (
        <span className="text-ink-3">{m.tags_is_no_kanban()}</span>
      ),
  },
  {
    id: "tickets",
    header: m.tags_col_tickets(),
    align: "right",
    cell: ({ ticketsCount }) => (ticketsCount === null ? <OnServer /> : numberFormat(ticketsCount)),
  },
];
