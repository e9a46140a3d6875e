import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** The caller's network address. X-Forwarded-For is believed only from our own proxy, and only its own last entry. */
export function callerAddress(c: Context<AppEnv>, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? c.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || c.env?.incoming?.socket.remoteAddress || "unknown";
}

/** Where the caller reaches us, for addresses that have to be absolute. */
export function originOf(c: Context<AppEnv>, options: { publicUrl: string; trustsProxy: boolean }): string {
  if (options.publicUrl) return options.publicUrl;
  const url = new URL(c.req.url);
  if (options.trustsProxy) {
    url.protocol = `${c.req.header("X-Forwarded-Proto") ?? url.protocol.slice(0, -1)}:`;
    url.host = c.req.header("X-Forwarded-Host") ?? url.host;
  }
  return url.origin;
}
