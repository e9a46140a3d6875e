import { useEffect, useState } from "react";
import * as v from "valibot";
import type { TicketView } from "../../../../sync/client/index.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import { TicketPageWire, ticketFromWire } from "./ticket-from-wire.ts";

const DEBOUNCE_MS = 500;

export type ServerSearch = { state: "idle" | "busy" | "done" | "failed"; rows: TicketView[]; hasMore: boolean };
export type ServerQuestion = { text: string; tagIds: string[]; userIds: string[] };

const idle: ServerSearch = { state: "idle", rows: [], hasMore: false };

/** Asks the server too, half a second after the last keystroke. `enabled` is off without a network. */
export function useServerSearch(question: ServerQuestion, pages: number, enabled: boolean): ServerSearch {
  const [found, setFound] = useState<{ key: string; search: ServerSearch } | null>(null);
  const key = enabled ? JSON.stringify([question, pages]) : "";
  useEffect(() => {
    if (key === "") return;
    const stop = new AbortController();
    const settle = (search: ServerSearch) => !stop.signal.aborted && setFound({ key, search });
    const timer = setTimeout(() => {
      const [asked, count] = JSON.parse(key) as [ServerQuestion, number];
      ask(asked, count, stop.signal).then(settle, () => settle({ ...idle, state: "failed" }));
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key]);
  if (key === "") return idle;
  return found?.key === key ? found.search : { ...idle, state: "busy" };
}

async function ask(question: ServerQuestion, pages: number, signal: AbortSignal): Promise<ServerSearch> {
  const rows: TicketView[] = [];
  let hasMore = true;
  for (let page = 1; page <= pages && hasMore; page += 1) {
    const query = new URLSearchParams({
      searchParam: question.text.toLowerCase(),
      pageNumber: String(page),
      showAll: "true",
      ...(question.tagIds.length > 0 && { tags: JSON.stringify(question.tagIds) }),
      ...(question.userIds.length > 0 && { users: JSON.stringify(question.userIds) }),
    });
    const answer = await apiFetch(`/tickets?${query}`, { signal });
    const wire = v.parse(TicketPageWire, await answer.json());
    rows.push(...wire.tickets.map(ticketFromWire));
    hasMore = wire.hasMore;
  }
  return { state: "done", rows, hasMore };
}
