import { DomainError } from "../../contracts/domain-error.ts";
import type { Changes } from "../../contracts/sync.ts";
import { type Database, inParallel } from "../../db/index.ts";
import { loadActors } from "../../domain/account/users/index.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { readLogState, readMarks, readRecent } from "./change-log.ts";
import { asksOf, changesFor, positionsOf, type StreamRequest } from "./pull.ts";
import { scopeHash } from "./scope-hash.ts";
import { openSnapshot } from "./snapshot.ts";

/** Pulls for a user of a stream, like a request of their device. */
export type PullFor = (actor: Actor, request: StreamRequest) => Promise<Changes>;

/**
 * The shortest time from the begin of one shared pull of a company to the next. Each stream costs an event of its own,
 * so pulls for many streams come less often.
 */
const paceMs = (streams: number) => Math.min(5 + 1.25 * streams, 30);
/** After a shared pull that took long, the next one waits as long as it took, but no longer than this. */
const LONGEST_PAUSE_MS = 500;
/** Requests that one shared pull answers; the others wait for the next one. */
const MAX_REQUESTS = 100;

type Asked = {
  actor: Actor;
  request: StreamRequest;
  resolve(changes: Changes): void;
  reject(error: unknown): void;
};

/**
 * Answers the pulls of all streams of a company that wait at a moment from one snapshot: what is the same for several
 * users is read once. Refuses with ERR_SCOPE_CHANGED when the user's rights in the database are not those of the
 * request, or the user does not exist.
 */
export function sharePulls(database: Database): PullFor {
  /** The requests that wait for the next shared pull. A company is here during a pull and during the pause after it. */
  const companies = new Map<string, Asked[]>();

  async function pullNext(companyId: string): Promise<void> {
    const asked = companies.get(companyId)?.splice(0, MAX_REQUESTS) ?? [];
    if (asked.length === 0) return void companies.delete(companyId);
    const began = performance.now();
    await answer(database, companyId, asked).catch((error: unknown) => {
      for (const { reject } of asked) reject(error);
    });
    const tookMs = performance.now() - began;
    setTimeout(
      () => void pullNext(companyId),
      Math.max(paceMs(asked.length) - tookMs, Math.min(tookMs, LONGEST_PAUSE_MS)),
    );
  }

  return (actor, request) =>
    new Promise((resolve, reject) => {
      const asked = { actor, request, resolve, reject };
      const waiting = companies.get(actor.companyId);
      if (waiting) return void waiting.push(asked);
      companies.set(actor.companyId, [asked]);
      // A change is announced to all its streams in the same tick.
      setImmediate(() => void pullNext(actor.companyId));
    });
}

/** The revisions are those that the log has: a stream announces what follows when it is numbered. */
function answer(database: Database, companyId: string, asked: readonly Asked[]): Promise<void> {
  const userIds = [...new Set(asked.map(({ actor }) => actor.id))];
  return database.company(
    companyId,
    async (db) => {
      const requests = asked.map(({ request }) => request);
      const [log, actors, marks, recent] = await inParallel([
        readLogState(db, companyId),
        loadActors(db, companyId, userIds),
        readMarks(db, companyId, positionsOf(requests)),
        readRecent(db, companyId, firstRead(requests)),
      ]);
      const now = new Date();
      const byId = new Map(actors.map((actor) => [actor.id, actor]));
      const snapshot = openSnapshot({ db, companyId, now }, log, actors, recent);
      await snapshot.prefetch();
      for (const { actor, request, resolve, reject } of asked) {
        const present = byId.get(actor.id);
        if (!present || scopeHash(present) !== request.scope) reject(new DomainError("ERR_SCOPE_CHANGED"));
        else resolve(await changesFor({ db, companyId, now, actor: present, device: "" }, snapshot, marks, request));
      }
    },
    { isReading: "snapshot" },
  );
}

/**
 * Returns the revision after which these requests read the collections that change most; the other positions may be much
 * older.
 */
function firstRead(requests: readonly StreamRequest[]): number {
  const asks = requests.flatMap(asksOf);
  const frequent = asks.filter(({ collection }) => collection === "tickets" || collection === "threads");
  return Math.min(...(frequent.length > 0 ? frequent : asks).map(({ from }) => from));
}
