import { apiFetch, apiSend } from "../../session/api-fetch.ts";
import type { PhoneReader } from "../../session/read-phone.ts";
import { readContact } from "./contact-rows.ts";
import { type ContactForm, changeOf, type EditedContact, newContactOf } from "./parts/contact-form.ts";

const IDS_AT_ONCE = 100;

/** Requests of the contacts screen to the server. */
export const contactCalls = {
  create: (form: ContactForm, read: PhoneReader | null) => apiSend("POST", "/contacts", newContactOf(form, read)),
  change: (form: ContactForm, contact: EditedContact, read: PhoneReader | null) =>
    apiSend("PUT", `/contacts/${contact.id}`, changeOf(form, contact, read)),
  remove: (id: string) => apiSend("DELETE", `/contacts/${id}`),
  async read(id: string) {
    return readContact(await (await apiFetch(`/contacts/${id}`)).json());
  },
  /** Exports only these contacts, in requests of at most `IDS_AT_ONCE` ids because they are part of the URL. */
  async exportThese(ids: readonly string[]): Promise<Blob> {
    const parts: string[] = [];
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const some = JSON.stringify(ids.slice(from, from + IDS_AT_ONCE));
      const text = await (await contactCalls.export({ ids: some })).text();
      // Keeps the header row of the first part only.
      parts.push(from === 0 ? text : text.slice(text.indexOf("\n") + 1));
    }
    return new Blob(["\uFEFF", ...parts], { type: "text/csv" });
  },
  /** Downloads the file with fetch, because the bearer token is sent in a header, which a plain link cannot do. */
  async export(query: Record<string, string>): Promise<Blob> {
    return (await apiFetch(`/contacts/export?${new URLSearchParams(query)}`)).blob();
  },
};
