import { useEffect, useState } from "react";
import * as v from "valibot";
import { FoundMessageWire } from "../../../../contracts/wire/tickets.ts";
import { apiFetch } from "../../../session/api-fetch.ts";
import type { ServerHit } from "./found-items.ts";
import { TicketPageWire, ticketFromWire } from "./ticket-from-wire.ts";

const DEBOUNCE_MS = 500;

export type ServerSearch = { state: "idle" | "busy" | "done" | "failed"; hits: ServerHit[]; hasMore: boolean };
export type ServerQuestion = { text: string; tagIds: string[]; userIds: string[]; queueIds: string[] };

const idle: ServerSearch = { state: "idle", hits: [], hasMore: false };

/** Searches the server half a second after the last keystroke. `enabled` is false without a network. */
export function useServerSearch(question: ServerQuestion, pages: number, enabled: boolean) {
  const [found, setFound] = useState<{ key: string; search: ServerSearch } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = enabled ? JSON.stringify([question, pages, attempt]) : "";
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
  const retry = () => setAttempt((count) => count + 1);
  if (key === "") return { ...idle, retry };
  return { ...(found?.key === key ? found.search : { ...idle, state: "busy" as const }), retry };
}

async function ask(question: ServerQuestion, pages: number, signal: AbortSignal): Promise<ServerSearch> {
  const hits: ServerHit[] = [];
  let hasMore = true;
  for (let page = 1; page <= pages && hasMore; page += 1) {
    const query = new URLSearchParams({
      searchParam: question.text.toLowerCase(),
      pageNumber: String(page),
      showAll: "true",
      withFound: "true",
      ...listParam("tags", question.tagIds),
      ...listParam("users", question.userIds),
      ...listParam("queueIds", question.queueIds),
    });
    const answer = await apiFetch(`/tickets?${query}`, { signal });
    const wire = v.parse(TicketPageWire, await answer.json());
    hits.push(...wire.tickets.map(hitFromWire));
    hasMore = wire.hasMore;
  }
  return { state: "done", hits, hasMore };
}

const listParam = (name: string, ids: string[]) => (ids.length > 0 ? { [name]: JSON.stringify(ids) } : {});

function hitFromWire(wire: unknown): ServerHit {
  const ticket = ticketFromWire(wire);
  const { foundMessage } = v.parse(FoundMessageWire, wire);
  if (!foundMessage) return { ticket, message: null };
  const { id, ...message } = foundMessage;
  return { ticket, message: { ticketId: ticket.id, messageId: id, ...message } };
}
