import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import type { ConnectionDirectory } from "./connections.ts";
import type { ConversationReader } from "./conversation-reader.ts";
import { WhatsAppEmulator } from "./emulator.ts";
import { createHttp } from "./http.ts";
import { Mailbox, startMailServer } from "./mail/index.ts";
import { PhoneDirectory } from "./phone-directory.ts";

export interface SandboxOptions {
  /** HTTP port; 0 for any free port. */
  port: number;
  /** Port of the emulator's WebSocket; 0 for any free port. */
  wsPort: number;
  /** Port of the mail server; 0 or absent for any free port. */
  smtpPort?: number;
  dataDir: string;
  connections: ConnectionDirectory;
  /** Reads what arrived in Balcão; without it the page's steps cannot be marked as done. */
  reader?: ConversationReader;
  onProblem?(error: unknown): void;
}

export interface RunningSandbox {
  httpUrl: string;
  /** Value for Baileys' `waWebSocketUrl`. */
  wsUrl: string;
  /** Path of the certificate that clients must trust to exchange media. */
  caPath: string;
  /** Value for `SMTP_URL`. */
  smtpUrl: string;
  emulator: WhatsAppEmulator;
  stop(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const directory = join(options.dataDir, "sandbox");
  const emulator = await WhatsAppEmulator.start({ port: options.wsPort, directory, autoDeliver: true });
  emulator.on("problem", (error) => options.onProblem?.(error));
  const mailbox = new Mailbox();
  const mailServer = await startMailServer(mailbox, options.smtpPort);
  const { fetch } = createHttp(new PhoneDirectory(emulator, options.connections), options.reader, mailbox);
  const server = serve({ fetch, port: options.port, hostname: "127.0.0.1" }) as Server;
  await once(server, "listening");
  return {
    httpUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wsUrl: emulator.url,
    caPath: emulator.media.caPath,
    smtpUrl: mailServer.url,
    emulator,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await mailServer.stop();
      await emulator.stop();
    },
  };
}
