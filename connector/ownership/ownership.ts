import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { and, eq } from "drizzle-orm";
import type { Logger } from "pino";
import * as v from "valibot";
import type { ChannelName } from "../../contracts/channels.ts";
import { type Database, schema } from "../../db/index.ts";
import { reasonToRest, reportConnection } from "../../domain/desk/connections/index.ts";
import type { ChannelEnd } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import { limitTo } from "../concurrency/concurrency-limit.ts";
import { type Polling, startPolling } from "../concurrency/polling.ts";
import type { ConnectorConfig } from "../config.ts";
import type { HostedConnection } from "./hosted-connection.ts";
import { claimLease, connectionsWithWork, freeConnections, type Lease, releaseLease, renewLeases } from "./lease.ts";

const { connectionLeases, connections } = schema;
const CLAIMS_AT_ONCE = 10;
/** Companies of one place whose leases are renewed at once. */
const RENEWALS_AT_ONCE = 4;
/** The pause after a session that failed to start: usually the database was away for a moment. */
const RETRY_MS = 5_000;
/** The pause for a connection of a channel that this process does not support. */
const CANNOT_MS = 600_000;
const Notice = v.object({ companyId: v.string(), connectionId: v.string(), messageId: v.optional(v.string()) });

export type OwnershipParts = {
  database: Database;
  transactions: CompanyTransactions;
  config: ConnectorConfig;
  logger: Logger;
  /** Returns null when this process does not support the channel. */
  host(lease: Lease, channel: ChannelName, onEnd: (end: ChannelEnd) => void): HostedConnection | null;
  onMediaAsked(job: { companyId: string; connectionId: string; messageId: string }): void;
  owner?: string;
};

/** `renewedAt`: when the last renewal that succeeded was sent, in ms of the monotonic clock. */
type Held = { connection: HostedConnection; channel: ChannelName; request: number; renewedAt: number };

/**
 * Decides which connections this process runs. Leases are renewed and claimed company by company, so that one that cannot
 * be reached stops no other. A lease that is not renewed in time is lost: the session ends here
 * before another connector may claim it, and its later writes are fenced off by the epoch.
 */
export class Ownership {
  readonly owner: string;
  readonly #parts: OwnershipParts;
  readonly #held = new Map<string, Held>();
  /** Sessions that are ending: not claimed again before they have ended. */
  readonly #leaving = new Map<string, { companyId: string; ending: Promise<void> }>();
  readonly #timers: NodeJS.Timeout[] = [];
  #waking: Polling | null = null;
  readonly #subscriptions: { unlisten(): Promise<void> }[] = [];
  /** When the database last answered, by the monotonic clock. */
  #answeredAt = performance.now();
  #polling: Promise<void> | null = null;
  #pollAgain = false;
  #hasStopped = false;

