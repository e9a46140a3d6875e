import type { Database, Sequencer } from "../../db/index.ts";
import { isWorking } from "../../domain/account/companies/index.ts";
import { deadSessions, markOnline } from "../../domain/account/users/index.ts";
import { openPresenceBoard, type PresenceNotice } from "../../domain/desk/presence/index.ts";
import { canSeeTicket } from "../../domain/desk/tickets/index.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { type ChangeFeed, openChangeFeed } from "./change-feed.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";
import { publishChanges } from "./publish-changes.ts";
import { type PullFor, sharePulls } from "./shared-pulls.ts";

const HEARTBEAT_MS = 15_000;
/** Check the session every so many heartbeats: notices of ended sessions may be lost with a connection. */
const CHECK_EVERY = 4;

export type Streams = ChangeFeed & {
  /**
   * Opens a stream; from the response on, pulls of the device are at least as new as its events. With `carriesChanges`
   * the stream carries the changed documents, with `isCompressed` it is compressed with gzip.
   */
  open(person: {
    actor: Actor;
    sessionId: string;
    carriesChanges?: boolean;
    isCompressed?: boolean;
  }): Promise<Response>;
  endSession(sessionId: string, reason: "elsewhere" | "ended"): void;
  /** Sends presence at a ticket to the devices of other users who may see it. */
  onPresence(notice: PresenceNotice): void;
  /** Ends streams of ended sessions and of companies past their due date. Also called regularly. */
  checkSessions(): Promise<void>;
  /** Ends every stream when the process shuts down. */
  close(): void;
};

/** The streams of one company; they share one follower of its log. */
type Company = { streams: Set<EventStream>; following: ReturnType<ChangeFeed["follow"]> };

/** The limit of open streams per session; a browser has one. A further stream closes the oldest. */
const MAX_PER_SESSION = 10;

export function openStreams(deps: {
  database: Database;
  sequencer: Sequencer;
  pullFor?: PullFor;
  onError(error: unknown): void;
}): Streams {
  const { database, onError } = deps;
  const pullFor = deps.pullFor ?? sharePulls(database);
  const feed = openChangeFeed(deps);
  const board = openPresenceBoard();
  const companies = new Map<string, Company>();
  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const stream of all()) stream.heartbeat();
    void feed.catchUp();
    if (beats % CHECK_EVERY === 0) checkAll().catch(onError);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const all = () => [...companies.values()].flatMap((company) => [...company.streams]);

  function companyOf(companyId: string): Company {
    const known = companies.get(companyId);
    if (known) return known;
    const streams = new Set<EventStream>();
    const company: Company = {
      streams,
      following: feed.follow(companyId, (changes) => publishChanges(database, { companyId, streams, changes })),
    };
    companies.set(companyId, company);
    return company;
  }

  async function checkAll(): Promise<void> {
    for (const [companyId, { streams }] of companies) await checkSessions(companyId, [...streams]);
  }

  /** Closes streams of ended sessions and marks users of living ones as online. */
  async function checkSessions(companyId: string, open: readonly EventStream[]) {
    const { dead, works } = await markOnlineSessions(database, companyId, open);
    for (const id of dead) endSession(id, "ended");
    // After the due date the sessions live on, to pay; their streams do not.
    if (!works) for (const stream of open) stream.close();
  }

  function endSession(sessionId: string, reason: "elsewhere" | "ended") {
    for (const stream of all()) {
      if (stream.sessionId !== sessionId) continue;
      stream.send({ type: "auth", reason });
      stream.close();
    }
  }

  function onPresence(notice: PresenceNotice) {
    board.record(notice);
    for (const stream of companies.get(notice.companyId)?.streams ?? []) sendPresence(stream, notice);
  }

  return {
    onPresence,
    async open({ actor, sessionId, carriesChanges = false, isCompressed = false }) {
      const { companyId } = actor;
      const company = companyOf(companyId);
      const same = [...company.streams].filter((stream) => stream.sessionId === sessionId);
      for (const oldest of same.slice(0, Math.max(0, same.length - MAX_PER_SESSION + 1))) oldest.close();
      const stream = openEventStream({
        actor,
        sessionId,
        pullFor: carriesChanges ? pullFor : undefined,
        isCompressed,
        onError,
        onClose(closed) {
          company.streams.delete(closed);
          if (company.streams.size > 0 || companies.get(companyId) !== company) return;
          companies.delete(companyId);
          company.following.stop();
        },
      });
      company.streams.add(stream);
      await company.following.deliveredTo().then(stream.changesFollow, (error) => {
        onError(error);
        stream.close();
      });
      for (const notice of board.presentIn(companyId)) sendPresence(stream, notice);
      // A session that ended between sign-in and this point was announced to no stream.
      checkSessions(companyId, [stream]).catch(onError);
      return responseOf(stream, isCompressed);
    },
    ...feed,
    endSession,
    checkSessions: checkAll,
    close() {
      clearInterval(heartbeat);
      for (const stream of all()) stream.close();
    },
  };
}

/** Marks the users of living sessions as online. Returns the ids of ended sessions, and whether the company may work. */
function markOnlineSessions(
  database: Database,
  companyId: string,
  open: readonly EventStream[],
): Promise<{ dead: string[]; works: boolean }> {
  return database.company(companyId, async (db) => {
    const now = new Date();
    const ended = await deadSessions(
      db,
      companyId,
      open.map((stream) => stream.sessionId),
    );
    const present = open.filter((stream) => !ended.includes(stream.sessionId)).map((stream) => stream.actor.id);
    await markOnline({ db, companyId, now }, present);
    return { dead: ended, works: await isWorking({ db, companyId, now }) };
  });
}

const responseOf = ({ body }: EventStream, isCompressed: boolean): Response =>
  new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      ...(isCompressed && { "Content-Encoding": "gzip" }),
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });

function sendPresence(stream: EventStream, { ticketId, scope, who, state }: PresenceNotice) {
  // No device shows its own user.
  if (stream.actor.id === who.userId) return;
  if (canSeeTicket(stream.actor, scope)) stream.send({ type: "presence", ticketId, who, state });
}
