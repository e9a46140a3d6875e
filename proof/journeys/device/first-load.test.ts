import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIRST_LOAD_LIMIT, readFirstLoad, scriptsBeforeList, sumOf } from "../../../bin/first-load.ts";
import { agent } from "../desk/agent.ts";
import { appIsStored, holdWorkers, openBrowser, screenshot, signIn } from "../desk/browser.ts";

const folder = join(import.meta.dirname, "../../../dist/pwa");

/** Names that the code of RxDB, Dexie, RxJS, sonner, Headless UI and react-query has in any minified form. */
const laterNames = ["rxdb", "DexieError", "@@observable", "data-sonner-toast", "headlessui-menu", "CancelledError"];

test("the script before the list is within its limit in each language, without the local database", async () => {
  const files = readFirstLoad(folder);
  const later = files.filter(({ stage }) => stage !== "before the list");
  const laterCode = later.map(({ path }) => readFileSync(join(folder, path), "utf8")).join("\n");
  for (const name of laterNames) expect(laterCode).toContain(name);
  for (const language of ["pt", "en", "es"]) {
    const scripts = scriptsBeforeList(readFirstLoad(folder, language));
    expect(scripts.some(({ path }) => path.endsWith(`.${language}.js`))).toBe(true);
    expect(sumOf(scripts)).toBeLessThanOrEqual(FIRST_LOAD_LIMIT);
    for (const { path } of scripts) {
      const code = readFileSync(join(folder, path), "utf8");
      for (const name of laterNames) expect(code, path).not.toContain(name);
    }
  }
});

test("a menu whose code has not arrived opens by its first press, and the language changes without a network", async () => {
  const ana = await agent("ana@demo.example");
  await ana.waiting();
  await ana.synced();
  await appIsStored(ana.page);
  const { context } = ana;
  await ana.page.close();
  const page = await context.newPage();
  // Idle work never runs: nothing is loaded before it is needed.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto("/tickets");
  await page.getByRole("tab", { name: /Abertos/ }).waitFor();
  await context.setOffline(true);
  const menu = page.getByRole("button", { name: "Idioma: Português" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Español" }).waitFor();
  await screenshot(page, "first-load-menu");
  await page.keyboard.press("Escape");
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  for (const [before, name, heading] of [
    ["Português", "Español", "Atenciones"],
    ["Español", "English", "Tickets"],
    ["English", "Português", "Atendimentos"],
  ] as const) {
    await page.getByRole("button", { name: new RegExp(`: ${before}$`) }).click();
    await page.getByRole("menuitem", { name }).click();
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
  }
  const tables = await page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => /start-.*\.(pt|en|es)\.js$/.exec(name)?.[1] ?? []),
  );
  expect(tables[0]).toBe("pt");
  await context.close();
});

test("a part whose download was cut off can be opened once the service worker has it, without a network", async () => {
  // Until the app is stored: the page downloads its parts itself.
  holdWorkers(true);
  const context = await openBrowser();
  holdWorkers(false);
  const cut: string[] = [];
  await context.route("**/assets/shortcuts-dialog-*", (route) => {
    if (route.request().serviceWorker()) return route.continue();
    cut.push(route.request().url());
    return route.abort();
  });
  const page = await signIn(context, "ana@demo.example");
  await expect.poll(() => cut).not.toEqual([]);
  await context.setOffline(true);
  const isNewPage = page.waitForEvent("load");
  await page.keyboard.press("?");
  await isNewPage;
  await page.getByRole("tab", { name: /Abertos/ }).waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press("?");
      return page.getByRole("heading", { name: "Atalhos do teclado" }).isVisible();
    })
    .toBe(true);
  await context.close();
});
