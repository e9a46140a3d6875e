import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as v from "valibot";
import type { AppEnv } from "./app-env.ts";
import { validated } from "./validate.ts";

const COOKIE = "sandbox-internet";
/** The cut ends after this time when the page was closed without restoring the network. */
const LONGEST_CUT_S = 15 * 60;
const SLOW_MS = 1_500;

const internets = ["good", "slow", "none"] as const;
const InternetChange = v.object({ internet: v.picklist(internets) });
type Internet = (typeof internets)[number];
type Connection = { destroy(): unknown; once(event: "close", listener: () => void): unknown };

/**
 * Simulates the network of one browser in the sandbox. The state is a cookie, so it applies in every process and tab.
 * With `none` the connection is closed without a response, as if the server were unreachable. Calls to /sandbox are
 * always answered.
 */
export function sandboxInternet(sessionOf: (cookies: string) => string | null) {
  const open = new Map<string, Set<Connection>>();

  const obey: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (/^\/sandbox(\/|$)/.test(c.req.path)) return next();
    const internet = readInternet(getCookie(c, COOKIE));
    const connection = c.env?.incoming?.socket;
    if (internet === "none") {
      connection?.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    const browser = sessionOf(c.req.header("Cookie") ?? "");
    if (browser && connection) remember(browser, connection);
    if (internet === "slow") await sleep(SLOW_MS);
    await next();
  };

  function remember(browser: string, connection: Connection) {
    const connections = open.get(browser) ?? new Set();
    if (connections.has(connection)) return;
    open.set(browser, connections.add(connection));
    connection.once("close", () => {
      connections.delete(connection);
      if (connections.size === 0) open.delete(browser);
    });
  }

  const routes = new Hono<AppEnv>()
    .get("/sandbox/internet", (c) => c.json({ internet: readInternet(getCookie(c, COOKIE)) }))
    .put("/sandbox/internet", validated("json", InternetChange), (c) => {
      const { internet } = c.req.valid("json");
      const maxAge = internet === "good" ? 0 : LONGEST_CUT_S;
      setCookie(c, COOKIE, internet, { path: "/", httpOnly: true, sameSite: "Strict", maxAge });
      const browser = sessionOf(c.req.header("Cookie") ?? "");
      // Aborts streams and downloads opened before; this call's own connection stays open.
      if (internet === "none" && browser) {
        for (const connection of open.get(browser) ?? [])
          if (connection !== c.env?.incoming?.socket) connection.destroy();
      }
      return c.json({ internet });
    });

  return { obey, routes };
}

const readInternet = (value: string | undefined): Internet => internets.find((one) => one === value) ?? "good";
