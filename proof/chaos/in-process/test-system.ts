import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type postgres from "postgres";
import { createApp } from "../../../api/app.ts";
import { openMediaDownload } from "../../../connector/channels.ts";
import { openCompanyTransactions } from "../../../connector/company-transactions.ts";
import { sandboxMediaHosts } from "../../../connector/config.ts";
import { deskWork, flowTurns } from "../../../connector/jobs/due-work.ts";
import { startJobs } from "../../../connector/jobs/jobs.ts";
import { openMediaFetcher } from "../../../connector/media/media-fetcher.ts";
import { doDueWork } from "../../../connector/testing/do-due-work.ts";
import { applicationUrl, openSequencer } from "../../../db/index.ts";
import { copyTemplate, dropDatabase } from "../../../db/testing/cluster-database.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { publicHostsAnd } from "../../../outside/untrusted-fetch/index.ts";
import type { ApiFetch } from "../../../sync/client/desk-types.ts";
import { openStreams } from "../../../sync/server/index.ts";
import { agentOf, SECRET_KEY, type SeededCompany, seedCompany, signIn } from "../desk.ts";
import { injectDeviceFault } from "../device.ts";
import type { ChaosEnvironment } from "../environment.ts";
import { openOwnerSql, retryUntilDone } from "../owner-sql.ts";
import type { Fault } from "../schedule.ts";
import { type BreakableDatabase, openBreakableDatabase } from "./breakable-database.ts";
import { openConnectors } from "./connectors.ts";
import type { FaultyChannel, OpenChannel } from "./faulty-channel.ts";
import { repeatDueWork } from "./repeat-due-work.ts";

/**
 * Opens a test system on the cluster at `adminUrl`: a company in its own database, with one linked number or page and two
 * agents. It runs one schedule after another, each with new customers, new browsers and one new connector.
 */
