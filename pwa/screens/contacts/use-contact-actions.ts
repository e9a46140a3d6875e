import { useCall } from "../../session/server-data/use-call.ts";
import { saveBlob } from "../../ui/save-blob.ts";
import { contactCalls } from "./contact-calls.ts";
import type { ContactRow } from "./contact-rows.ts";
import { setContactsActive } from "./parts/block-contacts.ts";

/** Returns the actions on several contacts, with the one in progress and why the last one failed. */
export function useContactActions() {
  const { busy, failure, call } = useCall();

  /** Exports the contacts that match the filters. */
  async function exportFound(query: Record<string, string>) {
    await call("export", async () => saveBlob(await contactCalls.export(query), "contatos.csv"));
  }

  async function exportThese(contacts: ContactRow[]) {
    const ids = contacts.map(({ id }) => id);
    await call("export-these", async () => saveBlob(await contactCalls.exportThese(ids), "contatos.csv"));
  }

  /** Leaves out contacts that are so already: undoing must not change them. */
  async function setActive(contacts: ContactRow[], active: boolean) {
    const ids = contacts.filter((contact) => contact.active !== active).map(({ id }) => id);
    await call("block", () => setContactsActive(ids, active));
  }
  return { busy, failure, exportFound, exportThese, setActive };
}
