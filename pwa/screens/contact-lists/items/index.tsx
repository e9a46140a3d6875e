import { useState } from "react";
import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCan } from "../../../session/desk.tsx";
import { useSettings } from "../../../session/use-setting.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ListScreen, useSelection } from "../../lists/index.ts";
import type { ItemRow } from "../parts/list-calls.ts";
import type { ImportSource } from "./import-items.tsx";
import { type ItemLayer, ItemLayers } from "./item-layers.tsx";
import { itemActions, itemFields, itemLook } from "./item-records.tsx";
import { ItemsTable } from "./items-table.tsx";
import { ItemsMenu, ItemsTools } from "./items-tools.tsx";
import { ListFooter } from "./list-footer.tsx";
import { PartFilter, partSheet } from "./part-filter.tsx";
import { SelectedItems, selectedActions } from "./selected-items.tsx";
import { SummaryStrip } from "./summary-strip.tsx";
import { useItemTools } from "./use-item-tools.ts";
import { useListItems } from "./use-list-items.ts";

/** Lists the people of one contact list, and brings in others. */
export function ContactListItemsScreen({ listId }: { listId: string }) {
  const [layer, setLayer] = useState<ItemLayer>(null);
  const { search, part, setPart, query, isFiltered, name, summary, recount, list } = useListItems(listId);
  const { selected, select, chosen, clear } = useSelection(list.rows);
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const mayDelete = useCan("deleteContact");
  const { busy, failure, ...on } = useItemTools(listId);
  const { canWrite } = list;
  const title = name ?? m.contact_lists_one();
  const tools = {
    canWrite,
    onImport: (source: ImportSource) =>
      source === "example" ? on.example() : setLayer({ kind: source === "spreadsheet" ? "import" : source }),
    onExport: () => on.export(title, query),
    onCheckAgain: () => on.checkAgain(recount),
  };
  const actions = (item: ItemRow) =>
    itemActions(item, {
      canWrite,
      onEdit: () => setLayer({ kind: "edit", item }),
      onDelete: mayDelete ? () => setLayer({ kind: "delete", item }) : undefined,
    });
  const ofSelection = selectedActions({
    canWrite,
    onCheckAgain: () => {
      on.checkAgain(recount, idsOf(chosen));
      clear();
    },
    onDelete: mayDelete ? () => setLayer({ kind: "delete-these", items: chosen }) : undefined,
  });
  const selection = { ids: selected, onChange: select, canSelect: () => true };
  return (
    <>
      <ListScreen
        title={title}
        backTo="/contact-lists"
        list={list}
        search={search}
        isFiltered={isFiltered}
        filters={<PartFilter value={part} onChange={setPart} />}
        secondary={<ItemsTools {...tools} exporting={busy === "export"} />}
        primary={{ label: m.contact_lists_item_add(), onSelect: () => setLayer({ kind: "edit", item: null }) }}
        notices={
          <>
            {failure && <Notice tone="danger">{failure}</Notice>}
            {summary && summary.total > 0 && (
              <SummaryStrip {...{ summary, canWrite }} isBusy={busy === "check"} onCheckAgain={tools.onCheckAgain} />
            )}
          </>
        }
        end={<ListFooter usedBy={summary?.usedBy ?? null} hasMore={list.hasMore} timeZone={timeZone} />}
        foot={chosen.length > 0 && <SelectedItems count={chosen.length} actions={ofSelection} onClear={clear} />}
        empty={{ title: m.contact_lists_items_empty_title(), text: m.contact_lists_items_empty_text() }}
        offlineText={m.contact_lists_items_offline()}
        rowKey={({ id }) => id}
        records={{
          look: itemLook,
          fields: (item) => itemFields(item, timeZone),
          actions,
          selection: { ...selection, ids: new Set(idsOf(chosen)), actions: ofSelection },
        }}
        phone={{
          searchLabel: m.contact_lists_items_search(),
          filter: partSheet({ value: part, onChange: setPart, count: list.isStale ? null : list.count }),
          menu: <ItemsMenu {...tools} />,
        }}
      >
        {(items) => <ItemsTable {...{ items, timeZone, selection, actions }} label={title} />}
      </ListScreen>
      <ItemLayers
        {...{ listId, layer }}
        onClose={() => setLayer(null)}
        onSelectionDone={() => {
          clear();
          setLayer(null);
        }}
      />
    </>
  );
}

const idsOf = (items: readonly ItemRow[]) => items.map(({ id }) => id);
