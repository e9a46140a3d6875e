import * as v from "valibot";
import { type ContactDocument, changeProblems, NewContact } from "../../../../contracts/desk/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { numberToSend, type PhoneReader } from "../../../session/read-phone.ts";
import { checkBy, type Problems } from "../../lists/form-problems.ts";
import { numberProblem } from "./number-problem.ts";

export type ExtraRow = { key: string; id?: string; name: string; value: string };
export type ContactForm = { name: string; number: string; email: string; disableBot: boolean; extra: ExtraRow[] };
/** The editable fields of a contact, from any source. */
export type EditedContact = Pick<ContactDocument, "id" | "name" | "number" | "email" | "disableBot" | "extraInfo">;

export const emptyContact: ContactForm = { name: "", number: "", email: "", disableBot: false, extra: [] };

const nameProblems = checkBy<Pick<ContactForm, "name">>(v.pick(NewContact, ["name"]));

/**
 * Returns the problems of the form by field. `read` is null while the reading of numbers is not loaded. `kept`: the form
 * of the stored contact, whose values may stay: people choose their own names, and a page's id is no phone number.
 */
export function contactProblems(
  form: ContactForm,
  read: PhoneReader | null,
  kept?: Pick<ContactForm, "name" | "number" | "email">,
): Problems<ContactForm> {
  const { name, email } = changeProblems(form, kept ?? emptyContact);
  const number = form.number === kept?.number ? null : numberProblem(form.number, read);
  return {
    ...((name || (!kept && form.name.trim() === "")) && nameProblems({ name: form.name })),
    ...(number && { number }),
    ...(email && { email: m.lists_email_invalid() }),
  };
}

/** The form of a contact; its number is shown as everywhere. */
export function formOf(contact: EditedContact): ContactForm {
  return {
    name: contact.name,
    number: maskPhone(contact.number),
    email: contact.email,
    disableBot: contact.disableBot,
    extra: contact.extraInfo.map((row, index) => ({ ...row, key: row.id ?? `row ${index}` })),
  };
}

/** Returns a new contact as it is sent. */
export function newContactOf(form: ContactForm, read: PhoneReader | null) {
  return {
    name: form.name.trim(),
    number: numberToSend(form.number, read),
    email: form.email.trim(),
    disableBot: form.disableBot,
    extraInfo: extraInfoOf(form),
  };
}

/**
 * Returns the change to send. Number and bot switch are included only if they differ; extra information without a
 * name is omitted.
 */
export function changeOf(form: ContactForm, contact: EditedContact, read: PhoneReader | null) {
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    extraInfo: extraInfoOf(form),
    ...(form.disableBot !== contact.disableBot && { disableBot: form.disableBot }),
    ...(form.number !== maskPhone(contact.number) && { number: numberToSend(form.number, read) }),
  };
}

const extraInfoOf = (form: ContactForm) =>
  form.extra
    .filter((row) => row.name.trim() !== "")
    .map(({ id, name, value }) => ({ ...(id && { id }), name: name.trim(), value: value.trim() }));
