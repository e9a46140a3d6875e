import { m } from "../../i18n/paraglide/messages.js";
import { toast } from "../../ui/toasts/toast.tsx";
import { CallDialog } from "../lists/index.ts";
import { contactCalls } from "./contact-calls.ts";
import type { ContactRow } from "./contact-rows.ts";

type DeleteTheseProps = { contacts: ContactRow[]; onClose: () => void; onCancel: () => void };

/** Deletes the contacts one after another; if one fails, those before it stay deleted. */
export function DeleteThese({ contacts, onClose, onCancel }: DeleteTheseProps) {
  async function handleDelete() {
    for (const { id } of contacts) await contactCalls.remove(id);
  }
  return (
    <CallDialog
      title={m.contacts_selection_delete_title({ count: contacts.length })}
      confirmLabel={m.ui_delete()}
      onConfirm={handleDelete}
      onDone={() => {
        toast.success(m.contacts_selection_deleted({ count: contacts.length }));
        onClose();
      }}
      onClose={onCancel}
    >
      <ul className="max-h-40 overflow-y-auto">
        {contacts.map(({ id, name }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-2">{m.contacts_delete_with()}</p>
    </CallDialog>
  );
}
