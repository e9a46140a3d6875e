import type { Database } from "../../db/index.ts";
import type { Actor } from "../../domain/context.ts";
import { openPresenceBoard, type PresenceNotice } from "../../domain/presence/index.ts";
import { canSeeTicket } from "../../domain/tickets/index.ts";
import { deadSessions, loadActor, markOnline } from "../../domain/users/index.ts";
import type { RefKind } from "../contracts/refs.ts";
import { type ChangeFeed, openChangeFeed } from "./change-feed.ts";
import { changedList, isKept } from "./changed-list.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";
import { isVisibleTo, type ScopedChange } from "./scoped-changes.ts";

const HEARTBEAT_MS = 15_000;
/** Check the session every so many heartbeats: notices of ended sessions may be lost with a connection. */
const CHECK_EVERY = 4;

export type Streams = ChangeFeed & {
  /** Opens a stream; from the response on, pulls of the device are at least as new as its events. */
  open(person: { actor: Actor; sessionId: string }): Promise<Response>;
  endSession(sessionId: string, reason: "elsewhere" | "ended"): void;
  /** Sends presence at a ticket to the devices of users who may see it. */
  hearPresence(notice: PresenceNotice): void;
  /** Ends every stream when the process shuts down. */
  close(): void;
};

/** The streams of one company; they share one follower of its log. */
type Company = { streams: Set<EventStream>; following: ReturnType<ChangeFeed["follow"]> };

/** The limit of open streams per session; a browser has one. A further stream closes the oldest. */
const MOST_PER_SESSION = 10;

export function openStreams(deps: { database: Database; onError(error: unknown): void }): Streams {
  const { database, onError } = deps;
  const feed = openChangeFeed(deps);
  const board = openPresenceBoard();
  const companies = new Map<string, Company>();
  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const stream of all()) stream.heartbeat();
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
      following: feed.follow(companyId, (changes) => tell(companyId, streams, changes)),
    };
    companies.set(companyId, company);
    return company;
  }

  async function tell(companyId: string, streams: ReadonlySet<EventStream>, changes: readonly ScopedChange[]) {
    const users = new Set(changes.filter(isOf("user")).map(refKey));
    const connections = new Set(changes.filter(isOf("connection")).map(refKey));
    for (const stream of [...streams]) {
      for (const change of changes) if (isVisibleTo(stream.actor, change)) tellChange(stream, change);
      for (const connectionId of connections) stream.send({ type: "connection", connectionId });
      if (users.has(stream.actor.id)) await refreshActor(companyId, stream);
    }
  }

  /** Called when the user's own row or queues changed. */
  async function refreshActor(companyId: string, stream: EventStream) {
    const actor = await database
      .company(companyId, (db) => loadActor(db, companyId, stream.actor.id))
      .catch((error) => {
        // The device reconnects with the user's new rights.
        stream.close();
        throw error;
      });
    if (actor) return stream.become(actor);
    stream.send({ type: "auth", reason: "ended" });
    stream.close();
  }

  async function checkAll() {
    for (const [companyId, { streams }] of companies) await checkSessions(companyId, [...streams]);
  }

  /** Closes streams of ended sessions and marks users of living ones as online. */
  async function checkSessions(companyId: string, open: readonly EventStream[]) {
    const dead = await database.company(companyId, async (db) => {
      const ended = await deadSessions(
        db,
        companyId,
        open.map((stream) => stream.sessionId),
      );
      const present = open.filter((stream) => !ended.includes(stream.sessionId)).map((stream) => stream.actor.id);
      await markOnline({ db, companyId, now: new Date() }, present);
      return ended;
    });
    for (const id of dead) endSession(id, "ended");
  }

  function endSession(sessionId: string, reason: "elsewhere" | "ended") {
    for (const stream of all()) {
      if (stream.sessionId !== sessionId) continue;
      stream.send({ type: "auth", reason });
      stream.close();
    }
  }

  function hearPresence(notice: PresenceNotice) {
    board.hear(notice);
    for (const stream of companies.get(notice.companyId)?.streams ?? []) tellPresence(stream, notice);
  }

  return {
    hearPresence,
    async open({ actor, sessionId }) {
      const { companyId } = actor;
      const company = companyOf(companyId);
      const same = [...company.streams].filter((stream) => stream.sessionId === sessionId);
      for (const oldest of same.slice(0, Math.max(0, same.length - MOST_PER_SESSION + 1))) oldest.close();
      const stream = openEventStream({
        actor,
        sessionId,
        onClose(closed) {
          company.streams.delete(closed);
          if (company.streams.size > 0 || companies.get(companyId) !== company) return;
          companies.delete(companyId);
          company.following.stop();
        },
      });
      company.streams.add(stream);
      await company.following.ready.catch((error) => {
        onError(error);
        stream.close();
      });
      for (const notice of board.presentIn(companyId)) tellPresence(stream, notice);
      // A session that ended between sign-in and this point was announced to no stream.
      checkSessions(companyId, [stream]).catch(onError);
      return new Response(stream.body, {
        headers: {
          "Content-Type": "text/event-stream; charset=utf-8",
          "Cache-Control": "no-store",
          "X-Accel-Buffering": "no",
        },
      });
    },
    ...feed,
    endSession,
    close() {
      clearInterval(heartbeat);
      for (const stream of all()) stream.close();
    },
  };
}

function tellChange(stream: EventStream, change: ScopedChange) {
  if (isKept(change.collection)) stream.poke(change.collection, change.rev);
  const list = changedList(change);
  if (list) stream.listChanged(list);
}

function tellPresence(stream: EventStream, { ticketId, scope, who, state }: PresenceNotice) {
  if (canSeeTicket(stream.actor, scope)) stream.send({ type: "presence", ticketId, who, state });
}

const isOf = (kind: RefKind) => (change: ScopedChange) =>
  change.collection === "refs" && change.docId.startsWith(`${kind}:`);
const refKey = (change: ScopedChange) => change.docId.slice(change.docId.indexOf(":") + 1);
