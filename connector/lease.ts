import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { type CompanyDb, type Database, schema } from "../db/index.ts";
import { notifyConnections } from "../domain/connections/index.ts";

/** The right to speak for a connection. Each claim raises the epoch, so a former owner's writes find no row. */
export type Lease = { companyId: string; connectionId: string; epoch: number; owner: string };

/** Someone else owns the connection by now: whatever was being done must end without a trace. */
export class Fenced extends Error {
  constructor(lease: Lease) {
    super(`connection ${lease.connectionId} is no longer ours (epoch ${lease.epoch})`);
    this.name = "Fenced";
  }
}

const { connectionLeases } = schema;
const isHeld = ({ connectionId, epoch, owner }: Lease) =>
  and(
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
 * Gives the connection back: to be claimed again after `retryAfterMs`, or only when a person asks. Tries for some
 * seconds: what is not given back is nobody's until its time has passed.
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
  /** `desired` counts only if nobody has asked for anything since that `request`. */
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
    // Whoever is there takes it over now, and not when they look the next time.
    await notifyConnections({ db, companyId: lease.companyId, now: new Date() }, lease.connectionId);
  });
}
