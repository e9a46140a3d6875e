import * as v from "valibot";
import type { ContactDocument } from "../../../../sync/contracts/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { phoneDigits } from "../../../i18n/phone-number.ts";
import type { Problems } from "../../lists/index.ts";

export type ExtraRow = { key: string; id?: string; name: string; value: string };
export type ContactForm = { name: string; number: string; email: string; disableBot: boolean; extra: ExtraRow[] };
/** The editable fields of a contact, from any source. */
export type EditedContact = Pick<ContactDocument, "id" | "name" | "number" | "email" | "disableBot" | "extraInfo">;

export const emptyContact: ContactForm = { name: "", number: "", email: "", disableBot: false, extra: [] };

const Email = v.pipe(v.string(), v.email());

/**
 * Returns the problems of the form by field. `keepsNumber`: a number that is not a phone number (for example of a
 * page) and may stay unchanged.
 */
export function contactProblems(form: ContactForm, keepsNumber?: string): Problems<ContactForm> {
  const [name, email] = [form.name.trim(), form.email.trim()];
  return {
    ...((name.length < 2 || name.length > 50) && { name: m.tickets_error_name_length() }),
    ...(form.number !== keepsNumber && phoneDigits(form.number) === null && { number: m.tickets_error_number() }),
    ...(email !== "" && !v.is(Email, email) && { email: m.lists_email_invalid() }),
  };
}

export function formOf(contact: EditedContact): ContactForm {
  return {
    name: contact.name,
    number: contact.number,
    email: contact.email,
    disableBot: contact.disableBot,
    extra: contact.extraInfo.map((row, index) => ({ ...row, key: row.id ?? `row ${index}` })),
  };
}

/** Returns a new contact as it is sent. */
export function newContactOf(form: ContactForm) {
  return {
    name: form.name.trim(),
    number: phoneDigits(form.number) ?? form.number,
    email: form.email.trim(),
    disableBot: form.disableBot,
    extraInfo: extraInfoOf(form),
  };
}

/**
 * Returns the change to send. Number and bot switch are included only if they differ; extra information without a
 * name is omitted.
 */
export function changeOf(form: ContactForm, contact: EditedContact) {
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    extraInfo: extraInfoOf(form),
    ...(form.disableBot !== contact.disableBot && { disableBot: form.disableBot }),
    ...(form.number !== contact.number && { number: phoneDigits(form.number) ?? form.number }),
  };
}

const extraInfoOf = (form: ContactForm) =>
  form.extra
    .filter((row) => row.name.trim() !== "")
    .map(({ id, name, value }) => ({ ...(id && { id }), name: name.trim(), value: value.trim() }));
