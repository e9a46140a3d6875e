import pino from "pino";
import { openDatabase } from "../../db/index.ts";
import { readMetaConfig } from "../../outside/graph/index.ts";
import { sandboxConfig } from "../config.ts";
import { startConnector } from "../connector.ts";

/** A connector as a process that a test can kill, with short leases. */
const { DATABASE_URL = "", DATA_DIR = "", SECRET_KEY = "" } = process.env;
const config = {
  ...sandboxConfig("ws://127.0.0.1:1"),
  leaseSeconds: 1,
  renewMs: 200,
  pollMs: 200,
  recheckMs: 600,
};
await startConnector({
  database: openDatabase(DATABASE_URL, { max: 8, name: "balcao page program" }),
  dataDir: DATA_DIR,
  secrets: SECRET_KEY,
  config,
  logger: pino({ level: process.env.LOG_LEVEL ?? "silent" }, pino.destination(2)),
  meta: readMetaConfig(process.env),
});
process.stdout.write("ready\n");
