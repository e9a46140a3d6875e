import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { type Database, PEOPLE_CHANNEL } from "../../db/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import type { SessionKey } from "./session-rows.ts";
import type { SignedIn } from "./signed-in.ts";

/** A lost notice is harmless after this time. */
const LIVES_MS = 30_000;
const MAX_SESSIONS = 10_000;

/** Frequent changes that end no session and change no user's rights. */
const leavesPeople = /^\/(sync|tickets|messages|chats|ticket-notes|ticket-tags|contacts|presence|push|uploads)(\/|$)/;
const reads = new Set(["GET", "HEAD", "OPTIONS"]);

export type Checked = { person: SignedIn; expiresAt: Date };

/** Checked sessions that a process remembers for reading calls (docs/decisions/0058). */
export type KnownSessions = {
  /** Returns the person if the session was checked recently and nothing has changed since; null: it must be checked. */
  find(key: SessionKey, now: Date): SignedIn | null;
  /**
   * Call before a session is read from the database. The returned function remembers what was read, unless something
   * changed in the meantime.
   */
  watch(): (key: SessionKey, checked: Checked, now: Date) => void;
  /** Forgets a company's sessions; without a company, all. */
  forget(companyId?: string): void;
  stop(): Promise<void>;
};

/** Remembers nothing: each call checks its session. */
export const noKnownSessions: KnownSessions = {
  find: () => null,
  watch: () => () => {},
  forget: () => {},
  stop: async () => {},
};

/** Opens the memory of this process. Without the notice connection it remembers nothing. */
export async function openKnownSessions({ listen }: Pick<Database, "listen">): Promise<KnownSessions> {
  const known = new LRUCache<string, Checked & { companyId: string; until: number }>({ max: MAX_SESSIONS });
  let isListening = true;
  let changes = 0;

  function forget(companyId?: string): void {
    changes += 1;
    if (companyId === undefined) known.clear();
    else for (const [id, entry] of known.entries()) if (entry.companyId === companyId) known.delete(id);
  }
  function setListening(value: boolean): void {
    isListening = value;
    forget();
  }

  const subscription = await listen(
    PEOPLE_CHANNEL,
    forget,
    () => setListening(true),
    () => setListening(false),
  );
  return {
    find({ companyId, id }, now) {
      const entry = known.get(id);
      if (!isListening || entry?.companyId !== companyId || entry.until <= now.getTime()) return null;
      return entry.person;
    },
    watch() {
      const before = changes;
      return ({ companyId, id }, checked, now) => {
        if (!isListening || changes !== before) return;
        known.set(id, { ...checked, companyId, until: endOf(checked, now.getTime()) });
      };
    },
    forget,
    stop: () => subscription.unlisten(),
  };
}

/** The session's end and the company's due date pass without a notice. */
function endOf({ person, expiresAt }: Checked, now: number): number {
  const ends = [now + LIVES_MS, expiresAt.getTime(), person.dueDate.getTime()];
  return Math.min(...ends.filter((end) => end > now));
}

/**
 * After a signed-in user's change, the next call of this process already checks its session anew; routes that sign in
 * or out forget themselves. The other processes do so after the notice.
 */
export function forgetAfterChanges(known: KnownSessions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const actor = c.var.signedIn?.actor;
    if (!actor || reads.has(c.req.method) || leavesPeople.test(c.req.path)) return;
    // A super user also changes other companies.
    known.forget(actor.isSuper ? undefined : actor.companyId);
  };
}
