import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { noteBrowser } from "../../gate/machine.ts";
import { linesOfPage, noteShownPage, type PageShown } from "../../gate/pages.ts";
import { desktop, executablePath, flags, password, phone } from "./chromium.ts";

export { desktop, executablePath, flags, password, phone } from "./chromium.ts";

/** One browser for all journeys of a run: each user has a context. */
let launched: Promise<Browser> | undefined;
const opened = new Set<BrowserContext>();

/** Closes what a file's journeys left open: its pages would go on working during the next ones. */
export async function closeContexts(): Promise<void> {
  await Promise.all([...opened].map((context) => context.close()));
}

export async function browser(): Promise<Browser> {
  launched ??= executablePath().then(async (path) => {
    const started = await chromium.launch({ executablePath: path, args: flags });
    noteBrowser({ path, version: started.version() });
    return started;
  });
  return launched;
}

/** Two desks on two busy cores: an action may take long. A test has 300 s. */
export const ACTION_MS = 45_000;

/** Opens a user's own browser with its own storage and cookies. At phone size it has touch and no mouse. */
export async function openBrowser(
  options: {
    viewport?: { width: number; height: number };
    theme?: "light" | "dark";
    locale?: string;
    timeZone?: string;
    /** By how much the clock of its pages is ahead of the machine's; negative: behind. */
    clockAheadMs?: number;
  } = {},
): Promise<BrowserContext> {
  const { viewport = desktop, theme = "light", locale = "pt-BR" } = options;
  const { timeZone = "America/Sao_Paulo", clockAheadMs = 0 } = options;
  const context = await (await browser()).newContext({
    baseURL: inject("deskUrl"),
    viewport,
    isMobile: viewport === phone,
    hasTouch: viewport === phone,
    colorScheme: theme,
    locale,
    timezoneId: timeZone,
    serviceWorkers: "allow",
  });
  opened.add(context);
  context.on("close", () => void opened.delete(context));
  if (viewport === phone) usesTouch(context);
  context.setDefaultTimeout(ACTION_MS);
  context.on("page", settleLayersFirst);
  context.on("page", limitEvaluations);
  await context.addInitScript(() => performance.setResourceTimingBufferSize(5_000));
  if (clockAheadMs !== 0) await context.addInitScript(moveClock, clockAheadMs);
  if (holdsWorkers) await context.addInitScript(holdWorker);
  storeAppBeforeCut(context);
  showFailure(context);
  return context;
}

/** Runs in a page: its `Date` is ahead of the machine's; timers and `performance` are not moved. */
function moveClock(aheadMs: number): void {
  const machineNow = Date.now.bind(Date);
  const now = () => machineNow() + aheadMs;
  const MachineDate = Date;
  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    apply: () => new MachineDate(now()).toString(),
  });
}

/** A tenth of a second, in which the entry of a closed layer can be used again, and the traversal. */
const LAYERS_MS = 400;

/** Lets the history entries of closed layers go before the page is left: their removal would stop the navigation. */
function settleLayersFirst(page: Page): void {
  const settled = () =>
    page.waitForFunction(() => !history.state?.layers, null, { timeout: LAYERS_MS }).catch(() => {}); // a layer is open, and its entry stays
  const { goto, reload } = page;
  page.goto = async (...given) => {
    await settled();
    return goto.apply(page, given);
  };
  page.reload = async (...given) => {
    await settled();
    return reload.apply(page, given);
  };
}

/** The longest time that a function of a journey may take in a page. */
const EVALUATION_MS = 60_000;

/** Ends the wait for a function that the page does not finish: Playwright gives `evaluate` no time limit. */
function limitEvaluations(page: Page): void {
  const { evaluate } = page;
  page.evaluate = ((...given: Parameters<typeof evaluate>) => {
    const limit = Promise.withResolvers<never>();
    const error = new Error(`page.evaluate did not return within ${EVALUATION_MS / 1_000} s: ${String(given[0])}`);
    const timer = setTimeout(() => limit.reject(error), EVALUATION_MS);
    return Promise.race([evaluate.apply(page, given), limit.promise]).finally(() => clearTimeout(timer));
  }) as typeof evaluate;
}

