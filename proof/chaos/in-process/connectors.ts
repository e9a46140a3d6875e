import type { Logger } from "pino";
import type postgres from "postgres";
import { type ConnectorConfig, sandboxConfig } from "../../../connector/config.ts";
import { type Connector, startConnector } from "../../../connector/connector.ts";
import type { MetaConfig } from "../../../outside/graph/index.ts";
import { SECRET_KEY } from "../desk.ts";
import { type BreakableDatabase, openBreakableDatabase } from "./breakable-database.ts";

type Running = { connector: Connector; database: BreakableDatabase; config: ConnectorConfig };

export type ConnectorsParts = {
  url: string;
  ownerSql: postgres.Sql;
  webSocketUrl: string;
  connectionId: string;
  dataDir: string;
  logger: Logger;
  meta: MetaConfig | null;
  /** Closes every socket between the connection and the channel's server. */
  dropConnection(): void;
};

/** Starts and stops the connectors of one desk like processes. */
export function openConnectors(parts: ConnectorsParts) {
  const { url, ownerSql, connectionId, dataDir, logger, meta } = parts;
  const running: Running[] = [];
  const ending = new Set<Promise<unknown>>();
  let serial = 0;

  async function start(): Promise<Running> {
    const database = openBreakableDatabase(url, { max: 6, name: "chaos connector" });
    const config: ConnectorConfig = {
      ...sandboxConfig(parts.webSocketUrl),
      ...{ leaseSeconds: 30, renewMs: 1_000, pollMs: 1_500, startEveryMs: 1, acceptWithinMs: 400, drainMs: 2_000 },
      backoffMs: { least: 20, most: 300 },
    };
    serial += 1;
    const owner = `${serial} of ${connectionId.slice(0, 8)}`;
    const connector = await startConnector({ database, dataDir, secrets: SECRET_KEY, config, logger, owner, meta });
    const started = { connector, database, config };
    running.push(started);
    return started;
  }

  function end(work: Promise<unknown>): void {
    const done = work.catch(() => {}).finally(() => ending.delete(done)); // errors of killed connectors are ignored
    ending.add(done);
  }

  /** Makes the lease expire. */
  async function expireLease(): Promise<void> {
    await ownerSql`update connection_leases set lease_until = now() - interval '1 second'
      where connection_id = ${connectionId} and owner is not null`;
    await ownerSql.notify("balcao_connections", JSON.stringify({ companyId: connectionId, connectionId }));
  }

  return {
    start,
    /** Kills the connectors between two instructions, without closing sessions or releasing leases. */
    async kill(): Promise<void> {
      for (const { connector, database, config } of running.splice(0)) {
        config.webSocketUrl = "ws://127.0.0.1:1/";
        database.disconnect();
        parts.dropConnection();
        end(connector.ownership.abandon());
      }
      await expireLease();
      await start();
    },
    /**
     * Pauses the connectors for longer than their lease; meanwhile another one takes over, and then the paused ones
     * continue.
     */
    async pause(): Promise<void> {
      for (const { database } of running) database.stall(600);
      await start();
      await expireLease();
    },
    /** Replaces the connectors as in a deployment: the next one starts while the last one shuts down. */
    async replace(): Promise<void> {
      const old = running.splice(0);
      for (const { connector, database } of old) end(connector.stop().then(() => database.close()));
      await start();
    },
    breakOnce(...[kind, skip]: Parameters<BreakableDatabase["breakOnce"]>): void {
      for (const { database } of running) database.breakOnce(kind, skip);
    },
    /** Cancels planned faults that have not happened. */
    endFaults(): void {
      for (const { database } of running) database.endFaults();
    },
    /** Waits for connectors that are shutting down. */
    async settle(): Promise<void> {
      await Promise.all([...ending]);
    },
    async stop(): Promise<void> {
      for (const { connector, database } of running.splice(0)) end(connector.stop().then(() => database.close()));
      await Promise.all([...ending]);
    },
    get count() {
      return running.length;
    },
  };
}
