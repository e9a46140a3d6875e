import type { MediaHosts } from "./whatsapp/media-blob.ts";

export type ConnectorConfig = {
  /** Where the channel's server is, when it is not the real one. */
  webSocketUrl?: string;
  /** Where media, pictures and history may be fetched from. A sender chooses the address. */
  mediaHosts: MediaHosts;
  /** Origins of this machine that a flow may be at, or its files: "http://127.0.0.1:9000". */
  allowedOrigins: readonly string[];
  leaseSeconds: number;
  renewMs: number;
  /** How often everything that is normally told by a notification is looked for anyway. */
  pollMs: number;
  mostSessions: number;
  /** Between two sessions that start. */
  startEveryMs: number;
  backoffMs: { least: number; most: number };
  /** An accepted message is acknowledged within this; then it is sent again under the same id. */
  acceptWithinMs: number;
  qrRounds: number;
  /** Each code's life; the channel's own without it. */
  qrTimeoutMs?: number;
  /** Between two messages of a connection. */
  paceMs: { least: number; most: number };
  /** Between two pictures that are asked for, and between two looks when there was none to ask for. */
  pictureMs: { least: number; most: number; idle: number };
  /** How often a page's token is tried: Meta tells nobody that it has ended. */
  pageCheckMs: number;
  /** A message whose answer Meta did not give rests so long, and is looked up before it goes again. */
  lookAgainMs: number;
  /** Files are stored only while more than this is free. */
  diskReserveBytes: number;
  /** To end what is in flight when the program is asked to stop. */
  drainMs: number;
};

const MEDIA_ORIGIN = "https://mmg.whatsapp.net";

const isWhatsAppHost = ({ protocol, hostname, port }: URL) =>
  protocol === "https:" && port === "" && (hostname === "whatsapp.net" || hostname.endsWith(".whatsapp.net"));

const isSandboxHost = ({ protocol, hostname }: URL) => protocol === "https:" && hostname === "127.0.0.1";

/** The emulator's media server: its port is known only when it runs. */
export const sandboxMediaHosts: MediaHosts = {
  isAllowed: isSandboxHost,
  isPrivateAllowed: isSandboxHost,
  origin: MEDIA_ORIGIN,
};

export const defaultConfig: ConnectorConfig = {
  mediaHosts: { isAllowed: isWhatsAppHost, origin: MEDIA_ORIGIN },
  allowedOrigins: [],
  leaseSeconds: 20,
  renewMs: 3_000,
  pollMs: 3_000,
  mostSessions: 100,
  startEveryMs: 150,
  backoffMs: { least: 1_000, most: 60_000 },
  acceptWithinMs: 30_000,
  qrRounds: 3,
  paceMs: { least: 1_000, most: 3_000 },
  pictureMs: { least: 4_000, most: 20_000, idle: 60_000 },
  pageCheckMs: 600_000,
  lookAgainMs: 15_000,
  diskReserveBytes: 0,
  drainMs: 5_000,
};

/** Against the emulator on this machine: nobody there minds how fast we write. */
export const sandboxConfig = (webSocketUrl: string): ConnectorConfig => ({
  ...defaultConfig,
  webSocketUrl,
  mediaHosts: sandboxMediaHosts,
  startEveryMs: 20,
  backoffMs: { least: 100, most: 5_000 },
  paceMs: { least: 0, most: 0 },
  pictureMs: { least: 50, most: 200, idle: 2_000 },
  pageCheckMs: 3_000,
  lookAgainMs: 2_000,
});
