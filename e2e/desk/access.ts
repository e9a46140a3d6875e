import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { type Agent, agent, at } from "./agent.ts";
import { desktop, phone, screenshot, showFailure } from "./browser.ts";

const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** Rules that depend on the theme; the same screen in the light theme is checked with all rules. */
const colours = ["color-contrast", "link-in-text-block"];

/**
 * Returns axe's serious and critical violations, one line each; in the dark theme only those of the theme's rules.
 * Motion is reduced meanwhile, so an element that appears during the check, such as a tooltip, has its final colors
 * at once. Toasts are left out: one may start to fade at any moment.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(settled);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const axe = new AxeBuilder({ page }).exclude("[data-sonner-toaster]");
  const { violations } = await (isDark ? axe.withRules(colours) : axe.withTags(everything)).analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

/** Takes a screenshot and expects no serious violation. */
export async function check(page: Page, what: string): Promise<void> {
  await screenshot(page, what);
  expect(await seriousViolations(page), what).toEqual([]);
}

/** Presses Escape once, which closes the dialog. */
export async function dismiss(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
}

/** Sizes and themes in which every screen is checked. */
export const displayModes = [
  { name: "claro", viewport: desktop, theme: "light" as const },
  { name: "escuro", viewport: desktop, theme: "dark" as const },
  { name: "celular-claro", viewport: phone, theme: "light" as const },
  { name: "celular-escuro", viewport: phone, theme: "dark" as const },
];
export type DisplayMode = (typeof displayModes)[number];

/**
 * Returns the modes in which a walk is done: all, or in `npm test` the one that the commit's files choose (`WALKS_OF` is the
 * hash of its tree), another one for each walk.
 */
function modesOf(title: string): DisplayMode[] {
  const { WALKS_OF: tree } = process.env;
  if (!tree) return walkedModes;
  const number = [...title].reduce((sum, char) => sum + char.charCodeAt(0), Number.parseInt(tree.slice(0, 8), 16));
  return walkedModes.slice(number % walkedModes.length, (number % walkedModes.length) + 1);
}

type Start = { email: string; path: string };

/** The dark theme changes colors alone, and these are the same at every size: the phone is walked in one theme. */
const walkedModes = displayModes.filter(({ viewport, theme }) => viewport !== phone || theme === "light");

/**
 * Tests the same walk at both sizes, and in the dark theme on a desktop, as one user who signs in once and starts at
 * `path`. `npm test` does each walk in one of these modes.
 */
export function testDisplayModes(
  title: string,
  { email, path }: Start,
  walk: (person: Agent, mode: DisplayMode) => Promise<void>,
) {
  describe(title, () => {
    let signedIn: Agent | undefined;
    afterAll(async () => signedIn?.context.close());
    test.each(modesOf(title))("$name", async (mode) => {
      if (signedIn) showFailure(signedIn.context);
      signedIn ??= await agent(email);
      const { page, context } = signedIn;
      await context.setOffline(false);
      await page.setViewportSize(mode.viewport);
      await page.emulateMedia({ colorScheme: mode.theme });
      await page.goto(path);
      await walk(at(page, context, mode.viewport === phone), mode);
    });
  });
}

/**
 * Waits for finite animations, at most two seconds, because a fading element does not have its final colors. Endless
 * animations are ignored.
 */
async function settled(): Promise<void> {
  const tooLate = new Promise((done) => AbortSignal.timeout(2_000).addEventListener("abort", done));
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect && Number.isFinite(effect.getComputedTiming().endTime));
  await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), tooLate]);
}
