import { useState } from "react";
import type { ListPart } from "../../../../contracts/marketing/contact-lists.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { useList, useSearch } from "../../lists/index.ts";
import { type ListSummary, readItems, readNamedList, readSummary } from "../parts/list-calls.ts";

/** The summary also says which campaigns use the list. */
const kept = { changesWith: ["contactLists", "campaigns"], remember: true } as const;

/** Returns the people of a list that match the search and the part, the list's name and its counts, updated live. */
export function useListItems(listId: string) {
  const search = useSearch();
  const [part, setPart] = useState<ListPart>("all");
  const { data: named } = useServerData(`/contact-lists/${listId}`, readNamedList, kept);
  const counted = useServerData(`/contact-lists/${listId}/summary`, readSummary, kept);
  const summary = counted.data;
  const query = { searchParam: search.wanted, part };
  const isFiltered = search.wanted !== "" || part !== "all";
  const found = useList({
    path: "/contact-list-items",
    query: { contactListId: listId, ...query },
    read: readItems,
    keyOf: ({ id }) => id,
    changesWith: ["contactLists"],
    remember: true,
  });
  return {
    search,
    part,
    setPart,
    query,
    isFiltered,
    name: named?.name ?? null,
    summary,
    recount: counted.again,
    list: { ...found, count: countOf(summary, part, search.wanted) },
  };
}

/** Returns the number of people; null with a search or for a part, which the list's summary does not count. */
function countOf(summary: ListSummary | null, part: ListPart, searched: string): number | null {
  if (!summary || searched !== "" || part !== "all") return null;
  return summary.total;
}
