import { apiFetch, apiSend } from "../../session/api-fetch.ts";
import { type ContactForm, changeOf, type EditedContact, newContactOf } from "../tickets/contact/contact-form.ts";
import { readContact } from "./contact-rows.ts";

/** What the contacts screen asks of the server. */
export const contactCalls = {
  create: (form: ContactForm) => apiSend("POST", "/contacts", newContactOf(form)),
  change: (form: ContactForm, contact: EditedContact) =>
    apiSend("PUT", `/contacts/${contact.id}`, changeOf(form, contact)),
  block: (id: string, active: boolean) => apiSend("PUT", `/contacts/block/${id}`, { active }),
  remove: (id: string) => apiSend("DELETE", `/contacts/${id}`),
  async read(id: string) {
    return readContact(await (await apiFetch(`/contacts/${id}`)).json());
  },
  /** The file as it comes: the bearer goes in a header, which a plain link cannot carry. */
  async export(query: Record<string, string>): Promise<Blob> {
    return (await apiFetch(`/contacts/export?${new URLSearchParams(query)}`)).blob();
  },
};
