import { useEffect, useState } from "react";
import * as v from "valibot";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { SEARCH_FROM, useDebounced } from "../../../ui/hooks/use-debounced.ts";

export type FoundContact = Pick<ContactDocument, "id" | "name" | "number" | "isGroup"> &
  Partial<Pick<ContactDocument, "email">>;
const Page = v.object({
  contacts: v.array(
    v.object({
      ...{ id: v.string(), name: v.string(), number: v.string() },
      ...{ email: v.optional(v.string(), ""), isGroup: v.optional(v.boolean(), false) },
    }),
  ),
});
const none: ContactDocument[] = [];

/**
 * Finds contacts by name or number: those of this device at once, followed by those of the server if there is a
 * network.
 */
export function useFoundContacts(text: string): FoundContact[] {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();
  const wanted = useDebounced(text.trim());
  const search = wanted.length < SEARCH_FROM ? "" : wanted;
  const here = useObservable(() => desk.searchContacts$(search || " "), [desk, search], none);
  const there = useServerContacts(linkUp ? search : "");
  if (search === "") return none;
  const known = new Set(here.map((contact) => contact.id));
  return [...here, ...there.filter((contact) => !known.has(contact.id))].filter((contact) => !contact.isGroup);
}

function useServerContacts(search: string): FoundContact[] {
  const [found, setFound] = useState<{ search: string; contacts: FoundContact[] }>({ search: "", contacts: [] });
  useEffect(() => {
    if (search === "") return;
    const stop = new AbortController();
    const settle = (contacts: FoundContact[]) => !stop.signal.aborted && setFound({ search, contacts });
    // If the request fails, only this device's contacts are shown.
    ask(search, stop.signal).then(settle, () => settle([]));
    return () => stop.abort();
  }, [search]);
  return found.search === search ? found.contacts : none;
}

async function ask(search: string, signal: AbortSignal): Promise<FoundContact[]> {
  const query = new URLSearchParams({ searchParam: search.toLowerCase(), pageNumber: "1" });
  const answer = await apiFetch(`/contacts?${query}`, { signal });
  return v.parse(Page, await answer.json()).contacts;
}
