import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../client.ts";
import { nodeAwayIn } from "../driver/transient-errors.ts";

/** The event loop is measured every 100 ms, and its delays include them: every 10 ms, that alone takes 0.5 % of a core. */
const LAG_PRECISION_MS = 100;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A process's metrics in the Prometheus text format. */
export type Metrics = {
  registry: Registry;
  /** Records how long a run of the sequencer took, from the request to its commit. */
  sequencerTook(seconds: number): void;
  /** Registers a histogram of this process. */
  histogram<Label extends string>(name: string, help: string, labels: Label[]): Histogram<Label>;
  /** Registers a gauge of this process, read at each scrape. Null: it has no value now. */
  gauge(name: string, help: string, read: () => number | null | Promise<number | null>): void;
  /** Registers a gauge of this process with a value for each value of a label, read at each scrape. */
  gaugeBy(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void;
  text(): Promise<string>;
};

/** Gauges of the whole installation: every process reports the same values. */
const deskGauges: Record<string, { help: string; label?: string }> = {
  connections: { help: "Connections by what people see of them", label: "status" },
  connections_unowned: { help: "Connections that should be up and that no connector has taken" },
  inbox_waiting: { help: "Received and not yet taken into the desk" },
  inbox_oldest_seconds: { help: "Age of the oldest of those" },
  outbox_waiting: { help: "Messages that the channel has not accepted yet" },
  outbox_overdue_seconds: { help: "How long the oldest of those has been due" },
  changes_unnumbered: { help: "Changes that no device can have heard of yet" },
  changes_unnumbered_seconds: { help: "Age of the oldest of those" },
  jobs: { help: "Jobs by queue and state", label: "queue" },
};

export function openMetrics(database: Database, options: { ofProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  // Event-loop delay, memory, garbage collection, file handles. Once per process: these metrics cover all of it.
  if (options.ofProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name: `balcao_${name}`, help, labelNames, buckets: SECONDS, registers: [registry] });
  const sequencer = histogram("sequencer_seconds", "Numbering changes, from being asked to its commit", []);

  const gauges = new Map(
    Object.entries(deskGauges).map(([name, { help, label }]) => {
      const labelNames = name === "jobs" ? ["queue", "state"] : label ? [label] : [];
      return [name, new Gauge({ name: `balcao_${name}`, help, labelNames, registers: [registry] })];
    }),
  );
  const reach = new Gauge({ name: "balcao_database_up", help: "The database answers", registers: [registry] });

  async function readDesk(): Promise<void> {
    const rows = await database.platform.execute<{ gauge: string; label: string; value: number }>(
      sql`select gauge, label, value from desk_gauges()`,
    );
    const jobs = await database.platform.execute<{ name: string; state: string; count: string }>(
      sql`select name, state::text as state, count(*) as count from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
    );
    for (const { gauge, label, value } of rows) {
      const name = deskGauges[gauge]?.label;
      gauges.get(gauge)?.set(name ? { [name]: label } : {}, value);
    }
    for (const { name, state, count } of jobs) gauges.get("jobs")?.set({ queue: name, state }, Number(count));
  }

  return {
    registry,
    histogram,
    gauge(name, help, read) {
      const collect = async function (this: Gauge) {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      };
      new Gauge({ name: `balcao_${name}`, help, registers: [registry], collect });
    },
    gaugeBy(name, help, label, read) {
      const collect = function (this: Gauge) {
        this.reset();
        for (const [value, count] of read()) this.set({ [label]: value }, count);
      };
      new Gauge({ name: `balcao_${name}`, help, labelNames: [label], registers: [registry], collect });
    },
    sequencerTook: (seconds) => sequencer.observe(seconds),
    async text() {
      for (const gauge of gauges.values()) gauge.reset();
      const isUp = await readDesk().then(
        () => true,
        // A node of a cluster is away: the database answers. What the process knows by itself is worth telling all the more.
        (error) => nodeAwayIn(error) !== null,
      );
      reach.set(isUp ? 1 : 0);
      return registry.metrics();
    },
  };
}

type Caller = {
  token: string;
  /** Whether only this machine can reach the server: behind a proxy every client has this machine's address. */
  isLocalOnly: boolean;
  authorization: string | undefined;
  address: string | undefined;
  isForwarded: boolean;
};

/**
 * Accepts the token. Without a token, accepts only this machine, and only where no other machine and no proxy can
 * reach the server.
 */
export function isMetricsCaller({
  token,
  isLocalOnly,
  authorization = "",
  address = "",
  isForwarded,
}: Caller): boolean {
  if (!token) return isLocalOnly && !isForwarded && /^((::ffff:)?127\.|::1$)/.test(address);
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}
