import { type ReactNode, useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { usePhoneReader } from "../../../session/phone-reader.ts";
import { FormDialog, type Refusal, useForm } from "../../lists/index.ts";
import { ContactFields } from "./contact-fields.tsx";
import { type ContactForm, contactProblems, type EditedContact, emptyContact, formOf } from "./contact-form.ts";

type ContactDialogProps = {
  /** Null: a new contact. */
  contact: EditedContact | null;
  /** Initial values of a new contact. */
  start?: Partial<ContactForm>;
  /** Sends the form; may do nothing if the values are unchanged. */
  save: (form: ContactForm) => Promise<unknown>;
  refused?: (error: unknown) => Refusal<ContactForm> | null;
  saved: string | null;
  notice?: ReactNode;
  onClose: () => void;
};

/** The form of a contact. The caller decides through `save` where it is sent. */
export function ContactDialog({ contact, start, save, refused, saved, notice, onClose }: ContactDialogProps) {
  // The contact when the dialog was opened: later changes of the contact do not change the form.
  const [before] = useState(contact);
  const [first] = useState(() => (before ? formOf(before) : { ...emptyContact, ...start }));
  const read = usePhoneReader();
  const form = useForm<ContactForm>({
    // Another presented number or name is another form.
    keep: `contact:${before?.id ?? ["new", ...Object.values(start ?? {})].join(":")}`,
    start: first,
    check: (values) => contactProblems(values, read, before ? first : undefined),
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
      <ContactFields
        form={form.values}
        onChange={form.set}
        problems={form.problems}
        keepsNumber={before ? first.number : undefined}
        withExtra
        autoFocus
      />
    </FormDialog>
  );
}
