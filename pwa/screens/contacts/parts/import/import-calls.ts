import * as v from "valibot";
import {
  AdjustedRowsView,
  type ImportColumns,
  ImportView,
  ReadNumbersView,
  RejectedRowView,
} from "../../../../../contracts/marketing/contact-imports.ts";
import { apiFetch, apiSend } from "../../../../session/api-fetch.ts";

const viewIn = async (response: Promise<Response>) => v.parse(ImportView, await (await response).json());

/** The destination of an imported spreadsheet. */
export type ImportTarget = {
  title: string;
  /** Resolves with the import's id. */
  upload: (file: File) => Promise<string>;
  /** Resolves with the running or latest import into the target. */
  latest: (signal: AbortSignal) => Promise<ImportView | null>;
};

/** Requests of the import to the server, which continues without this page. */
export const importCalls = {
  async upload(file: File): Promise<string> {
    const body = new FormData();
    body.append("file", file);
    body.append("preview", "true");
    const answer = await apiFetch("/contacts/upload", { method: "POST", body });
    return v.parse(v.object({ id: v.string() }), await answer.json()).id;
  },
  /**
   * Imports from the phones' address books or chats and returns the import's id; null when all of them are contacts
   * already.
   */
  async phonebook(which: "agenda" | "chats"): Promise<string | null> {
    const answer = await apiSend("POST", which === "chats" ? "/contacts/import/chats" : "/contacts/import");
    return v.parse(v.object({ id: v.nullable(v.string()) }), await answer.json()).id;
  },
  async latest(signal: AbortSignal): Promise<ImportView | null> {
    const answer = await apiFetch("/contacts/imports/latest", { signal });
    return v.parse(v.nullable(ImportView), await answer.json());
  },
  read: (id: string, signal: AbortSignal) => viewIn(apiFetch(`/contacts/imports/${id}`, { signal })),
  map: (id: string, mapping: ImportColumns) => viewIn(apiSend("PUT", `/contacts/imports/${id}`, mapping)),
  run: (id: string) => viewIn(apiSend("POST", `/contacts/imports/${id}/run`)),
  remove: (id: string) => apiSend("DELETE", `/contacts/imports/${id}`),
  /** The first rejected rows, of the expected result before the run and of the actual one after it. */
  async rejectedRows(id: string, signal: AbortSignal): Promise<RejectedRowView[]> {
    const answer = await apiFetch(`/contacts/imports/${id}/rejected-rows`, { signal });
    return v.parse(v.object({ rows: v.array(RejectedRowView) }), await answer.json()).rows;
  },
  /** The first rows that are imported and not as they stand in the file. */
  async adjustedRows(id: string, signal: AbortSignal): Promise<AdjustedRowsView> {
    return v.parse(
      AdjustedRowsView,
      await (await apiFetch(`/contacts/imports/${id}/adjusted-rows`, { signal })).json(),
    );
  },
  async readNumbers(id: string, signal: AbortSignal): Promise<ReadNumbersView> {
    return v.parse(ReadNumbersView, await (await apiFetch(`/contacts/imports/${id}/read-numbers`, { signal })).json());
  },
  rejected: async (id: string) => (await apiFetch(`/contacts/imports/${id}/rejected`)).blob(),
};
