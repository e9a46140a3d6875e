import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { inject, onTestFailed } from "vitest";
import { desktop, executablePath, flags, password, phone } from "./chromium.ts";

export { desktop, executablePath, flags, password, phone } from "./chromium.ts";

let launched: Promise<Browser> | undefined;

export async function browser(): Promise<Browser> {
  launched ??= executablePath().then((path) => chromium.launch({ executablePath: path, args: flags }));
  return launched;
}

/** Opens a user's own browser with its own storage and cookies. At phone size it has touch and no mouse. */
export async function openBrowser(
  options: { viewport?: { width: number; height: number }; theme?: "light" | "dark"; locale?: string } = {},
): Promise<BrowserContext> {
  const { viewport = desktop, theme = "light", locale = "pt-BR" } = options;
  const context = await (await browser()).newContext({
    baseURL: inject("deskUrl"),
    viewport,
    isMobile: viewport === phone,
    hasTouch: viewport === phone,
    colorScheme: theme,
    locale,
    timezoneId: "America/Sao_Paulo",
    serviceWorkers: "allow",
  });
  if (viewport === phone) phones.add(context);
  context.setDefaultTimeout(15_000);
  showFailure(context);
  return context;
}

/** Saves screenshots of the browser's pages when this test fails. */
export function showFailure(context: BrowserContext): void {
  onTestFailed(async ({ task }) => {
    await mkdir(screenshots, { recursive: true });
    const name = `failed ${task.name}`.replaceAll(/[^\p{L}\d]+/gu, "-").slice(0, 100);
    for (const [at, page] of context.pages().entries())
      await page.screenshot({ path: join(screenshots, `${name}-${at + 1}.png`), timeout: 5_000 }).catch(() => {}); // a crashed page has no picture
  });
}

const phones = new WeakSet<BrowserContext>();

/** Presses an element: a tap on a phone, a click on a desktop. */
export const press = (target: Locator): Promise<void> =>
  phones.has(target.page().context()) ? target.tap() : target.click();

export async function signIn(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await press(page.getByRole("button", { name: "Entrar" }));
  await page.waitForURL((url) => url.pathname === "/" || url.pathname === "/tickets");
  // An admin starts at the dashboard, or at the first steps of a company that has not answered a customer yet.
  const list = page.getByRole("tab", { name: /Abertos/ }).first();
  const dashboard = page.getByRole("heading", { name: "Painel" });
  const hide = page.getByRole("button", { name: "Esconder estes passos" }).locator("visible=true");
  await list.or(dashboard).or(hide).first().waitFor();
  // The steps disappear when another session of the company has hidden them.
  if (await hide.isVisible()) await hide.click({ timeout: 5_000 }).catch(() => {});
  await list.or(dashboard).first().waitFor();
  if (!(await list.isVisible())) await page.goto("/tickets");
  await list.waitFor();
  return page;
}

const screenshots = new URL("../../dist/screenshots", import.meta.url).pathname;

/** Waits until all finite animations have ended. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}

/** Saves a screenshot under dist/screenshots, for comparison with the mockups. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await settled(page);
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}