  constructor(parts: OwnershipParts) {
    this.#parts = parts;
    this.owner = parts.owner ?? `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  }

  /** The number of connections held. */
  get count(): number {
    return this.#held.size;
  }

  /** Why nothing can be held; null while the database answers. */
  get problem(): string | null {
    if (this.#hasStopped) return "stopping";
    const isBlind = performance.now() - this.#answeredAt > this.#parts.config.leaseSeconds * 1000;
    return isBlind ? "the leases were not renewed in time" : null;
  }

  connection(connectionId: string): HostedConnection | undefined {
    return this.#held.get(connectionId)?.connection;
  }

  /** Returns the connections of a channel that this process holds; they need not be connected. */
  held(channel: ChannelName): HostedConnection[] {
    return [...this.#held.values()].filter((held) => held.channel === channel).map(({ connection }) => connection);
  }

  async start(): Promise<void> {
    const { database, config, onMediaAsked } = this.#parts;
    const listen = async (channel: string, onNotice: (notice: v.InferOutput<typeof Notice>) => void) => {
      const onReconnect = () => void this.poll();
      const onPayload = (payload: string) => onNotice(v.parse(Notice, JSON.parse(payload)));
      this.#subscriptions.push(await database.listen(channel, onPayload, onReconnect));
    };
    await listen("balcao_connections", () => void this.poll());
    await listen("balcao_outbox", ({ connectionId }) => this.connection(connectionId)?.wake());
    await listen("balcao_media", ({ companyId, connectionId, messageId }) => {
      if (messageId && this.connection(connectionId)) onMediaAsked({ companyId, connectionId, messageId });
    });
    this.#timers.push(setInterval(() => void this.poll(), config.renewMs));
    this.#waking = startPolling(() => this.#wakeThoseWithWork(), config.pollMs);
    await this.poll();
  }

  /** Ends every session cleanly and releases the leases. */
  async stop(): Promise<void> {
    this.#hasStopped = true;
    for (const subscription of this.#subscriptions) await subscription.unlisten();
    await this.#polling;
    // Renewal continues meanwhile: a slow end must not lose a lease that is still in use.
    await Promise.all([...this.#held.values()].map((held) => this.#leave(held, {})));
    await Promise.all([...this.#leaving.values()].map(({ ending }) => ending));
    for (const timer of this.#timers) clearInterval(timer);
    await this.#waking?.stop();
  }

  /** Like a crash: nothing is drained or released. For tests. */
  async abandon(): Promise<void> {
    this.#hasStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#waking?.stop();
    await Promise.allSettled(this.#subscriptions.map((subscription) => subscription.unlisten()));
    // A renewal releases the leases whose sessions it does not find.
    await this.#polling;
    const held = [...this.#held.values()];
    this.#held.clear();
    await Promise.allSettled(held.map(({ connection }) => connection.stop(0)));
  }

  /** Renews leases, reads requests and claims free connections. Calls during a run share the next run. */
  poll(): Promise<void> {
    if (this.#polling) {
      this.#pollAgain = true;
      return this.#polling;
    }
    this.#polling = this.#pollOnce()
      .catch((error) => this.#onBlind(error))
      .finally(() => {
        this.#polling = null;
        if (this.#pollAgain && !this.#hasStopped) {
          this.#pollAgain = false;
          void this.poll();
        }
      });
    return this.#polling;
  }

  async #pollOnce(): Promise<void> {
    const { places } = this.#parts.transactions;
    const askedAt = performance.now();
    await Promise.all([places.refresh(), this.#renew()]);
    this.#answeredAt = askedAt;
    if (!this.#hasStopped) await this.#claim();
  }

  async #renew(): Promise<void> {
    const { places } = this.#parts.transactions;
    const ours = [...this.#held.values()].map(({ connection }) => connection.lease);
    // Also those whose sessions are ending: a slow end must not lose a lease that is still in use.
    const companyIds = new Set([...ours, ...this.#leaving.values()].map(({ companyId }) => companyId));
    await Promise.all(
      places.grouped(companyIds).map(async ([first, ...others]) => {
        // Alone: where its place is away, the others are not asked.
        if (first) await this.#renewCompany(first);
        const atOnce = limitTo(RENEWALS_AT_ONCE);
        await Promise.all(others.map((companyId) => atOnce(() => this.#renewCompany(companyId))));
      }),
    );
  }

  async #renewCompany(companyId: string): Promise<void> {
    const { database, config, logger, transactions } = this.#parts;
    const { places } = transactions;
    const before = [...this.#held.values()].filter(({ connection }) => connection.lease.companyId === companyId);
    const renew = async () => {
      const askedAt = performance.now();
      const { leaseSeconds } = config;
      const { leases, standing } = await renewLeases(database, { companyId, owner: this.owner, leaseSeconds });
      const renewed = new Map(leases.map((lease) => [lease.connectionId, lease]));
      for (const held of before) {
        const { lease } = held.connection;
        if (this.#held.get(lease.connectionId) !== held) continue;
        const now = renewed.get(lease.connectionId);
        if (now?.epoch !== lease.epoch) {
          logger.warn({ event: "lease_lost", connectionId: lease.connectionId }, "Connection lease lost");
          this.#drop(held);
          continue;
        }
        held.renewedAt = askedAt;
        if (now.desired === "down") void this.#logOut(held);
        else if (standing && reasonToRest(standing)) void this.#suspend(held, reasonToRest(standing));
        else if (now.request !== held.request) void this.#restart(held, now.request);
      }
      // Claimed, and then failed before a session existed, or dropped while the company could not be reached.
      for (const { connectionId, epoch } of leases) {
        if (this.#held.has(connectionId) || this.#leaving.has(connectionId)) continue;
        const lease = { companyId, connectionId, epoch, owner: this.owner };
        await releaseLease(database, lease, { retryAfterMs: RETRY_MS });
      }
    };
    if (!(await places.reach(companyId, renew, { isShort: true }))) this.#dropExpiring(before);
  }

  /** Ends the sessions whose leases would expire before the next renewal: another connector may claim them then. */
  #dropExpiring(notRenewed: Iterable<Held>): void {
    const { config } = this.#parts;
    const expiring = performance.now() - (config.leaseSeconds * 1000 - config.renewMs);
    for (const held of notRenewed)
      if (held.renewedAt < expiring && this.#held.get(held.connection.lease.connectionId) === held) this.#drop(held);
  }

  async #claim(): Promise<void> {
    const { database, config, transactions } = this.#parts;
    const { places } = transactions;
    const most = Math.min(CLAIMS_AT_ONCE, config.maxSessions - this.#held.size);
    if (most <= 0 || this.#hasStopped) return;
    // More than it may take: other connectors see, and claim, the same ones.
    const seen = await places.ask((asked) => freeConnections(database.platform, asked, 4 * most));
    let claimed = 0;
    for (const free of shuffled(seen)) {
      if (claimed === most) break;
      await places.reach(free.companyId, async () => {
        const { leaseSeconds } = config;
        const askedAt = performance.now();
        const lease = await claimLease(database, free, { owner: this.owner, leaseSeconds });
        if (!lease) return;
        claimed += 1;
        await this.#take(lease, askedAt).catch(async (error) => {
          await releaseLease(database, lease, { retryAfterMs: RETRY_MS });
          throw error;
        });
        await new Promise((resolve) => setTimeout(resolve, config.startEveryMs * (0.5 + Math.random())));
      });
    }
    if (claimed === most) this.#pollAgain = true;
  }

  async #take(lease: Lease, renewedAt: number): Promise<void> {
    const { database, logger } = this.#parts;
    const [wanted] = await database.company(lease.companyId, (db) =>
      db
        .select({
          request: connectionLeases.request,
          channel: connections.channel,
          status: connections.status,
          lapsedAt: connectionLeases.lapsedAt,
        })
        .from(connectionLeases)
        .innerJoin(
          connections,
          and(eq(connections.companyId, connectionLeases.companyId), eq(connections.id, connectionLeases.connectionId)),
        )
        .where(
          and(eq(connectionLeases.companyId, lease.companyId), eq(connectionLeases.connectionId, lease.connectionId)),
        ),
    );
    if (wanted?.lapsedAt && wanted.status === "CONNECTED") await this.#reportLapse(lease, wanted.lapsedAt);
    if (!wanted || !this.#begin(lease, wanted.channel, wanted.request, renewedAt))
      return releaseLease(database, lease, { retryAfterMs: CANNOT_MS });
    logger.info(
      { event: "lease_claimed", connectionId: lease.connectionId, epoch: lease.epoch },
      "Connection lease claimed",
    );
  }

  /** Reports an outage that the dead owner could not report: it began at the owner's last renewal. */
  async #reportLapse({ companyId, connectionId }: Lease, at: Date): Promise<void> {
    await this.#parts.transactions.runAndNumber(companyId, (ctx) =>
      reportConnection({ ...ctx, now: at }, connectionId, { status: "OPENING" }),
    );
  }

  /** Returns whether this process supports the channel. */
  #begin(lease: Lease, channel: ChannelName, request: number, renewedAt: number): boolean {
    const { host, logger } = this.#parts;
    const onEnd = (end: ChannelEnd) => {
      const held = this.#held.get(lease.connectionId);
      if (held?.connection !== connection) return;
      if (end.why === "fenced") return this.#drop(held);
      // The session's own request: `held` has a newer one while it restarts.
      const next = end.why === "stopped" ? { desired: "down" as const } : { retryAfterMs: end.retryAfterMs };
      void this.#leave(held, { ...next, request });
    };
    const connection = host(lease, channel, onEnd);
    if (!connection) return false;
    const held: Held = { request, channel, connection, renewedAt };
    this.#held.set(lease.connectionId, held);
    connection.start().catch((error) => {
      logger.error(
        { event: "session_start_failed", err: error, connectionId: lease.connectionId },
        "Session did not start; retrying",
      );
      if (this.#held.get(lease.connectionId) === held) void this.#leave(held, { retryAfterMs: RETRY_MS, request });
    });
    return true;
  }

  /** A user requested a restart. The lease stays ours. */
  async #restart(held: Held, request: number): Promise<void> {
    const { lease } = held.connection;
    held.request = request;
    await held.connection.stop(0);
    if (this.#held.get(lease.connectionId) === held && !this.#hasStopped)
      this.#begin(lease, held.channel, request, held.renewedAt);
  }

  async #logOut(held: Held): Promise<void> {
    const { logger } = this.#parts;
    await this.#end(held, async () => {
      await held.connection
        .logOut()
        .catch((error) => logger.error({ event: "session_logout_failed", err: error }, "Session logout failed"));
      await releaseLease(this.#parts.database, held.connection.lease);
    });
  }

  /** The company may not receive: the connection stays linked, and is claimed again when it may. */
  async #suspend(held: Held, reason: string | null): Promise<void> {
    const { companyId, connectionId } = held.connection.lease;
    await this.#end(held, async () => {
      await held.connection.stop(0);
      await this.#parts.transactions.runAndNumber(companyId, (ctx) =>
        reportConnection(ctx, connectionId, { status: "DISCONNECTED", reason }),
      );
      await releaseLease(this.#parts.database, held.connection.lease);
    });
  }

  async #leave(held: Held, next: Parameters<typeof releaseLease>[2]): Promise<void> {
    await this.#end(held, async () => {
      await held.connection.stop(this.#hasStopped ? this.#parts.config.drainMs : 0);
      await releaseLease(this.#parts.database, held.connection.lease, next);
    });
  }

  /** The lease belongs to another connector: there is nothing to release. */
  #drop(held: Held): void {
    void this.#end(held, () => held.connection.stop(0));
  }

  async #end(held: Held, work: () => Promise<void>): Promise<void> {
    const { companyId, connectionId } = held.connection.lease;
    if (this.#held.get(connectionId) === held) this.#held.delete(connectionId);
    const ending = work()
      .catch((error) =>
        this.#parts.logger.error(
          { event: "session_end_failed", err: error, connectionId },
          "Session did not end cleanly",
        ),
      )
      .finally(() => this.#leaving.delete(connectionId));
    this.#leaving.set(connectionId, { companyId, ending });
    await ending;
  }

  /** The database does not answer: every session must end before its lease expires. */
  #onBlind(error: unknown): void {
    const { logger } = this.#parts;
    logger.error({ event: "lease_renewal_failed", err: error }, "Connection leases were not renewed");
    this.#dropExpiring([...this.#held.values()]);
  }

  /** For work that became due by its time, or whose notice was lost. Returns the pause until the next question in ms. */
  async #wakeThoseWithWork(): Promise<number> {
    const { config, database, transactions, logger } = this.#parts;
    if (this.#held.size === 0) return config.pollMs;
    try {
      const now = new Date();
      const { platform } = database;
      const ids = await transactions.places.ask((asked) => connectionsWithWork(platform, now, asked, this.owner));
      for (const id of ids) this.connection(id)?.wake();
    } catch (error) {
      logger.warn({ event: "due_work_failed", kind: "connection", err: error }, "Due work was not read; retrying");
    }
    return config.pollMs;
  }
}

/** In random order: connectors that saw the same free connections begin with different ones. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
