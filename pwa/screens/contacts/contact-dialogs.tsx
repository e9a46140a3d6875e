import { m } from "../../i18n/paraglide/messages.js";
import { AddToListDialog } from "../contact-lists/parts/add-to-list-dialog.tsx";
import { DeleteDialog } from "../lists/index.ts";
import { NewTicketDialog } from "../tickets/parts/new-ticket-dialog.tsx";
import { contactCalls } from "./contact-calls.ts";
import type { ContactRow } from "./contact-rows.ts";
import { DeleteThese } from "./delete-these.tsx";
import { EditContact } from "./edit-contact.tsx";
import { PhonebookDialog } from "./import/phonebook-dialog.tsx";
import { MergeDialog, type MergedContact } from "./merge/merge-dialog.tsx";
import type { EditedContact } from "./parts/contact-form.ts";
import { ImportDialog } from "./parts/import/import-dialog.tsx";

/** The dialog above the list of contacts; null: none. */
export type ContactLayer =
  | { kind: "edit"; contact: EditedContact | null }
  | { kind: "ticket" | "delete"; contact: ContactRow }
  | { kind: "import"; importId: string | null }
  | { kind: "agenda" | "chats" }
  | { kind: "merge"; pair: readonly [MergedContact, MergedContact] }
  | { kind: "delete-these" | "add-to-list"; contacts: ContactRow[] }
  | null;

type ContactDialogsProps = {
  layer: ContactLayer;
  onLayer: (layer: ContactLayer) => void;
  /** Called when the selected contacts were merged or deleted. */
  onSelectionDone: () => void;
  /** Opens the merge dialog; undefined when the user may not merge. */
  onMerge?: (pair: readonly [MergedContact, MergedContact]) => void;
};

export function ContactDialogs({ layer, onLayer, onSelectionDone, onMerge }: ContactDialogsProps) {
  const close = () => onLayer(null);
  const finishSelection = () => {
    onSelectionDone();
    close();
  };
  switch (layer?.kind) {
    case undefined:
      return null;
    case "edit":
      return (
        <EditContact
          key={layer.contact?.id ?? "new"}
          contact={layer.contact}
          onClose={close}
          onOpen={(contact) => onLayer({ kind: "edit", contact })}
          onMerge={onMerge}
        />
      );
    case "merge":
      return <MergeDialog pair={layer.pair} onMerged={finishSelection} onClose={close} />;
    case "delete-these":
      return <DeleteThese contacts={layer.contacts} onClose={finishSelection} onCancel={close} />;
    case "add-to-list":
      return (
        <AddToListDialog contactIds={layer.contacts.map(({ id }) => id)} onDone={onSelectionDone} onClose={close} />
      );
    case "import":
      return <ImportDialog given={layer.importId} onClose={close} />;
    case "agenda":
    case "chats":
      return (
        <PhonebookDialog
          which={layer.kind}
          onClose={close}
          onBegun={(importId) => onLayer({ kind: "import", importId })}
        />
      );
    case "ticket":
      return <NewTicketDialog open contact={layer.contact} onClose={close} />;
    case "delete":
      return (
        <DeleteDialog
          name={layer.contact.name}
          onDelete={() => contactCalls.remove(layer.contact.id)}
          onClose={close}
          deleted={m.contacts_deleted()}
        >
          {m.contacts_delete_with()}
        </DeleteDialog>
      );
  }
}
