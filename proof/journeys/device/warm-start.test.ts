import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { agent } from "../desk/agent.ts";
import { appIsStored, phone, press, screenshot } from "../desk/browser.ts";

const keptList = (page: Page) => page.evaluate(() => localStorage.getItem("keptList"));

/** Waits until the kept list was replaced by the engine's. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("kept-list-removed").length > 0);
}

/**
 * Removes the service worker, which would answer from its cache. A worker that is still being installed fetches the
 * app's code, and its removal waits for that.
 */
async function withoutServiceWorker(page: Page): Promise<void> {
  await appIsStored(page);
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  });
}

test("the list is drawn before the app starts, a tap on it opens the conversation, and signing out leaves nothing of it", async () => {
  const ana = await agent("ana@demo.example");
  const { page } = ana;
  await ana.synced();
  await expect.poll(() => keptList(page)).not.toBeNull();
  const first = ana.list().getByRole("link").first();
  const address = await first.getAttribute("href");
  const box = await first.boundingBox();
  if (!address || !box) throw new Error("the list has no row");

  await withoutServiceWorker(page);
  // The app's code does not arrive until the row was tapped: only the kept list can receive the tap.
  let isTapped = () => {};
  const tapped = new Promise<void>((resolve) => {
    isTapped = resolve;
  });
  await page.context().route(/\/assets\/start-.*\.js/, async (route) => {
    await tapped;
    await route.continue();
  });
  await page.goto("/tickets", { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("kept-list-drawn").length > 0);
  expect(await page.locator("#root").getAttribute("aria-busy")).toBe("true");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  isTapped();
  await page.waitForURL((url) => url.pathname === address);
  await ana.composer().waitFor();
  await takenOver(page);

  await page.goto("/tickets");
  await expect.poll(() => keptList(page)).not.toBeNull();
  await press(page.getByRole("button", { name: "Meu perfil" }));
  await press(page.getByRole("menuitem", { name: "Sair" }));
  await page.getByLabel("E-mail").waitFor();
  expect(await keptList(page)).toBeNull();
});

test("a row that was never opened shows its messages before the device's database is open, and takes text once it is", async () => {
  const ana = await agent("ana@demo.example", { viewport: phone });
  const { page } = ana;
  await ana.synced();
  const row = ana.list().getByRole("link").nth(1);
  const [name, address] = [await row.innerText(), await row.getAttribute("href")];
  if (!name || !address) throw new Error("the list has no second row");
  const isKept = () => page.evaluate((path) => localStorage.getItem(path.replace("/tickets/", "keptThread:")), address);
  await expect.poll(isKept).not.toBeNull();

  await withoutServiceWorker(page);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.context().route(/\/assets\/storage-worker-.*\.js/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto("/tickets", { waitUntil: "commit" });
  await press(page.getByRole("link", { name, exact: true }).first());
  await page.getByRole("log").locator("[data-message]").last().waitFor();
  await screenshot(page, "warm-start-before-the-database");
  expect(await ana.composer().count()).toBe(0);
  expect(await page.getByText("Tudo em dia").count()).toBe(0);
  open();
  await ana.composer().waitFor();
  await ana.reply("Respondido no início");
  await page.goBack();
  await ana.list().getByRole("link").first().waitFor();
  await ana.synced();
});

test("on a phone the list is drawn before the app starts and no row moves when the engine's list replaces it", async () => {
  const ana = await agent("bia@demo.example", { viewport: phone });
  await ana.synced();
  await expect.poll(() => keptList(ana.page)).not.toBeNull();
  // A message that arrives between two starts moves a row.
  const changes = async () => {
    const before = await positions(ana.page);
    await ana.page.goto("/tickets");
    await takenOver(ana.page);
    const after = await positions(ana.page);
    return after.filter((row, at) => row !== before[at]);
  };
  await expect.poll(changes).toEqual([]);
});

test("a conversation is drawn before the app starts, and what is typed into it is not lost", async () => {
  const ana = await agent("ana@demo.example");
  const { page } = ana;
  await ana.synced();
  const timeline = page.waitForResponse(/\/tickets\/[^/]+\/timeline/);
  await press(ana.list().getByRole("link").first());
  await ana.composer().waitFor();
  await ana.composer().fill("");
  // The lines of the timeline stand between the messages.
  await (await timeline).finished();
  let seen = "";
  const isUnchanged = async () => {
    const before = seen;
    seen = (await bubbles(page)).join();
    return seen === before;
  };
  await expect.poll(isUnchanged, { interval: 500 }).toBe(true);
  const isKept = () =>
    page.evaluate(
      () => localStorage.getItem(`keptConversation:${location.pathname.replace("/tickets/", "")}`) !== null,
    );
  await expect.poll(isKept).toBe(true);
  const before = await bubbles(page);

  await withoutServiceWorker(page);
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.context().route(/\/assets\/start-.*\.js/, async (route) => {
    await started;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("kept-conversation-drawn").length > 0);
  await page.keyboard.type("Digitado cedo");
  start();
  await takenOver(page);
  await expect.poll(() => ana.composer().inputValue()).toBe("Digitado cedo");
  await page.keyboard.type(", e depois");
  expect(await ana.composer().inputValue()).toBe("Digitado cedo, e depois");
  await expect.poll(() => bubbles(page)).toEqual(before);
  await ana.composer().fill("");
});

/** Returns where each message of the conversation is. */
const bubbles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-message]")].map(
      (message) => `${message.dataset.message} ${Math.round(message.getBoundingClientRect().top)}`,
    ),
  );

/** Returns where each row of the list is. */
const positions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-row]")].map(
      (row) => `${row.dataset.row} ${row.getBoundingClientRect().top}`,
    ),
  );
