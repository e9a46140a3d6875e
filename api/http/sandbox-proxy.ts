import { type Context, Hono } from "hono";
import { proxy } from "hono/proxy";
import type { AppEnv } from "./app-env.ts";
import { refuse } from "./on-error.ts";

/** Proxies `/sandbox` to the connector, which serves it. Without a sandbox the path does not exist. */
export function sandboxProxy(sandboxUrl: string) {
  const app = new Hono<AppEnv>();
  const forward = (c: Context<AppEnv>) => {
    if (!sandboxUrl) return refuse(c, "ERR_NOT_FOUND");
    const { search } = new URL(c.req.url);
    // Redirects are passed on to the browser.
    return proxy(`${sandboxUrl}${c.req.path}${search}`, { raw: c.req.raw, redirect: "manual" });
  };
  return app.all("/sandbox", forward).all("/sandbox/*", forward);
}
