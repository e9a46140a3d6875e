import { and, eq, gt, inArray } from "drizzle-orm";
import { type Database, schema } from "../../db/index.ts";
import type { Actor } from "../../domain/context.ts";
import { loadActor } from "../../domain/users/index.ts";
import { readLogState } from "./change-log.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";
import { type HeardChange, hears, readHeardChanges } from "./visible-collections.ts";

const HEARTBEAT_MS = 15_000;
/** Each so many heartbeats: does the session still live? Notices of an ended one may be lost with a connection. */
const CHECK_EVERY = 4;

export type Streams = {
  /** Answers when the line hears: what its device pulls from then on is at least as new as what it is told of. */
  open(person: { actor: Actor; sessionId: string }): Promise<Response>;
  /** A company has got new revs: call it for every notice of the change log. */
  hear(companyId: string): void;
  /** Notices may have been missed. */
  hearAll(): void;
  endSession(sessionId: string, reason: "elsewhere" | "ended"): void;
  /** Ends every stream, for a process that ends. */
  close(): void;
};

type Company = { streams: Set<EventStream>; heardTo: Promise<number>; isReading: boolean; again: boolean };

/** All live lines of this process. Each company's changes are read once, whoever listens. */
export function openStreams(deps: { database: Database; onError(error: unknown): void }): Streams {
  const { database, onError } = deps;
  const companies = new Map<string, Company>();
  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
    for (const stream of all()) stream.heartbeat();
    if (beats % CHECK_EVERY === 0) checkSessions().catch(onError);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  const all = () => [...companies.values()].flatMap((company) => [...company.streams]);

  function companyOf(companyId: string): Company {
    const known = companies.get(companyId);
    if (known) return known;
    const heardTo = database.company(companyId, async (db) => (await readLogState(db, companyId)).clock);
    const company: Company = { streams: new Set(), heardTo, isReading: false, again: false };
    companies.set(companyId, company);
    return company;
  }

  async function readOn(companyId: string, company: Company): Promise<void> {
    company.again = true;
    if (company.isReading) return;
    company.isReading = true;
    try {
      while (company.again) {
        company.again = false;
        for (let heard = await company.heardTo; ; ) {
          const after = heard;
          const changes = await database.company(companyId, (db) => readHeardChanges(db, companyId, after));
          const last = changes.at(-1);
          if (!last) break;
          await tell(companyId, company, changes);
          heard = last.rev;
          company.heardTo = Promise.resolve(heard);
        }
      }
    } finally {
      company.isReading = false;
    }
  }

  async function tell(companyId: string, company: Company, changes: readonly HeardChange[]) {
    const users = new Set(changes.filter(isOf("user")).map(refKey));
    const connections = new Set(changes.filter(isOf("connection")).map(refKey));
    for (const stream of [...company.streams]) {
      for (const change of changes) if (hears(stream.actor, change)) stream.poke(change.collection, change.rev);
      for (const connectionId of connections) stream.send({ type: "connection", connectionId });
      if (users.has(stream.actor.id)) await meetAgain(companyId, stream);
    }
  }

  /** The person's own row or queues have changed. */
  async function meetAgain(companyId: string, stream: EventStream) {
    const actor = await database.company(companyId, (db) => loadActor(db, companyId, stream.actor.id));
    if (actor) return stream.become(actor);
    stream.send({ type: "auth", reason: "ended" });
    stream.close();
  }

  async function checkSessions() {
    for (const [companyId, { streams }] of companies) {
      const ids = [...streams].map((stream) => stream.sessionId);
      if (ids.length === 0) continue;
      const { sessions } = schema;
      const living = await database.company(companyId, (db) =>
        db
          .select({ id: sessions.id })
          .from(sessions)
          .where(and(eq(sessions.companyId, companyId), inArray(sessions.id, ids), gt(sessions.expiresAt, new Date()))),
      );
      const alive = new Set(living.map(({ id }) => id));
      for (const id of ids) if (!alive.has(id)) endSession(id, "ended");
    }
  }

  function endSession(sessionId: string, reason: "elsewhere" | "ended") {
    for (const stream of all()) {
      if (stream.sessionId !== sessionId) continue;
      stream.send({ type: "auth", reason });
      stream.close();
    }
  }

  function hear(companyId: string) {
    const company = companies.get(companyId);
    if (company) readOn(companyId, company).catch(onError);
  }

  return {
    async open({ actor, sessionId }) {
      const { companyId } = actor;
      const company = companyOf(companyId);
      const stream = openEventStream({
        actor,
        sessionId,
        onClose(closed) {
          company.streams.delete(closed);
          if (company.streams.size === 0 && companies.get(companyId) === company) companies.delete(companyId);
        },
      });
      company.streams.add(stream);
      await company.heardTo.catch((error) => {
        onError(error);
        stream.close();
      });
      return new Response(stream.body, {
        headers: {
          "Content-Type": "text/event-stream; charset=utf-8",
          "Cache-Control": "no-store",
          "X-Accel-Buffering": "no",
        },
      });
    },
    hear,
    hearAll() {
      for (const companyId of companies.keys()) hear(companyId);
    },
    endSession,
    close() {
      clearInterval(heartbeat);
      for (const stream of all()) stream.close();
    },
  };
}

const isOf = (kind: string) => (change: HeardChange) =>
  change.collection === "refs" && change.docId.startsWith(`${kind}:`);
const refKey = (change: HeardChange) => change.docId.slice(change.docId.indexOf(":") + 1);
