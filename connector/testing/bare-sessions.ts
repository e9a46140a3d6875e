import "../quiet-console.ts";
import type { WASocket } from "@whiskeysockets/baileys";
import postgres from "postgres";
import { connect, memoryAuth, textOf } from "../../sandbox/testing/real-client.ts";

/**
 * A program with only the channel's library, as a baseline for the connector: links each given connection, stores
 * nothing, and prints each received text with its time.
 */
const { DATABASE_OWNER_URL = "", SANDBOX_URL = "", SANDBOX_WS_URL = "", CONNECTION_IDS = "" } = process.env;
const sql = postgres(DATABASE_OWNER_URL, { max: 1, onnotice: () => {} });
const sockets: WASocket[] = [];

for (const id of CONNECTION_IDS.split(",").filter(Boolean)) {
  const scanQr = async (qrcode: string) => {
    await sql`update connections set qrcode = ${qrcode} where id = ${id}`;
    const answer = await fetch(`${SANDBOX_URL}/sandbox/connections/${id}/scan`, { method: "POST" });
    if (!answer.ok) throw new Error(`the scan failed with status ${answer.status}`);
    return 0;
  };
  const sock = await connect(SANDBOX_WS_URL, memoryAuth(), { scanQr });
  sock.ev.on("messages.upsert", ({ messages }) => {
    for (const message of messages) {
      const at = performance.timeOrigin + performance.now();
      process.stdout.write(`${JSON.stringify({ received: textOf(message), at })}\n`);
    }
  });
  sockets.push(sock);
}
process.stdin.resume().on("end", () => process.exit(0));
process.stdout.write(`${JSON.stringify({ ready: true, sessions: sockets.length })}\n`);
