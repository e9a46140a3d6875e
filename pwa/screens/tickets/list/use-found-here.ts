import { of } from "rxjs";
import type { SearchView } from "../../../../sync/client/index.ts";
import { useDesk } from "../../../session/desk.tsx";
import { useLatest } from "./use-latest.ts";

export type HereQuestion = Parameters<ReturnType<typeof useDesk>["search$"]>[0];

/** Number of tickets and messages loaded at first; more on scrolling. Few, because each keystroke searches again. */
export const FIRST_HITS = 30;

/**
 * Searches this device. The search tab and the palette both use it, so they return the same results. Null until the
 * first result.
 */
export function useFoundHere(question: HereQuestion | null): SearchView | null {
  const desk = useDesk();
  return useLatest<SearchView | null>(
    () => (question ? desk.search$(question) : of(null)),
    [desk, JSON.stringify(question)],
    null,
  );
}
