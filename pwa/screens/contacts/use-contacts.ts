import { useMemo, useState } from "react";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import { MAX_COUNTED } from "../../../contracts/lists.ts";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { type List, useList, useSearch } from "../lists/index.ts";
import { readContactPage, withQueued } from "./contact-rows.ts";
import type { Matching } from "./tag-filter.tsx";
import { useKeptContacts } from "./use-kept-contacts.ts";

const none: never[] = [];

/** The server counts the whole list only, up to a limit. */
function matchingOf(count: number | null, { rows, hasMore }: List<unknown>): Matching {
  if (count === null) return { count: rows.length, hasMore };
  return { count: Math.min(count, MAX_COUNTED), hasMore: count > MAX_COUNTED };
}

/** Returns the contacts that match the search and the chosen tags, with those that wait in the outbox. */
export function useContacts() {
  const desk = useDesk();
  const search = useSearch();
  const [tagIds, setTagIds] = useState<string[]>([]);
  const tags = useObservable<TagRef[]>(() => desk.refs$("tag"), [desk], none);
  const entries = useObservable<OutboxEntry[]>(() => desk.outbox$(), [desk], none);
  const kept = useKeptContacts(search.wanted, tagIds, tags);
  /** The filters by their names in the HTTP interface. */
  const query = { searchParam: search.wanted, contactTag: tagIds.length > 0 ? JSON.stringify(tagIds) : "" };
  const found = useList({
    path: "/contacts",
    query,
    read: readContactPage,
    keyOf: ({ id }) => id,
    changesWith: ["contacts"],
    remember: false,
    kept,
  });
  const list = useMemo(() => ({ ...found, rows: withQueued(found.rows, entries) }), [found, entries]);
  return {
    search,
    query,
    tags,
    tagIds,
    setTagIds,
    list,
    /** The number of rows without those that wait in the outbox. */
    foundCount: found.rows.length,
    matching: matchingOf(found.count, list),
  };
}
