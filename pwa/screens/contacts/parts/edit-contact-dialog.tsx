import { useState } from "react";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { useCommand } from "../../../session/desk.tsx";
import { usePhoneReader } from "../../../session/phone-reader.ts";
import { ContactDialog } from "./contact-dialog.tsx";
import { type ContactForm, changeOf, formOf } from "./contact-form.ts";

type EditContactDialogProps = { contact: ContactDocument; onClose: () => void };

/** Edits a contact of this device. The change is queued in the outbox with the revision that it is based on. */
export function EditContactDialog({ contact, onClose }: EditContactDialogProps) {
  const send = useCommand();
  const read = usePhoneReader();
  const [before] = useState(contact);

  async function save(form: ContactForm) {
    if (JSON.stringify(form) === JSON.stringify(formOf(before))) return;
    await send("contact.update", { contactId: before.id, change: changeOf(form, before, read), baseRev: before.rev });
  }
  return <ContactDialog contact={before} save={save} saved={null} onClose={onClose} />;
}
