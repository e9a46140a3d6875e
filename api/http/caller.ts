import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { networkOf } from "./network-of.ts";

type Caller = {
  /** The header X-Forwarded-For. */
  forwarded: string | undefined;
  /** The address at the other end of the connection. */
  remote: string | undefined;
};

/**
 * Returns the network of a request's or socket's caller, by which calls are counted and limited. X-Forwarded-For is
 * trusted only from our own proxy, and only its last entry.
 */
export function networkOfCaller({ forwarded, remote }: Caller, trustsProxy: boolean): string {
  const last = trustsProxy ? forwarded?.split(",").at(-1)?.trim() : undefined;
  return networkOf(last || remote || "unknown");
}

export const callerNetwork = (c: Context<AppEnv>, trustsProxy: boolean): string =>
  networkOfCaller(
    { forwarded: c.req.header("X-Forwarded-For"), remote: c.env?.incoming?.socket.remoteAddress },
    trustsProxy,
  );

/** Returns the origin at which the caller reaches us, for absolute addresses. */
export function originOf(c: Context<AppEnv>, options: { publicUrl: string; trustsProxy: boolean }): string {
  if (options.publicUrl) return options.publicUrl;
  const url = new URL(c.req.url);
  if (options.trustsProxy) {
    url.protocol = `${c.req.header("X-Forwarded-Proto") ?? url.protocol.slice(0, -1)}:`;
    url.host = c.req.header("X-Forwarded-Host") ?? url.host;
  }
  return url.origin;
}
