import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
import { type Client, givenApp, givenSignedIn } from "../testing/given-app.ts";

const address = (server: { address(): unknown }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const cut = { cookie: "sandbox-internet=none" };
let sandbox: Server;
let desk: ReturnType<typeof serve>;
let ana: Client;

beforeAll(async () => {
  sandbox = createServer((_, response) => response.end("the page"));
  await new Promise<void>((resolve) => sandbox.listen(0, "127.0.0.1", resolve));
  const given = await givenApp({ sandboxUrl: address(sandbox) });
  ana = await givenSignedIn(given, (await givenCompany()).ana);
  await new Promise<void>((resolve) => {
    desk = serve({ fetch: given.app.fetch, hostname: "127.0.0.1", port: 0 }, () => resolve());
  });
});
afterAll(() => {
  for (const server of [desk, sandbox]) {
    (server as Server).closeAllConnections();
    server.close();
  }
});

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${address(desk)}${path}`, { headers });
const choose = (internet: string, headers: Record<string, string> = {}) =>
  fetch(`${address(desk)}/sandbox/internet`, {
    method: "PUT",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ internet }),
  });

describe("the simulated network of the sandbox", () => {
  test("is a cookie of the browser that sets it, and expires", async () => {
    const chosen = await choose("none");
    expect(chosen.status).toBe(200);
    expect(chosen.headers.get("Set-Cookie")).toMatch(
      /^sandbox-internet=none; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await choose("good")).headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
    expect((await choose("warp")).status).toBe(400);
    expect(await (await ask("/sandbox/internet", cut)).json()).toEqual({ internet: "none" });
    expect(await (await ask("/sandbox/internet")).json()).toEqual({ internet: "good" });
  });

  test("closes the connection of a browser with `none`, and answers all others", async () => {
    await expect(ask("/health", cut)).rejects.toThrow(TypeError);
    await expect(ask("/tickets", { ...ana.headers, cookie: `${ana.cookie}; ${cut.cookie}` })).rejects.toThrow(
      TypeError,
    );
    expect((await ask("/health")).status).toBe(200);
    expect((await ask("/health", { cookie: "sandbox-internet=slow" })).status).toBe(200);
  });

  test("still answers the sandbox's own page with `none`", async () => {
    expect(await (await ask("/sandbox/customers", cut)).text()).toBe("the page");
  });

  test("aborts the open streams of the same session", async () => {
    const stream = await ask("/events", ana.headers);
    expect(stream.status).toBe(200);
    const reader = stream.body?.getReader();
    const end = (async () => {
      while (reader && !(await reader.read()).done);
    })();
    await choose("none", { cookie: ana.cookie });
    await expect(end).rejects.toThrow(TypeError);
  });
});

test("outside the sandbox no browser can be disconnected", async () => {
  const { app } = await givenApp();
  expect((await app.request("/health", { headers: cut })).status).toBe(200);
  const chosen = await app.request("/sandbox/internet", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ internet: "none" }),
  });
  expect(chosen.status).toBe(404);
  expect(chosen.headers.get("Set-Cookie")).toBeNull();
});

test("clickjacking: only the sandbox's own page may frame the desk", async () => {
  const framing = async (sandboxUrl: string) => {
    const { app } = await givenApp({ sandboxUrl });
    const { headers } = await app.request("/health");
    return [
      /frame-ancestors [^;]+/.exec(headers.get("Content-Security-Policy") ?? "")?.[0],
      headers.get("X-Frame-Options"),
    ];
  };
  expect(await framing("")).toEqual(["frame-ancestors 'none'", "DENY"]);
  expect(await framing("http://127.0.0.1:1")).toEqual(["frame-ancestors 'self'", "SAMEORIGIN"]);
});
