import { m } from "../../../i18n/paraglide/messages.js";
import { toast } from "../../../ui/toasts/toast.tsx";
import { CallDialog } from "../../lists/index.ts";
import { importCalls } from "../parts/import/import-calls.ts";

type PhonebookDialogProps = {
  which: "agenda" | "chats";
  onClose: () => void;
  /** Called when the import has begun; it continues in the background. */
  onBegun: (importId: string) => void;
};

/** Asks for confirmation before people from the phones are added as contacts. */
export function PhonebookDialog({ which, onClose, onBegun }: PhonebookDialogProps) {
  async function handleConfirm() {
    const id = await importCalls.phonebook(which);
    if (id) return onBegun(id);
    toast.success(m.contacts_phonebook_nobody());
    onClose();
  }
  return (
    <CallDialog
      title={which === "chats" ? m.contacts_import_chats() : m.contacts_import_agenda()}
      confirmLabel={m.contacts_import()}
      danger={false}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {which === "chats" ? m.contacts_import_chats_text() : m.contacts_import_agenda_text()}
    </CallDialog>
  );
}
