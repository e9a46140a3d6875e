import type { Socket } from "socket.io";
import type { Config } from "../config.ts";

type Handshake = { handshake: Pick<Socket["handshake"], "headers" | "address" | "secure"> };

/** Returns the client's IP address; behind a trusted proxy, the last one that the proxy added. */
export function clientAddressOf({ handshake }: Handshake, config: Pick<Config, "trustsProxy">): string {
  const forwarded = config.trustsProxy ? String(handshake.headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || handshake.address;
}

/**
 * Returns whether the cookie may be used: a page of another origin also sends the user's cookie, so it counts only
 * for configured origins.
 */
export function isOurPage({ handshake }: Handshake, config: Pick<Config, "corsOrigins">): boolean {
  const { origin, host } = handshake.headers;
  return origin === undefined || config.corsOrigins.includes(origin) || URL.parse(origin)?.host === host;
}

/** Returns the origin at which the client reaches us. */
export function serverOriginOf({ handshake }: Handshake, config: Pick<Config, "publicUrl">): string {
  const { headers, secure } = handshake;
  return config.publicUrl || `${secure ? "https" : "http"}://${headers.host ?? ""}`;
}
