import { MIN_PAUSE_MS } from "../contracts/marketing/campaigns.ts";
import type { AddressPolicy } from "../outside/untrusted-fetch/index.ts";

/** `origin`: the media host for messages that name no other allowed host. */
export type MediaHosts = AddressPolicy & { origin: string };

export type ConnectorConfig = {
  /** The address of the channel's server, if it is not the real one. */
  webSocketUrl?: string;
  /** Hosts from which media, pictures and history may be fetched. The sender of a message chooses the address. */
  mediaHosts: MediaHosts;
  /** Local origins allowed for flows and their files: "http://127.0.0.1:9000". */
  allowedOrigins: readonly string[];
  leaseSeconds: number;
  renewMs: number;
  /** How often work is polled that notifications normally announce. */
  pollMs: number;
  maxSessions: number;
  /** The pause between two session starts. */
  startEveryMs: number;
  backoffMs: { least: number; most: number };
  /** A message is sent again with the same id when it is not acknowledged within this time. */
  acceptWithinMs: number;
  qrRounds: number;
  /** The life of each QR code; default: the channel's own. */
  qrTimeoutMs?: number;
  /** The pause between two messages of a connection. */
  sendDelayMs: { least: number; most: number };
  /** The shortest pause between two messages of a campaign on a connection. */
  campaignPauseMs: number;
  /** The pause between two picture requests, and between two polls when none is due. */
  pictureMs: { least: number; most: number; idle: number };
  /** How often a page's token is checked: Meta does not announce its end. */
  pageCheckMs: number;
  /** How long a message without an answer from Meta waits before it is looked up and retried. */
  recheckMs: number;
  /** Files are stored only while more than this is free. */
  diskReserveBytes: number;
  /** How long the shutdown waits for work in progress. */
  drainMs: number;
};

const MEDIA_ORIGIN = "https://mmg.whatsapp.net";

const isWhatsAppHost = ({ protocol, hostname, port }: URL) =>
  protocol === "https:" && port === "" && (hostname === "whatsapp.net" || hostname.endsWith(".whatsapp.net"));

const isSandboxHost = ({ protocol, hostname }: URL) => protocol === "https:" && hostname === "127.0.0.1";

/** The media server of the sandbox: its port is known at run time. */
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
  maxSessions: 100,
  startEveryMs: 150,
  backoffMs: { least: 1_000, most: 60_000 },
  acceptWithinMs: 30_000,
  campaignPauseMs: MIN_PAUSE_MS,
  qrRounds: 3,
  sendDelayMs: { least: 1_000, most: 3_000 },
  pictureMs: { least: 4_000, most: 20_000, idle: 60_000 },
  pageCheckMs: 600_000,
  recheckMs: 15_000,
  diskReserveBytes: 0,
  drainMs: 5_000,
};

/** The configuration for the sandbox on this machine, without send limits. */
export const sandboxConfig = (webSocketUrl: string): ConnectorConfig => ({
  ...defaultConfig,
  webSocketUrl,
  mediaHosts: sandboxMediaHosts,
  startEveryMs: 20,
  backoffMs: { least: 100, most: 5_000 },
  sendDelayMs: { least: 0, most: 0 },
  pictureMs: { least: 50, most: 200, idle: 2_000 },
  pageCheckMs: 3_000,
  recheckMs: 2_000,
});
