import type { Socket } from "socket.io";
import type { Config } from "../config.ts";
import { networkOfCaller } from "../http/caller.ts";

type Handshake = { handshake: Pick<Socket["handshake"], "headers" | "address" | "secure"> };

/** Returns the network of the socket's client, by which sockets are counted. */
export function clientNetworkOf({ handshake }: Handshake, config: Pick<Config, "trustsProxy">): string {
  const forwarded = handshake.headers["x-forwarded-for"];
  return networkOfCaller({ forwarded: forwarded && String(forwarded), remote: handshake.address }, config.trustsProxy);
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
