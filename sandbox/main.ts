import "./quiet-console.ts";
import postgres from "postgres";
import { keepFilesPrivate } from "../outside/environment/index.ts";
import { AI_KEY, AI_MODEL } from "./ai/index.ts";
import type { SandboxConnection } from "./connections.ts";
import { openConversationReader } from "./conversation-reader.ts";
import { META_APP_ID, META_APP_SECRET, META_VERIFY_TOKEN } from "./meta/index.ts";
import { paymentEnvironment } from "./payments/index.ts";
import { startSandbox } from "./start-sandbox.ts";

const { SANDBOX_PORT = "0", SANDBOX_WS_PORT = "0", SANDBOX_SMTP_PORT = "0" } = process.env;
const { DATA_DIR, DATABASE_OWNER_URL, PARENT_WATCH } = process.env;
if (!DATA_DIR || !DATABASE_OWNER_URL) {
  process.stderr.write("The sandbox needs DATA_DIR and DATABASE_OWNER_URL.\n");
  process.exit(1);
}

keepFilesPrivate(DATA_DIR);

// One sandbox serves all companies, so it signs in as the owner, which can read every company's rows.
const sql = postgres(DATABASE_OWNER_URL, { max: 2, onnotice: () => {} });
const sandbox = await startSandbox({
  port: Number(SANDBOX_PORT),
  wsPort: Number(SANDBOX_WS_PORT),
  smtpPort: Number(SANDBOX_SMTP_PORT),
  dataDir: DATA_DIR,
  connections: {
    listConnections: () => sql<SandboxConnection[]>`
      SELECT id, company_id AS "companyId", name, number, status::text, qrcode
      FROM connections WHERE channel = 'whatsapp' ORDER BY created_at, id`,
  },
  reader: openConversationReader(sql),
  // Only the message is written: errors of libsignal may carry keys.
  onProblem: (error) => process.stderr.write(`sandbox: ${error instanceof Error ? error.message : "problem"}\n`),
});

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  await sandbox.stop();
  await sql.end({ timeout: 1 });
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
process.on("disconnect", stop);
if (PARENT_WATCH === "1") process.stdin.on("end", stop).resume();

const { httpUrl, wsUrl, smtpUrl, caPath } = sandbox;
const meta = { metaAppId: META_APP_ID, metaAppSecret: META_APP_SECRET, metaVerifyToken: META_VERIFY_TOKEN };
const ai = { aiKey: AI_KEY, aiModel: AI_MODEL };
const payments = paymentEnvironment(httpUrl);
process.stdout.write(`${JSON.stringify({ ready: true, httpUrl, wsUrl, smtpUrl, caPath, ...meta, ...ai, payments })}\n`);
