import type { Logger } from "pino";
import type postgres from "postgres";
import { type ConnectorConfig, sandboxConfig } from "../../connector/config.ts";
import { type Connector, startConnector } from "../../connector/connector.ts";
import type { MetaConfig } from "../../domain/meta/index.ts";
import { SECRET_KEY } from "../desk.ts";
import { type BreakableDatabase, openBreakableDatabase } from "./breakable-database.ts";

type Running = { connector: Connector; database: BreakableDatabase; config: ConnectorConfig };

export type ConnectorsParts = {
  url: string;
  truth: postgres.Sql;
  webSocketUrl: string;
  connectionId: string;
  dataDir: string;
  logger: Logger;
  meta: MetaConfig | null;
  /** Cuts every line that the connection has with the channel's server. */
  dropLine(): void;
};

/** The connectors of one desk, that come and go as processes do. */
export function openConnectors(parts: ConnectorsParts) {
  const { url, truth, connectionId, dataDir, logger, meta } = parts;
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
    const connector = await startConnector({ database, dataDir, secretKey: SECRET_KEY, config, logger, owner, meta });
    const started = { connector, database, config };
    running.push(started);
    return started;
  }

  function end(work: Promise<unknown>): void {
    const done = work.catch(() => {}).finally(() => ending.delete(done)); // nobody hears what the dead say
    ending.add(done);
  }

  /** As if the lease's time had passed. */
  async function expireLease(): Promise<void> {
    await truth`update connection_leases set lease_until = now() - interval '1 second'
      where connection_id = ${connectionId} and owner is not null`;
    await truth.notify("balcao_connections", JSON.stringify({ companyId: connectionId, connectionId }));
  }

  return {
    start,
    /** Gone between two instructions: no goodbye to the database nor to the channel. */
    async kill(): Promise<void> {
      for (const { connector, database, config } of running.splice(0)) {
        config.webSocketUrl = "ws://127.0.0.1:1/";
        database.tearAway();
        parts.dropLine();
        end(connector.ownership.abandon());
      }
      await expireLease();
      await start();
    },
    /** The machine stops it for longer than its lease; meanwhile another takes over, and then it goes on. */
    async pause(): Promise<void> {
      for (const { database } of running) database.stall(600);
      await start();
      await expireLease();
    },
    /** As at a deployment: the next one comes up while the last one ends in order. */
    async replace(): Promise<void> {
      const old = running.splice(0);
      for (const { connector, database } of old) end(connector.stop().then(() => database.close()));
      await start();
    },
    breakOnce(...[kind, skip]: Parameters<BreakableDatabase["breakOnce"]>): void {
      for (const { database } of running) database.breakOnce(kind, skip);
    },
    /** Forgets what was to break and has not. */
    calm(): void {
      for (const { database } of running) database.calm();
    },
    /** Leaves one, which is the only one to own anything from now on. */
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
export type Connectors = ReturnType<typeof openConnectors>;
