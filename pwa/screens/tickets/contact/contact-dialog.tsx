import { type ReactNode, useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { FormDialog, type Refusal, useForm } from "../../lists/index.ts";
import { ContactFields } from "./contact-fields.tsx";
import { type ContactForm, contactProblems, type EditedContact, emptyContact, formOf } from "./contact-form.ts";

type ContactDialogProps = {
  /** Null: a new one. */
  contact: EditedContact | null;
  /** What a new one starts with. */
  start?: Partial<ContactForm>;
  /** Sends the form, if anything in it is new. */
  save: (form: ContactForm) => Promise<unknown>;
  refused?: (error: unknown) => Refusal<ContactForm> | null;
  saved: string | null;
  notice?: ReactNode;
  onClose: () => void;
};

/** The one dialog of a contact: who uses it says where what was written goes. */
export function ContactDialog({ contact, start, save, refused, saved, notice, onClose }: ContactDialogProps) {
  // What was on the screen when the editing began: a contact that changes meanwhile does not change the form.
  const [before] = useState(contact);
  const [first] = useState(() => (before ? formOf(before) : { ...emptyContact, ...start }));
  const form = useForm<ContactForm>({
    start: first,
    check: (values) => contactProblems(values, before?.number),
    save,
    refused,
  });
  return (
    <FormDialog
      title={before ? m.tickets_contact_edit() : m.tickets_new_contact_new()}
      form={form}
      saved={saved}
      worksOffline
      onClose={onClose}
    >
      {notice}
      <ContactFields form={form.values} onChange={form.set} problems={form.problems} withExtra autoFocus />
    </FormDialog>
  );
}
