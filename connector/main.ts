import "./quiet-console.ts";
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { openDatabase, openMetrics, releaseLoadingMemory, startProblem } from "../db/index.ts";
import { readMailConfig } from "../domain/account/mail/index.ts";
import { readMailRules } from "../domain/office/mails/index.ts";
import { ConfigError, keepFilesPrivate, readSecretKeys, readSwitch } from "../outside/environment/index.ts";
import { readDiskReserve, readFilesAddress } from "../outside/file-store/index.ts";
import { readMetaConfig } from "../outside/graph/index.ts";
import { readPayments } from "../outside/payments/index.ts";
import { PUSH_CONTACT as defaultContact } from "../outside/web-push/index.ts";
import { defaultConfig, sandboxConfig } from "./config.ts";
import { startConnector } from "./connector.ts";
import { openLogger } from "./logger.ts";
import { startStatusServer } from "./status-server.ts";

const logger = openLogger();

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

async function main(): Promise<void> {
  const databaseUrl = required("DATABASE_URL");
  const {
    SANDBOX_WS_URL,
    SANDBOX_CA,
    DATA_DIR = "./.data",
    PUSH_ALLOW = "",
    PUSH_CONTACT = "",
    FLOW_ALLOW = "",
  } = process.env;
  keepFilesPrivate(DATA_DIR);
  if (SANDBOX_CA) tls.setDefaultCACertificates([...tls.getCACertificates(), readFileSync(SANDBOX_CA, "utf8")]);
  const channels = SANDBOX_WS_URL ? sandboxConfig(SANDBOX_WS_URL) : defaultConfig;
  const diskReserveBytes = readDiskReserve(process.env.DISK_RESERVE_MB);
  const config = { ...channels, diskReserveBytes, allowedOrigins: FLOW_ALLOW.split(",").filter(Boolean) };
  // Before the first session starts, when a pause affects nobody.
  releaseLoadingMemory();
  const database = openDatabase(databaseUrl, { max: 20, name: "balcao connector" });
  const problem = await startProblem(database, logger);
  if (problem) throw new ConfigError(problem);
  const secrets = readSecretKeys(process.env);
  const metrics = openMetrics(database, { ofProcess: true });
  const connector = await startConnector({
    database,
    databaseUrl,
    dataDir: DATA_DIR,
    filesAddress: readFilesAddress(process.env, DATA_DIR),
    secrets,
    config,
    logger,
    metrics,
    meta: readMetaConfig(process.env),
    payments: readPayments(process.env),
    mail: readMailConfig(process.env),
    mailRules: readMailRules(process.env),
    push: { contact: PUSH_CONTACT || defaultContact, allowed: PUSH_ALLOW.split(",").filter(Boolean) },
  });
  const { ownership } = connector;
  const { STATUS_HOST = "127.0.0.1", STATUS_PORT, METRICS_TOKEN = "" } = process.env;
  const status = STATUS_PORT
    ? await startStatusServer(
        { host: STATUS_HOST, port: Number(STATUS_PORT), token: METRICS_TOKEN },
        { database, metrics, ownership },
      )
    : null;

  let isStopping = false;
  async function stop(why: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    logger.info({ event: "shutdown", why }, "Shutting down");
    await connector.stop();
    status?.stop();
    await database.close();
    process.exit(0); // the channel's library leaves timers behind
  }
  const stopOrDie = (why: string) =>
    void stop(why).catch((error) => {
      logger.fatal({ event: "shutdown_failed", err: error }, "Shutdown failed");
      process.exit(1);
    });
  // An imported library exits immediately on these signals; our shutdown takes time.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.removeAllListeners(signal);
  process.on("SIGTERM", () => stopOrDie("SIGTERM"));
  process.on("SIGINT", () => stopOrDie("SIGINT"));
  if (readSwitch("PARENT_WATCH", process.env.PARENT_WATCH))
    process.stdin.resume().on("end", () => stopOrDie("the parent is gone"));

  process.stdout.write(`${JSON.stringify({ ready: true, owner: ownership.owner, status: status?.url })}\n`);
}

process.on("unhandledRejection", (error) =>
  logger.error({ event: "unhandled_rejection", err: error }, "Unhandled promise rejection"),
);
main().catch((error) => {
  // A wrong setting is a sentence for the operator, as with the other programs.
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else logger.fatal({ event: "start_failed", err: error }, "Connector did not start");
  process.exit(1);
});
