import { LRUCache } from "lru-cache";
import { PRESENCE_MS } from "../../../contracts/presence.ts";
import type { PresenceNotice } from "./notices.ts";

const MAX_NOTICES = 50_000;

export type PresenceBoard = {
  record(notice: PresenceNotice): void;
  /** Everyone present in the company now. */
  presentIn(companyId: string): PresenceNotice[];
  /** Returns whether one of the user's devices shows the ticket. */
  isAt(userId: string, ticketId: string): boolean;
};

/** The presence known to this process: in memory only, with expiry. */
export function openPresenceBoard(now: () => number = () => performance.now()): PresenceBoard {
  const present = new LRUCache<string, PresenceNotice>({
    max: MAX_NOTICES,
    ttl: PRESENCE_MS.viewing,
    ttlResolution: 0,
    perf: { now },
  });
  const all = () => [...present.values()];
  return {
    record(notice) {
      const { ticketId, who, state } = notice;
      const key = `${ticketId} ${who.userId} ${who.device}`;
      if (state === "gone") present.delete(key);
      else present.set(key, notice, { ttl: PRESENCE_MS[state] });
    },
    presentIn: (companyId) => all().filter((notice) => notice.companyId === companyId),
    isAt: (userId, ticketId) => all().some((notice) => notice.ticketId === ticketId && notice.who.userId === userId),
  };
}
