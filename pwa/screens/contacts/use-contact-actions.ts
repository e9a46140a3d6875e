import { m } from "../../i18n/paraglide/messages.js";
import { useCall } from "../../session/use-call.ts";
import { saveBlob } from "../../ui/save-blob.ts";
import { toast } from "../../ui/toast.tsx";
import { contactCalls } from "./contact-calls.ts";
import type { ContactRow } from "./contact-rows.ts";

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

  async function setActive(contacts: ContactRow[], active: boolean) {
    const done = await call("block", async () => {
      for (const { id } of contacts) await contactCalls.block(id, active);
    });
    if (done) toast.success(active ? m.contacts_unblocked_toast() : m.contacts_blocked_toast());
  }
  return { busy, failure, exportFound, exportThese, setActive };
}
