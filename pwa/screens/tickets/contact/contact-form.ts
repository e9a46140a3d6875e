import * as v from "valibot";
import type { ContactDocument } from "../../../../sync/contracts/contacts.ts";
import { phoneDigits } from "./phone-number.ts";

export type ExtraRow = { key: string; id?: string; name: string; value: string };
export type ContactForm = { name: string; number: string; email: string; extra: ExtraRow[] };

export const emptyContact: ContactForm = { name: "", number: "", email: "", extra: [] };

export type ContactProblems = { name: boolean; number: boolean; email: boolean; any: boolean };

const Email = v.pipe(v.string(), v.email());

export function contactProblems(form: ContactForm, keepsNumber?: string): ContactProblems {
  const name = form.name.trim();
  const problems = {
    name: name.length < 2 || name.length > 50,
    number: form.number !== keepsNumber && phoneDigits(form.number) === null,
    email: form.email.trim() !== "" && !v.is(Email, form.email.trim()),
  };
  return { ...problems, any: problems.name || problems.number || problems.email };
}

export function formOf(contact: ContactDocument): ContactForm {
  return {
    name: contact.name,
    number: contact.number,
    email: contact.email,
    extra: contact.extraInfo.map((row, index) => ({ ...row, key: row.id ?? `row ${index}` })),
  };
}

/** What is sent of a form: only what differs from the contact, and only the information that has a name. */
export function changeOf(form: ContactForm, contact: ContactDocument) {
  const extraInfo = form.extra
    .filter((row) => row.name.trim() !== "")
    .map(({ id, name, value }) => ({ ...(id && { id }), name: name.trim(), value: value.trim() }));
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    extraInfo,
    ...(form.number !== contact.number && { number: phoneDigits(form.number) ?? form.number }),
  };
}
