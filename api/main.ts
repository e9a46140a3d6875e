import { serve } from "@hono/node-server";
import {
  listenToChanges,
  migrate,
  openDatabase,
  openMetrics,
  openSequencer,
  releaseLoadingMemory,
  startProblem,
} from "../db/index.ts";
import { openSettingsBox } from "../domain/account/settings/index.ts";
import { loadPushKeys } from "../domain/desk/notifications/index.ts";
import { listenToPresence } from "../domain/desk/presence/index.ts";
import { ConfigError, keepFilesPrivate } from "../outside/environment/index.ts";
import { openFileStore } from "../outside/file-store/index.ts";
import { numberAnnouncements, openStreams } from "../sync/server/index.ts";
import { createApp } from "./app.ts";
import { type ProcessConfig, readConfig } from "./config.ts";
import { openLogger } from "./http/logger.ts";
import { type Live, openLive } from "./live/open-live.ts";
import { openBackupMetrics } from "./platform/backups/metrics.ts";
import { listenToEndedSessions, openKnownSessions, refuseDemoAccounts } from "./session/index.ts";
import { startSealing } from "./settings/seal-plain-settings.ts";

/** The longest time of one statement: it holds one of the ten connections. Exports are exempt. */
const STATEMENT_MS = 10_000;
/** Time for requests in progress when the process is asked to end. */
const GRACE_MS = 5_000;

async function main(config: ProcessConfig): Promise<void> {
  keepFilesPrivate(config.dataDir);
  const logger = openLogger(config.logLevel);
  if (config.ownerUrl) await migrate(config.ownerUrl, config.databaseUrl);
  const database = openDatabase(config.databaseUrl, {
    ...{ max: 10, name: "balcao api", statementTimeoutMs: STATEMENT_MS },
  });
  const problem = await startProblem(database, logger);
  if (problem) throw new ConfigError(problem);
  if (!config.hasSandbox) await refuseDemoAccounts(database);
  const metrics = openMetrics(database, { ofProcess: true });
  const sequencer = openSequencer(database, { took: metrics.sequencerTook });
  const streams = openStreams({
    ...{ database, sequencer },
    onError: (err) => logger.error({ event: "stream_failed", err }, "Event stream failed"),
  });
  const knownSessions = await openKnownSessions(database);
  let live: Live | null = null;
  const subscriptions = [
    knownSessions,
    await listenToChanges(database, streams.notify, streams.notifyAll),
    await numberAnnouncements({
      ...{ database, sequencer, feed: streams },
      onError: (err) => logger.error({ event: "announcement_numbering_failed", err }, "Announcement was not numbered"),
    }),
    await listenToPresence(database, streams.onPresence),
    await listenToEndedSessions(database, (sessionId, reason) => {
      streams.endSession(sessionId, reason);
      live?.endSession(sessionId, reason);
    }),
  ];
  await loadPushKeys(database, config.secrets);
  subscriptions.push(startSealing({ database, settingsBox: openSettingsBox(config.secrets), logger }));
  const fileStore = openFileStore(config.filesAddress, config.dataDir, { reserveBytes: config.diskReserveBytes });
  metrics.gauge("disk_free_bytes", "Free where the files lie", fileStore.freeBytes);
  openBackupMetrics(metrics, database, config.backupPlan ?? null);
  const app = createApp({ database, sequencer, fileStore, streams, config, logger, metrics, knownSessions });

  releaseLoadingMemory();
  const server = serve({ fetch: app.fetch, hostname: config.host, port: config.port }, ({ port }) => {
    const host = config.host.includes(":") ? `[${config.host}]` : config.host;
    console.log(JSON.stringify({ ready: true, url: config.publicUrl || `http://${host}:${port}`, port }));
  });
  live = openLive(server, { database, streams, config, logger });
  server.on("error", (err) => {
    logger.fatal({ event: "listen_failed", err }, "Cannot listen on the configured address");
    process.exit(1);
  });

  let isEnding = false;
  async function end(reason: string) {
    if (isEnding) return;
    isEnding = true;
    logger.info({ event: "shutdown", reason }, "Shutting down");
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    streams.close();
    live?.close();
    // Waits for the requests in progress; idle connections are closed.
    await new Promise((resolve) => server.close(resolve));
    for (const subscription of subscriptions) await subscription.stop();
    await database.close();
    process.exit(0);
  }
  process.on("SIGTERM", () => end("SIGTERM"));
  process.on("SIGINT", () => end("SIGINT"));
  if (config.watchesParent) {
    process.stdin.on("end", () => end("the parent is gone")).on("error", () => end("the parent is gone"));
    process.stdin.resume();
  }
}

try {
  await main(readConfig(process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}
