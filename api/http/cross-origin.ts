import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const EXPOSED = ["Retry-After", "X-Request-Id"];

/**
 * Allows requests with credentials from other origins. The library answers preflights; for other requests it would copy
 * the response (see `securityHeaders`), so its headers are set here.
 */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler {
  const preflight = cors({ origin: [...origins], credentials: true, exposeHeaders: EXPOSED });
  return async (c, next) => {
    if (c.req.method === "OPTIONS") return preflight(c, next);
    await next();
    const origin = c.req.header("Origin");
    if (isOwnOrigin(origin, c.req.header("Host"))) return;
    const { headers } = c.res;
    if (origin && origins.includes(origin)) headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Credentials", "true");
    headers.set("Access-Control-Expose-Headers", EXPOSED.join(","));
    headers.append("Vary", "Origin");
  };
}

/** The app's own requests need no permission. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
