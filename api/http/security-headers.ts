import { createMiddleware } from "hono/factory";
import { isForDevice } from "./device-answers.ts";

type Deployment = {
  publicUrl: string;
  /** The sandbox's page is the only one that may show the desk in a frame. */
  hasSandbox: boolean;
};

/**
 * No inline script or style. The only external origin is the player of help videos, in a frame; blob: is for media played from the device's store, wasm for the
 * voice message encoder.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self' blob:",
  "img-src 'self' blob: data:",
  "media-src 'self' blob: data:",
  "connect-src 'self'",
  "frame-src 'self' https://www.youtube-nocookie.com",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

const always = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(self), microphone=(self)",
};

/** Returns the headers of every response but those to devices. When the desk is reached by https, browsers keep to https for a year. */
export function securityHeadersOf({ publicUrl, hasSandbox }: Deployment): Record<string, string> {
  const isSecure = publicUrl.startsWith("https:");
  return {
    ...always,
    "Content-Security-Policy": [...contentSecurityPolicy, `frame-ancestors ${hasSandbox ? "'self'" : "'none'"}`].join(
      "; ",
    ),
    "X-Frame-Options": hasSandbox ? "SAMEORIGIN" : "DENY",
    ...(isSecure && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}

/**
 * Adds the headers to every response that does not set its own; to the data of devices only the one that keeps a
 * browser from taking it for a page. They are set on the finished response: `c.header()` would copy it, and the copy's
 * body would be a stream, sent in parts and a timer's tick later.
 */
export function securityHeaders(deployment: Deployment) {
  const own = Object.entries(securityHeadersOf(deployment));
  const ofDevices = own.filter(([name]) => name === "X-Content-Type-Options");
  return createMiddleware(async (c, next) => {
    await next();
    const { headers } = c.res;
    const { path } = c.req;
    for (const [name, value] of isForDevice(path, c.res) ? ofDevices : own)
      if (!headers.has(name)) headers.set(name, value);
    if (!headers.has("Cache-Control") && !path.startsWith("/assets/")) headers.set("Cache-Control", "no-store");
  });
}
