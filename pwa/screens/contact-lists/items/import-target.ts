import { m } from "../../../i18n/paraglide/messages.js";
import { apiFetch } from "../../../session/api-fetch.ts";
import type { ImportTarget } from "../../contacts/parts/import/import-calls.ts";
import { listCalls, readSummary } from "../parts/list-calls.ts";

/** An import of a spreadsheet whose rows become people of the list. */
export const listTarget = (listId: string): ImportTarget => ({
  title: m.contact_lists_import_title(),
  upload: (file) => listCalls.upload(listId, file),
  async latest(signal) {
    const answer = await apiFetch(`/contact-lists/${listId}/summary`, { signal });
    return readSummary(await answer.json()).latestImport;
  },
});
