import { of } from "rxjs";
import type { SearchView } from "../../../../sync/client/index.ts";
import { useDesk } from "../../../session/desk.tsx";
import { useLatest } from "./use-latest.ts";

export type HereQuestion = Parameters<ReturnType<typeof useDesk>["search$"]>[0];

/** Tickets and messages asked for at first; more on scrolling. Every letter asks again, so that few have to come each time. */
export const FIRST_HITS = 30;

/** Searches this device: the search tab and the palette both ask here, so that they find the same. Null until the first answer. */
export function useFoundHere(question: HereQuestion | null): SearchView | null {
  const desk = useDesk();
  return useLatest<SearchView | null>(
    () => (question ? desk.search$(question) : of(null)),
    [desk, JSON.stringify(question)],
    null,
  );
}
