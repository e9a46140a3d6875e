import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Segments } from "../../ui/fields/segments.tsx";
import {
  DeleteDialog,
  deleteAction,
  editAction,
  FilterChip,
  FilterGroup,
  type ListFilter,
  ListScreen,
  useList,
  useSearch,
} from "../lists/index.ts";
import { type Announcement, announcementCalls, announcementPage } from "./announcement-calls.ts";
import { AnnouncementDialog } from "./announcement-dialog.tsx";
import { AnnouncementsTable, announcementFields, announcementLook } from "./announcements-table.tsx";

type StatusFilter = "all" | "active" | "inactive";
const filters: readonly { id: StatusFilter; label: () => string; status: string }[] = [
  { id: "all", label: m.announcements_filter_all, status: "" },
  { id: "active", label: m.announcements_filter_active, status: "true" },
  { id: "inactive", label: m.announcements_filter_inactive, status: "false" },
];

type Layer =
  | { kind: "edit"; announcement: Announcement | null }
  | { kind: "delete"; announcement: Announcement }
  | null;

/** Lists the announcements of the platform, for super users. */
export function AnnouncementsScreen() {
  const search = useSearch();
  const [filter, setFilter] = useState<StatusFilter>("all");
  const status = filters.find(({ id }) => id === filter)?.status ?? "";
  const list = useList({
    path: "/announcements/",
    query: { searchParam: search.wanted, status },
    read: announcementPage,
    keyOf: ({ id }) => id,
    changesWith: ["announcements"],
    remember: true,
  });
  const [layer, setLayer] = useState<Layer>(null);
  const close = () => setLayer(null);
  const actions = (announcement: Announcement) => [
    editAction({
      spokenLabel: m.announcements_edit_of({ title: announcement.title }),
      disabled: list.isLastSeen,
      onSelect: () => setLayer({ kind: "edit", announcement }),
    }),
    deleteAction({
      spokenLabel: m.announcements_delete_of({ title: announcement.title }),
      disabled: !list.canWrite,
      onSelect: () => setLayer({ kind: "delete", announcement }),
    }),
  ];
  return (
    <>
      <ListScreen
        title={m.announcements_title()}
        list={list}
        search={search}
        isFiltered={Boolean(search.wanted || status)}
        filters={
          <Segments
            label={m.announcements_filter_label()}
            items={filters.map(({ id, label }) => ({ id, label: label() }))}
            value={filter}
            onChange={setFilter}
          />
        }
        primary={{
          label: m.announcements_add(),
          worksOffline: true,
          onSelect: () => setLayer({ kind: "edit", announcement: null }),
        }}
        empty={{ title: m.announcements_empty_title(), text: m.announcements_empty_text() }}
        offlineText={m.announcements_offline()}
        end={m.announcements_foot()}
        rowKey={({ id }) => id}
        records={{ look: announcementLook, fields: announcementFields, actions }}
        phone={{ searchLabel: m.announcements_search(), filter: phoneFilter(filter, setFilter, list.count ?? 0) }}
      >
        {(rows) => <AnnouncementsTable rows={rows} actions={actions} />}
      </ListScreen>
      {layer?.kind === "edit" && (
        <AnnouncementDialog announcement={layer.announcement} onSaved={list.again} onClose={close} />
      )}
      {layer?.kind === "delete" && (
        <DeleteDialog
          name={layer.announcement.title}
          onDelete={async () => {
            await announcementCalls.remove(layer.announcement.id);
            list.again();
          }}
          deleted={m.announcements_deleted()}
          onClose={close}
        />
      )}
    </>
  );
}

const phoneFilter = (filter: StatusFilter, setFilter: (filter: StatusFilter) => void, count: number): ListFilter => ({
  count: filter === "all" ? 0 : 1,
  title: m.lists_filter(),
  result: m.announcements_filter_result({ count }),
  onClear: () => setFilter("all"),
  content: (
    <FilterGroup title={m.announcements_filter_label()}>
      {filters.map(({ id, label }) => (
        <FilterChip key={id} on={id === filter} onChange={() => setFilter(id)}>
          {label()}
        </FilterChip>
      ))}
    </FilterGroup>
  ),
});
