import { m } from "../../../i18n/paraglide/messages.js";
import { useCall } from "../../../session/use-call.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.tsx";
import { importCalls } from "./import-calls.ts";

type PhonebookDialogProps = {
  which: "agenda" | "chats";
  onClose: () => void;
  /** It goes on in the background. */
  onBegun: (importId: string) => void;
};

/** Asks before whom the phones know become contacts. */
export function PhonebookDialog({ which, onClose, onBegun }: PhonebookDialogProps) {
  const { busy, failure, call } = useCall();
  async function handleConfirm() {
    await call("import", async () => {
      const id = await importCalls.phonebook(which);
      if (id) return onBegun(id);
      toast.success(m.contacts_phonebook_nobody());
      onClose();
    });
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
      title={which === "chats" ? m.contacts_import_chats() : m.contacts_import_agenda()}
      confirmLabel={m.contacts_import()}
      danger={false}
      busy={busy !== null && m.contacts_import()}
    >
      {which === "chats" ? m.contacts_import_chats_text() : m.contacts_import_agenda_text()}
      {failure && (
        <Notice tone="danger" className="mt-3">
          {failure}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
