import * as v from "valibot";
import type {
  ContactListInput,
  ContactListItemInput,
  ContactSource,
} from "../../../../contracts/marketing/contact-lists.ts";
import {
  ContactListItemPageWire,
  type ContactListItemWire,
  ContactListPageWire,
  ContactListSummaryWire,
  type ContactListWire,
  ContactsAddedWire,
} from "../../../../contracts/wire/contact-lists.ts";
import { apiFetch, apiSend } from "../../../session/api-fetch.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import type { ListPage } from "../../lists/index.ts";

export type ContactsAdded = v.InferOutput<typeof ContactsAddedWire>;
export type ListRow = v.InferOutput<typeof ContactListWire>;
export type ItemRow = v.InferOutput<typeof ContactListItemWire>;
export type ListSummary = v.InferOutput<typeof ContactListSummaryWire>;

export function readLists(answer: unknown): ListPage<ListRow> {
  const { records, hasMore } = v.parse(ContactListPageWire, answer);
  return { rows: records, hasMore };
}

export function readItems(answer: unknown): ListPage<ItemRow> {
  const { contacts, hasMore } = v.parse(ContactListItemPageWire, answer);
  return { rows: contacts, hasMore };
}

const NamedList = v.object({ id: v.string(), name: v.string(), contactsCount: v.optional(v.number()) });
export type NamedList = v.InferOutput<typeof NamedList>;

export const readNamedList = (answer: unknown): NamedList => v.parse(NamedList, answer);
const readNamedLists = (answer: unknown): NamedList[] => v.parse(v.array(NamedList), answer);
export const readSummary = (answer: unknown): ListSummary => v.parse(ContactListSummaryWire, answer);

/** Returns all contact lists, to choose one. */
export const useNamedLists = () =>
  useServerData("/contact-lists/list", readNamedLists, { changesWith: ["contactLists"], remember: true });

/** Requests of the contact lists to the server. */
export const listCalls = {
  async create(list: ContactListInput): Promise<string> {
    const answer = await apiSend("POST", "/contact-lists", list);
    return v.parse(v.object({ id: v.string() }), await answer.json()).id;
  },
  rename: (id: string, list: ContactListInput) => apiSend("PUT", `/contact-lists/${id}`, list),
  remove: (id: string) => apiSend("DELETE", `/contact-lists/${id}`),
  async fill(id: string, source: ContactSource): Promise<ContactsAdded> {
    const answer = await apiSend("POST", `/contact-lists/${id}/contacts`, source);
    return v.parse(ContactsAddedWire, await answer.json());
  },
  /** Checks these people again, or without `itemIds` the whole list. */
  checkAgain: (id: string, itemIds?: string[]) => apiSend("POST", `/contact-lists/${id}/check`, { itemIds }),
  example: async () => (await apiFetch("/contact-lists/example")).blob(),
  export: async (id: string, query: Record<string, string>) =>
    (await apiFetch(`/contact-lists/${id}/export?${new URLSearchParams(query)}`)).blob(),
  async upload(id: string, file: File): Promise<string> {
    const body = new FormData();
    body.append("file", file);
    body.append("preview", "true");
    const answer = await apiFetch(`/contact-lists/${id}/upload`, { method: "POST", body });
    return v.parse(v.object({ id: v.string() }), await answer.json()).id;
  },
};

/** Requests of the people of a list to the server. */
export const itemCalls = {
  create: (contactListId: string, item: ContactListItemInput) =>
    apiSend("POST", "/contact-list-items", { ...item, contactListId }),
  change: ({ id, contactListId }: ItemRow, item: ContactListItemInput) =>
    apiSend("PUT", `/contact-list-items/${id}`, { ...item, contactListId }),
  remove: (id: string) => apiSend("DELETE", `/contact-list-items/${id}`),
  removeAll: (ids: readonly string[]) => apiSend("POST", "/contact-list-items/delete", { ids }),
};