/** The latest addresses, errors and refused requests of each page, oldest first. */
const troubles = new WeakMap<Page, string[]>();
const TROUBLES_KEPT = 12;

function noteTroubles(page: Page): void {
  const noted: string[] = [];
  troubles.set(page, noted);
  const note = (what: string) => {
    const line = what.slice(0, 160);
    if (noted.at(-1) !== line && noted.push(line) > TROUBLES_KEPT) noted.shift();
  };
  page.on("console", (said) => said.type() === "error" && note(said.text()));
  page.on("framenavigated", (frame) => frame === page.mainFrame() && note(`at ${new URL(frame.url()).pathname}`));
  page.on("pageerror", (error) => note(String(error)));
  page.on("response", (answer) => answer.status() >= 400 && note(`${answer.status()} ${answer.url()}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // The application aborts reads that a later one replaces.
    if (why !== "net::ERR_ABORTED") note(`${why} ${request.url()}`);
  });
}

/**
 * When this test fails, saves screenshots of the browser's pages, notes their texts and errors for the summary of the
 * run, because a run elsewhere leaves no pictures, and closes the browser.
 */
export function showFailure(context: BrowserContext): void {
  for (const page of context.pages()) noteTroubles(page);
  context.on("page", noteTroubles);
  // Before the hooks that the test has registered earlier, which may close the browser; `onTestFailed` runs after them.
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    await mkdir(screenshots, { recursive: true });
    const name = `failed ${task.name}`.replaceAll(/[^\p{L}\d]+/gu, "-").slice(0, 100);
    for (const [at, page] of context.pages().entries()) {
      await page.screenshot({ path: join(screenshots, `${name}-${at + 1}.png`), timeout: 5_000 }).catch(() => {}); // a crashed page has no picture
      const text = await page.innerText("body", { timeout: 5_000 }).catch((error: unknown) => String(error));
      const shown: PageShown = {
        test: task.name,
        path: new URL(page.url()).pathname,
        text,
        troubles: [...(troubles.get(page) ?? []), ...(await latestPulls(page))],
      };
      noteShownPage(shown);
      console.log(linesOfPage(shown, text.length).join("\n"));
    }
    // Its pages would go on working during the next journeys.
    await context.close().catch(() => {}); // the browser has ended
  });
}

/** The latest requests of the sync engine that have ended: a page that shows a former state may not have pulled. */
const latestPulls = (page: Page): Promise<string[]> =>
  page
    .evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\/(sync|events)\b/.test(name))
        .slice(-6)
        .map(({ name, startTime, duration }) => {
          const ago = Math.round((performance.now() - startTime) / 1_000);
          return `${ago} s ago for ${Math.round(duration)} ms: ${new URL(name).pathname}`;
        }),
    )
    .catch(() => []); // a crashed page has none

type Held = Window & { storeApp?: () => void };

let holdsWorkers = false;

/** Sets whether the browsers of a file register the service worker only when a journey needs it after all. */
export function holdWorkers(isHeld: boolean): void {
  holdsWorkers = isHeld;
}

/**
 * Holds the service worker back until the network is cut, or a journey waits for `ready`. The worker stores 500 files,
 * which is more work for a busy machine than all else of a page.
 */
function holdWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  const { promise: isNeeded, resolve } = Promise.withResolvers<void>();
  (window as Held).storeApp = resolve;
  const register = serviceWorker.register.bind(serviceWorker);
  serviceWorker.register = async (...given) => {
    await isNeeded;
    return register(...given);
  };
  const { ready } = serviceWorker;
  Object.defineProperty(serviceWorker, "ready", {
    get() {
      resolve();
      return ready;
    },
  });
}

/**
 * Cuts the network when the service worker has stored the app: earlier, a part that was not opened yet cannot be loaded,
 * and the screen says so. A busy machine may store it later than a journey reaches its cut.
 */
function storeAppBeforeCut(context: BrowserContext): void {
  const { setOffline } = context;
  context.setOffline = async (offline) => {
    for (const page of offline ? context.pages() : []) await appIsStored(page);
    return setOffline.call(context, offline);
  };
}

/** Waits until the service worker answers for the page: it takes control after it has stored the app. */
export async function appIsStored(page: Page): Promise<void> {
  await page.evaluate(() => (window as Held).storeApp?.());
  await page.waitForFunction(isAppStored, null, { timeout: 60_000 });
}

/** `waitForFunction` takes any promise as true: the function must not be asynchronous. */
const isAppStored = () =>
  // A page without an app, such as the sandbox phone, has no worker.
  !document.querySelector("link[rel=manifest]") || navigator.serviceWorker.controller !== null;

const phones = new WeakSet<BrowserContext>();

/** `press` taps in the pages of this browser. */
export const usesTouch = (context: BrowserContext): void => void phones.add(context);

/** Presses an element: a tap on a phone, a click on a desktop. */
export const press = (target: Locator): Promise<void> =>
  phones.has(target.page().context()) ? target.tap() : target.click();

/** Signs a user in by the sign-in screen, and opens the tickets. */
export async function signInByScreen(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await press(page.getByRole("button", { name: "Entrar" }));
  await page.waitForURL((url) => url.pathname === "/" || url.pathname === "/tickets");
  return openTickets(page);
}

type Answer = {
  token: string;
  unsentKey: string | null;
  user: {
    id: string;
    companyId: string;
    profile: string;
    company: { dueDate: string | null; settings?: { key: string; value: string }[] };
  };
};

/** Signs a user in by one call, stores the session under the specified keys, and opens the tickets. */
export async function signIn(context: BrowserContext, email: string): Promise<Page> {
  const answer = await context.request.post("/auth/login", { data: { email, password } });
  if (!answer.ok()) throw new Error(`sign-in of ${email}: ${answer.status()} ${await answer.text()}`);
  const { token, unsentKey, user }: Answer = await answer.json();
  const mayCampaign = user.company.settings?.some(({ key, value }) => key === "campaignsEnabled" && value === "true");
  const kept = {
    ...{ token, user: JSON.stringify(user), userId: user.id, companyId: user.companyId },
    companyDueDate: user.company.dueDate ?? "",
    ...(unsentKey && { unsentKey }),
    ...(mayCampaign && { cshow: "true" }),
  };
  // Else the first steps of a company that has not answered a customer take the place of its tickets.
  if (user.profile === "admin") {
    const data = { key: "firstSteps", value: "hidden" };
    const hidden = await context.request.put("/settings/firstSteps", {
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    if (!hidden.ok()) throw new Error(`first steps of ${email}: ${hidden.status()} ${await hidden.text()}`);
  }
  const page = await context.newPage();
  // A file of the same origin: no app runs there yet.
  await page.goto("/manifest.webmanifest");
  await page.evaluate((values) => Object.assign(localStorage, values), kept);
  return openTickets(page);
}

async function openTickets(page: Page): Promise<Page> {
  if (new URL(page.url()).pathname !== "/tickets") await page.goto("/tickets");
  await page
    .getByRole("tab", { name: /Abertos/ })
    .first()
    .waitFor();
  return page;
}

const screenshots = new URL("../../../dist/screenshots", import.meta.url).pathname;

/** Waits until all finite animations have ended. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}

/** Opens a screen and waits until it has drawn what it loads: before that it has few of its buttons. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByText("Tudo em dia").first().waitFor({ state: "attached" });
  await page.locator("main :is(h1, h2, button, input)").first().waitFor({ state: "attached" });
  // The kept screen lies above the app until the app has drawn its own; placeholders come later than the screen.
  for (let times = 0; times < 2; times++) {
    await expect.poll(() => page.locator("#root[aria-busy], main .animate-skeleton").count()).toBe(0);
    await settled(page);
  }
}

/** Saves a screenshot under dist/screenshots, for comparison with the mockups; not in `npm test`, which is faster without. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === "off") return;
  await settled(page);
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}
