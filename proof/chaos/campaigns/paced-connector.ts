import "../../../connector/quiet-console.ts";
import { readFileSync } from "node:fs";
import tls from "node:tls";
import pino from "pino";
import { sandboxConfig } from "../../../connector/config.ts";
import { startConnector } from "../../../connector/connector.ts";
import { openDatabase } from "../../../db/index.ts";

/** The connector program, with a shorter pause between campaign messages: the product itself has no such setting. */
const { DATABASE_URL = "", DATA_DIR = "", SECRET_KEY = "", SANDBOX_WS_URL = "", SANDBOX_CA = "" } = process.env;
tls.setDefaultCACertificates([...tls.getCACertificates(), readFileSync(SANDBOX_CA, "utf8")]);
const logger = pino({ level: process.env.LOG_LEVEL ?? "silent" }, pino.destination(2));
process.on("unhandledRejection", (error) => logger.error({ err: error }, "Unhandled promise rejection"));

const database = openDatabase(DATABASE_URL, { max: 20, name: "balcao connector" });
const connector = await startConnector({
  ...{ database, databaseUrl: DATABASE_URL, dataDir: DATA_DIR, secrets: SECRET_KEY, logger },
  config: { ...sandboxConfig(SANDBOX_WS_URL), campaignPauseMs: Number(process.env.CAMPAIGN_PAUSE_MS) },
}).catch((error) => {
  // Without its database it ends, and is started again.
  logger.error({ err: error }, "Connector did not start");
  process.exit(1);
});

async function stop(): Promise<void> {
  await connector.stop();
  await database.close();
  process.exit(0); // the channel's library leaves timers behind
}
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.removeAllListeners(signal);
  process.on(signal, () => void stop());
}
process.stdin.resume().on("end", () => void stop());
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
