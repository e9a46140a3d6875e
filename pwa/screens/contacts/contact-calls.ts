import { apiFetch, apiSend } from "../../session/api-fetch.ts";
import { type ContactForm, changeOf, type EditedContact, newContactOf } from "../tickets/contact/contact-form.ts";
import { readContact } from "./contact-rows.ts";

const IDS_AT_ONCE = 100;

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
  /** Of these alone; as many at once as an address can name. */
  async exportThese(ids: readonly string[]): Promise<Blob> {
    const parts: string[] = [];
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const some = JSON.stringify(ids.slice(from, from + IDS_AT_ONCE));
      const text = await (await contactCalls.export({ ids: some })).text();
      // The head of the columns stands in the first part alone.
      parts.push(from === 0 ? text : text.slice(text.indexOf("\n") + 1));
    }
    return new Blob(["\uFEFF", ...parts], { type: "text/csv" });
  },
  /** The file as it comes: the bearer goes in a header, which a plain link cannot carry. */
  async export(query: Record<string, string>): Promise<Blob> {
    return (await apiFetch(`/contacts/export?${new URLSearchParams(query)}`)).blob();
  },
};
