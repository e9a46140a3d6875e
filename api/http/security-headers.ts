import { createMiddleware } from "hono/factory";

type Deployment = {
  publicUrl: string;
  /** Only the sandbox's page shows the desk in a frame. */
  hasSandbox: boolean;
};

/**
 * No inline script or style, nothing from elsewhere; blob: is what the device plays from its own store, wasm the
 * encoder of voice messages.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self' blob:",
  "img-src 'self' blob: data:",
  "media-src 'self' blob: data:",
  "connect-src 'self'",
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

/** Every answer's headers. Where people reach the desk by https, browsers keep to that for a year. */
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

/** On every answer that has not said something of its own. */
export function securityHeaders(deployment: Deployment) {
  const headers = securityHeadersOf(deployment);
  return createMiddleware(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
    const { pathname } = new URL(c.req.url);
    if (!c.res.headers.has("Cache-Control") && !pathname.startsWith("/assets/")) c.header("Cache-Control", "no-store");
  });
}
