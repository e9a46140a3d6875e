import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/**
 * Returns the caller's network address. X-Forwarded-For is trusted only from our own proxy, and only its last entry.
 */
export function callerAddress(c: Context<AppEnv>, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? c.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || c.env?.incoming?.socket.remoteAddress || "unknown";
}

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