export async function openTestSystem(openChannel: OpenChannel, adminUrl: string) {
  const name = `chaos_${randomUUID().slice(0, 8)}`;
  const ownerUrl = await copyTemplate(adminUrl, name);
  const url = applicationUrl(ownerUrl);
  const ownerSql = await openOwnerSql(ownerUrl);
  const dataDir = mkdtempSync(join(tmpdir(), "balcao-chaos-"));
  const logger = pino({ level: process.env.LOG_LEVEL ?? "silent" });

  const database = openBreakableDatabase(url, { max: 6, name: "chaos api" });
  const sequencer = openSequencer(database);
  const streams = openStreams({ database, sequencer, onError: (err) => logger.error({ err }, "stream") });
  const files = openDiskFileStore(join(dataDir, "files"));
  const config = {
    ...{ host: "127.0.0.1", port: 0, publicUrl: "", dataDir, corsOrigins: [], sandboxUrl: "", trustsProxy: true },
    ...{ pwaFolder: join(dataDir, "pwa"), logLevel: "silent", secrets: [SECRET_KEY] as const },
  };
  const seeded = await seedCompany(database, name);
  const channel = await openChannel({ desk: seeded, name, database, ownerSql });
  const desk = { ...seeded, connectionId: channel.connectionId };
  const { connectionId } = desk;
  const { phones, meta } = channel;
  const app = createApp({ database, sequencer, fileStore: files, streams, config: { ...config, meta }, logger });
  const connectors = openConnectors({
    ...{
      url,
      ownerSql,
      connectionId,
      dataDir,
      logger,
      meta,
      webSocketUrl: channel.webSocketUrl,
      dropConnection: channel.drop,
    },
  });
  // The job workers of another process, which outlive every connector.
  const workersDatabase = openBreakableDatabase(url, { max: 3, name: "chaos jobs" });
  const workersTransactions = openCompanyTransactions(workersDatabase, openSequencer(workersDatabase), logger);
  const workers = { database: workersDatabase, transactions: workersTransactions, logger };
  const media = openMediaFetcher({
    transactions: workersTransactions,
    files,
    folder: join(dataDir, "incoming"),
    download: openMediaDownload(sandboxMediaHosts, meta),
    channelOf: () => undefined,
    logger,
  });
  const jobs = await startJobs({ url, database: workersDatabase, media, logger });

  await connectors.start();
  await channel.link((request) => app.fetch(request));

  const reach = async (path: string, init?: RequestInit) => app.request(path, init);
  const calls = await Promise.all(desk.agentIds.map((id) => signIn(reach, id)));

  return {
    openEnvironment: () => openEnvironment({ channel, calls, database, connectors, ownerSql, desk }),
    /** For callers that use the desk without a schedule. */
    ...{ desk, database, ownerSql, phones, connectors },
    call: calls[0] as ApiFetch,
    /** Runs a connector's due work, again while companies rest after a failed statement. */
    doDueWork: () =>
      repeatDueWork({
        pass: () => doDueWork(deskWork(workers), workers),
        skipped: workersTransactions.places.skipped,
      }),
    /** Runs the queues' flows once, as another connector. */
    async askFlows(allowed: readonly string[]): Promise<void> {
      await doDueWork([flowTurns({ ...workers, files, hosts: publicHostsAnd(allowed) })], workers);
    },
    breakWorkers: workersDatabase.breakOnce,
    /** Cancels all planned faults. */
    endFaults(): void {
      workersDatabase.endFaults();
      connectors.endFaults();
    },
    async close(): Promise<void> {
      await connectors.stop();
      channel.close();
      streams.close();
      await jobs.stop();
      await workersDatabase.close();
      await database.close();
      await ownerSql.end({ timeout: 5 });
      await dropDatabase(adminUrl, name);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestSystem = Awaited<ReturnType<typeof openTestSystem>>;

type EnvironmentParts = {
  channel: FaultyChannel;
  calls: readonly ApiFetch[];
  database: BreakableDatabase;
  connectors: ReturnType<typeof openConnectors>;
  ownerSql: postgres.Sql;
  desk: SeededCompany;
};

/** Opens the environment of one schedule: the test system's agents with new browsers, and the faults. */
async function openEnvironment(parts: EnvironmentParts): Promise<ChaosEnvironment & { close(): Promise<void> }> {
  const { channel, calls, database, connectors, ownerSql, desk } = parts;
  const { companyId, connectionId } = desk;
  const { phones } = channel;
  const agents = [agentOf(calls[0]), agentOf(calls[1])] as const;
  const timers: NodeJS.Timeout[] = [];
  const devices = agents.map(({ device }) => device);

  async function injectFault(fault: Fault): Promise<void> {
    if (injectDeviceFault(devices, fault)) return;
    switch (fault.kind) {
      case "api-write-lost":
        return database.breakOnce("write-lost", fault.skip);
      case "api-commit-unknown":
        return database.breakOnce("commit-unknown", fault.skip);
      case "connector-write-lost":
        return connectors.breakOnce("write-lost", fault.skip);
      case "connector-commit-unknown":
        return connectors.breakOnce("commit-unknown", fault.skip);
      case "database-cut":
        await ownerSql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name not in ('chaos owner', 'balcao jobs')`;
        return;
      case "connector-killed":
        return connectors.kill();
      case "connector-paused":
        return connectors.pause();
      case "connector-replaced":
        return connectors.replace();
      case "second-connector":
        await connectors.start();
        return;
      default: {
        const injected = channel.injectFault(fault);
        if (!injected) throw new Error(`${fault.kind} is not supported by this connection`);
        const end = await injected;
        if (end) timers.push(setTimeout(() => void end.do(), end.afterMs));
      }
    }
  }

  return {
    ...channel.facts,
    ...{ companyId, connectionId, phones, agents, injectFault },
    query: (question) => retryUntilDone(() => question(ownerSql)),
    async endFaults() {
      for (const timer of timers) clearTimeout(timer);
      await channel.endFaults();
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      for (const { device } of agents) await device.close();
      database.endFaults();
      await ownerSql`delete from chaos_violations`;
      if (connectors.count !== 1) await connectors.replace();
      await connectors.settle();
    },
  };
}
