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
 * at once.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(settled);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const axe = new AxeBuilder({ page });
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

/** Presses Escape until the dialog is closed: the first press may close an open list. */
export async function dismiss(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press("Escape");
      return page.getByRole("dialog").count();
    })
    .toBe(0);
}

/** Sizes and themes in which every screen is checked. */
export const displayModes = [
  { name: "claro", viewport: desktop, theme: "light" as const },
  { name: "escuro", viewport: desktop, theme: "dark" as const },
  { name: "celular-claro", viewport: phone, theme: "light" as const },
  { name: "celular-escuro", viewport: phone, theme: "dark" as const },
];
export type DisplayMode = (typeof displayModes)[number];

type Start = { email: string; path: string };

/** Tests the same walk at every size and theme, as one user who signs in once and starts at `path`. */
export function testDisplayModes(
  title: string,
  { email, path }: Start,
  walk: (person: Agent, mode: DisplayMode) => Promise<void>,
) {
  describe(title, () => {
    let signedIn: Agent | undefined;
    afterAll(async () => signedIn?.context.close());
    test.each(displayModes)("$name", async (mode) => {
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
 * Waits for finite animations, at most two seconds, because a fading element does not have its final colors. Waits up
 * to five seconds for toasts to disappear, because a toast may start to fade at any moment. Endless animations are
 * ignored.
 */
async function settled(): Promise<void> {
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
  for (let tries = 0; tries < 50 && document.querySelector("[data-sonner-toast]"); tries++) await pause(100);
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect && Number.isFinite(effect.getComputedTiming().endTime));
  await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), pause(2_000)]);
}
