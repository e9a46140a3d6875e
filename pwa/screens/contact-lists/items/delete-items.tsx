import { m } from "../../../i18n/paraglide/messages.js";
import { toast } from "../../../ui/toasts/toast.tsx";
import { CallDialog } from "../../lists/index.ts";
import { type ItemRow, itemCalls } from "../parts/list-calls.ts";

type DeleteItemsProps = { items: ItemRow[]; onDone: () => void; onClose: () => void };

/** Asks before several people are deleted from the list. */
export function DeleteItems({ items, onDone, onClose }: DeleteItemsProps) {
  return (
    <CallDialog
      title={m.contact_lists_items_delete_title({ count: items.length })}
      confirmLabel={m.ui_delete()}
      onConfirm={() => itemCalls.removeAll(items.map(({ id }) => id))}
      onDone={() => {
        toast.success(m.contact_lists_items_deleted({ count: items.length }));
        onDone();
      }}
      onClose={onClose}
    >
      <ul className="max-h-40 overflow-y-auto">
        {items.map(({ id, name }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-2">{m.contact_lists_item_delete_with()}</p>
    </CallDialog>
  );
}
