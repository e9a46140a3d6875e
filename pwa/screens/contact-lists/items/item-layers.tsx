import { m } from "../../../i18n/paraglide/messages.js";
import { ImportDialog } from "../../contacts/parts/import/import-dialog.tsx";
import { DeleteDialog } from "../../lists/index.ts";
import { type ItemRow, itemCalls } from "../parts/list-calls.ts";
import { DeleteItems } from "./delete-items.tsx";
import { FillActive, FillFrom } from "./fill-dialogs.tsx";
import { listTarget } from "./import-target.ts";
import { ItemDialog } from "./item-dialog.tsx";

/** The dialog above the people of a list; null: none. */
export type ItemLayer =
  | { kind: "edit"; item: ItemRow | null }
  | { kind: "delete"; item: ItemRow }
  | { kind: "delete-these"; items: ItemRow[] }
  | { kind: "import" | "tag" | "queue" | "active" }
  | null;

type ItemLayersProps = { listId: string; layer: ItemLayer; onClose: () => void; onSelectionDone: () => void };

export function ItemLayers({ listId, layer, onClose, onSelectionDone }: ItemLayersProps) {
  switch (layer?.kind) {
    case undefined:
      return null;
    case "edit":
      return <ItemDialog listId={listId} item={layer.item} onClose={onClose} />;
    case "delete":
      return (
        <DeleteDialog
          name={layer.item.name}
          onDelete={() => itemCalls.remove(layer.item.id)}
          deleted={m.contact_lists_item_deleted()}
          onClose={onClose}
        >
          {m.contact_lists_item_delete_with()}
        </DeleteDialog>
      );
    case "delete-these":
      return <DeleteItems items={layer.items} onDone={onSelectionDone} onClose={onClose} />;
    case "import":
      return <ImportDialog target={listTarget(listId)} onClose={onClose} />;
    case "tag":
    case "queue":
      return <FillFrom kind={layer.kind} listId={listId} onClose={onClose} />;
    case "active":
      return <FillActive listId={listId} onClose={onClose} />;
  }
}
