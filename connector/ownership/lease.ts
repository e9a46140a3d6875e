import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { type AskedCompanies, type CompanyDb, type Database, inParallel, schema } from "../../db/index.ts";
import { type CompanyStanding, standingColumn } from "../../domain/account/companies/index.ts";
import { notifyConnections } from "../../domain/desk/connections/index.ts";

/**
 * The exclusive right to run a connection. Each claim increments the epoch, so writes of a former owner match no row.
 */
export type Lease = { companyId: string; connectionId: string; epoch: number; owner: string };

/** Another connector owns the connection: the current work must end without effect. */
export class Fenced extends Error {
  constructor(lease: Lease) {
    super(`connection ${lease.connectionId} is no longer ours (epoch ${lease.epoch})`);
    this.name = "Fenced";
  }
}

const { companies, connectionLeases } = schema;
const isHeld = ({ companyId, connectionId, epoch, owner }: Lease) =>
  and(
    eq(connectionLeases.companyId, companyId),
    eq(connectionLeases.connectionId, connectionId),
    eq(connectionLeases.epoch, epoch),
    eq(connectionLeases.owner, owner),
  );

/** Keeps the lease from being claimed until the transaction ends. */
export async function requireLease(db: CompanyDb, lease: Lease): Promise<void> {
  const held = await db
    .select({ epoch: connectionLeases.epoch })
    .from(connectionLeases)
    .where(isHeld(lease))
    .for("share");
  if (held.length === 0) throw new Fenced(lease);
}

/** The answer of a renewal: the held lease, and the state that people requested meanwhile. */
export type Renewed = { connectionId: string; epoch: number; desired: "up" | "down"; request: number };

const secondsFromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Extends the leases of one company that the owner still holds, in one short transaction, and returns how the company stands. */
export function renewLeases(
  database: Database,
  { companyId, owner, leaseSeconds }: { companyId: string; owner: string; leaseSeconds: number },
): Promise<{ leases: Renewed[]; standing: CompanyStanding | undefined }> {
  const { connectionId, epoch, desired, request } = connectionLeases;
  const isOurs = and(
    eq(connectionLeases.companyId, companyId),
    eq(connectionLeases.owner, owner),
    gte(connectionLeases.leaseUntil, sql`now()`),
  );
  return database.company(companyId, async (db) => {
    const [leases, [company]] = await inParallel([
      db
        .update(connectionLeases)
        .set({ leaseUntil: secondsFromNow(leaseSeconds) })
        .where(isOurs)
        .returning({ connectionId, epoch, desired, request }),
      db
        .select({ standing: standingColumn(new Date()) })
        .from(companies)
        .where(eq(companies.id, companyId)),
    ]);
    return { leases, standing: company?.standing };
  });
}

/** A connection without a living owner, as it was seen. `lapsedUntil`: when the lease of an owner ended that did not release it. */
export type FreeConnection = { companyId: string; connectionId: string; epoch: number; lapsedUntil: Date | null };

type FreeRow = { company_id: string; connection_id: string; epoch: string; lapsed_until: string | Date | null };

/** Lists up to `most` connections of the asked companies that should be up and have no living owner. Locks nothing. */
export async function freeConnections(
  platform: Database["platform"],
  asked: AskedCompanies,
  most: number,
): Promise<FreeConnection[]> {
  const rows = await platform.execute<FreeRow>(
    sql`select * from free_connections(${sql.param(asked)}::uuid[], ${most})`,
  );
  return [...rows].map((row) => ({
    ...{ companyId: row.company_id, connectionId: row.connection_id, epoch: Number(row.epoch) },
    lapsedUntil: row.lapsed_until === null ? null : new Date(row.lapsed_until),
  }));
}

/** Returns which connections of the owner have rows to send at `now`, or to store. */
export async function connectionsWithWork(
  platform: Database["platform"],
  now: Date,
  asked: AskedCompanies,
  owner: string,
): Promise<string[]> {
  const rows = await platform.execute<{ id: string }>(
    sql`select connections_with_work(${now.toISOString()}::timestamptz, ${owner}, ${sql.param(asked)}::uuid[]) as id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes a free connection if it is still as it was seen: of connectors that saw it at once, one changes the epoch and the
 * others match no row. Null: another one has it, or it need not be up any more.
 */
export function claimLease(
  database: Database,
  seen: FreeConnection,
  { owner, leaseSeconds }: { owner: string; leaseSeconds: number },
): Promise<Lease | null> {
  const { companyId, connectionId } = seen;
  const { owner: holder, leaseUntil, retryAt, epoch, desired } = connectionLeases;
  return database.company(companyId, async (db) => {
    const [claimed] = await db
      .update(connectionLeases)
      .set({
        owner,
        leaseUntil: secondsFromNow(leaseSeconds),
        epoch: seen.epoch + 1,
        // A former owner that did not release its lease renewed it last one lease before its end.
        lapsedAt: seen.lapsedUntil && new Date(seen.lapsedUntil.getTime() - leaseSeconds * 1000),
      })
      .where(
        and(
          eq(connectionLeases.companyId, companyId),
          eq(connectionLeases.connectionId, connectionId),
          eq(epoch, seen.epoch),
          eq(desired, "up"),
          seen.lapsedUntil ? lt(leaseUntil, sql`now()`) : isNull(holder),
          or(isNull(retryAt), lt(retryAt, sql`now()`)),
        ),
      )
      .returning({ epoch });
    return claimed ? { companyId, connectionId, epoch: claimed.epoch, owner } : null;
  });
}

const RELEASE_TRIES = 5;

/**
 * Releases the lease: it can be claimed after `retryAfterMs`, or only at a user's request. Retries for some seconds,
 * because an unreleased lease blocks the connection until it expires.
 */
export async function releaseLease(...[database, lease, next]: Parameters<typeof releaseOnce>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await releaseOnce(database, lease, next);
    } catch (error) {
      if (tries === RELEASE_TRIES) throw error;
      await pause(100 * 2 ** tries);
    }
  }
}

async function releaseOnce(
  database: Database,
  lease: Lease,
  /**
   * `request` is the request that the ended session served. If a user has made a newer request since, `desired` and
   * `retryAfterMs` change nothing.
   */
  next: { desired?: "down"; request?: number; retryAfterMs?: number } = {},
): Promise<void> {
  const { retryAfterMs, request, desired } = next;
  const retryAt = retryAfterMs ? sql`now() + make_interval(secs => ${retryAfterMs / 1000})` : null;
  await database.company(lease.companyId, async (db) => {
    // Two statements: on several nodes, now() may not stand in a CASE.
    await db
      .update(connectionLeases)
      .set({ retryAt, ...(desired && { desired }) })
      .where(and(isHeld(lease), request === undefined ? undefined : eq(connectionLeases.request, request)));
    await db.update(connectionLeases).set({ owner: null, leaseUntil: null }).where(isHeld(lease));
    // Wakes the other connectors so that one claims the lease now instead of at the next poll.
    await notifyConnections({ db, companyId: lease.companyId, now: new Date() }, lease.connectionId);
  });
}
