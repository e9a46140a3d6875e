import { useState } from "react";
import type { ContactDocument } from "../../../../sync/contracts/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { changeOf, contactProblems, formOf } from "./contact-form.ts";

type EditContactDialogProps = { contact: ContactDocument; open: boolean; onClose: () => void };

export function EditContactDialog({ contact, open, onClose }: EditContactDialogProps) {
  return open ? <EditContactForm contact={contact} onClose={onClose} /> : null;
}

function EditContactForm({ contact, onClose }: Omit<EditContactDialogProps, "open">) {
  const send = useCommand();
  // What was on the screen when the editing began: its rev is what the server compares.
  const [before] = useState(contact);
  const [form, setForm] = useState(() => formOf(contact));
  const [asked, setAsked] = useState(false);
  const problems = contactProblems(form, before.number);
  const dirty = JSON.stringify(form) !== JSON.stringify(formOf(before));

  async function handleSave() {
    setAsked(true);
    if (problems.any) return;
    if (dirty) {
      await send("contact.update", {
        contactId: before.id,
        change: changeOf(form, before),
        baseRev: before.rev,
      });
    }
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_contact_edit()}
      dirty={dirty}
      footer={
        <>
          <Button onClick={onClose}>{m.tickets_cancel()}</Button>
          <Button kind="primary" onClick={() => void handleSave()}>
            {m.tickets_save()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ContactFields form={form} onChange={setForm} problems={asked ? problems : null} withExtra />
      </div>
    </Dialog>
  );
}
