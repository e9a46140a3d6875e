import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openBrowser, screenshot } from "../desk/browser.ts";

const folder = join(import.meta.dirname, "../../../dist/pwa");
const types: Record<string, string> = {
  ...{ ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" },
  ...{ ".json": "application/json", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2" },
};

/** The version that the server has; another one has another service worker. */
let version = 1;

/** The built app without a desk: pages that are not files are the app, calls are refused. */
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
  const isPage = request.headers.accept?.includes("text/html") ?? false;
  const path = isPage ? "/index.html" : pathname;
  const content = await readFile(join(folder, path)).catch(() => null);
  if (!content) return response.writeHead(401).end();
  response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream");
  response.setHeader("cache-control", "no-cache");
  response.end(path === "/service-worker.js" ? `${content}\n// version ${version}` : content);
});
afterAll(() => void server.close());

test("a page that is open since its first visit is reloaded by Atualizar, and has the new version", async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const context = await openBrowser();
  const page = await context.newPage();
  // Without a session, the app is stored after 30 s.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const soon = (run: () => void, ms?: number) => wait(run, ms === 30_000 ? 0 : ms);
    Object.assign(window, { setTimeout: soon });
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.getByLabel("E-mail").waitFor();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.evaluate(() => Object.assign(window, { isFirstPage: true }));

  version = 2;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const update = page.getByRole("button", { name: "Atualizar" });
  await update.waitFor();
  await screenshot(page, "app-update");
  expect(await page.evaluate(() => "isFirstPage" in window)).toBe(true);
  const isReloaded = page.waitForEvent("load");
  await update.click();
  await isReloaded;
  await page.getByLabel("E-mail").waitFor();
  expect(await page.evaluate(() => "isFirstPage" in window)).toBe(false);
  const waiting = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null);
  await expect.poll(waiting).toBeNull();
  await context.close();
});
