import { can } from "../../contracts/account/permissions.ts";
import { firstItems, itemViews, listViews } from "../../domain/marketing/contact-lists/index.ts";
import { changeKey, isMadeNow, type ScopedChange } from "../../sync/server/index.ts";
import { itemToWire, listToWire } from "../contact-lists/wire.ts";
import type { EmitContext } from "./emit-ticket-events.ts";
import type { Listener } from "./listener.ts";

/** With more single changes of a list in one batch, its screens load it again instead. */
const MAX_SINGLE = 20;

/** A change of the list itself has no part. */
const keyOfList = { collection: "contactLists", partId: null } as const;

/**
 * Emits contact lists and their items to users who may manage campaigns: one event per item, and the first page when
 * many changed.
 */
export async function emitListEvents(
  context: EmitContext,
  listeners: readonly Listener[],
  changes: readonly ScopedChange[],
): Promise<void> {
  const byList = Map.groupBy(
    changes.filter(({ collection }) => collection === "contactLists"),
    ({ docId }) => docId,
  );
  const managers = listeners.filter(({ actor }) => can.manageCampaigns(actor.profile));
  if (byList.size === 0 || managers.length === 0) return;
  const emit = (name: string, event: object) => {
    for (const { socket } of managers) socket.emit(`company-${context.companyId}-${name}`, event);
  };
  const found = new Map((await listViews(context, [...byList.keys()])).map((list) => [list.id, list]));
  for (const [listId, ofList] of byList) {
    const list = found.get(listId);
    if (!list) {
      emit("ContactList", { action: "delete", id: listId });
      continue;
    }
    const isNew = isMadeNow(context.first, changeKey({ ...keyOfList, docId: listId }), list.createdAt);
    emit("ContactList", { action: isNew ? "create" : "update", record: listToWire(list) });
    await emitItems(context, emit, listId, ofList);
  }
}

/** Emits to the channel of the company, and that of the list. */
async function emitItems(
  context: EmitContext,
  emit: (name: string, event: object) => void,
  listId: string,
  changes: readonly ScopedChange[],
): Promise<void> {
  const ofItems = new Map(changes.flatMap((change) => (change.partId ? [[change.partId, change] as const] : [])));
  const toItems = (event: object) => {
    emit("ContactListItem", event);
    emit(`ContactListItem-${listId}`, event);
  };
  if (ofItems.has(listId) || ofItems.size > MAX_SINGLE) {
    toItems({ action: "reload", records: (await firstItems(context, listId)).map(itemToWire) });
    return;
  }
  const found = new Map((await itemViews(context, [...ofItems.keys()])).map((item) => [item.id, item]));
  for (const [id, change] of ofItems) {
    const item = found.get(id);
    if (!item) toItems({ action: "delete", id });
    else
      toItems({
        action: isMadeNow(context.first, changeKey(change), item.createdAt) ? "create" : "update",
        record: itemToWire(item),
      });
  }
}
