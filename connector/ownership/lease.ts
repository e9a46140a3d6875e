import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { type CompanyDb, type Database, schema } from "../../db/index.ts";
import { notifyConnections } from "../../domain/connections/index.ts";

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

const { connectionLeases } = schema;
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
  /** `desired` applies only if no user has requested anything since that `request`. */
  next: { desired?: "down"; request?: number; retryAfterMs?: number } = {},
): Promise<void> {
  const retryAt = next.retryAfterMs ? sql`now() + make_interval(secs => ${next.retryAfterMs / 1000})` : null;
  await database.company(lease.companyId, async (db) => {
    await db
      .update(connectionLeases)
      .set({
        owner: null,
        leaseUntil: null,
        retryAt,
        ...(next.desired && {
          desired: sql`case when ${connectionLeases.request} = ${next.request ?? 0} then ${next.desired} else ${connectionLeases.desired} end`,
        }),
      })
      .where(isHeld(lease));
    // Wakes the other connectors so that one claims the lease now instead of at the next poll.
    await notifyConnections({ db, companyId: lease.companyId, now: new Date() }, lease.connectionId);
  });
}
