import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { type Agent, agent, at } from "./agent.ts";
import { desktop, phone, look as shoot, showFailure } from "./browser.ts";

const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** What a theme changes: the same page in the light has been looked at for the rest. */
const colours = ["color-contrast", "link-in-text-block"];

/**
 * What axe calls serious or critical, one line each; in the dark, of what differs there. Nothing fades meanwhile: what
 * appears just then, like a tooltip under the pointer, has its own colours at once.
 */
export async function seriousIn(page: Page): Promise<string[]> {
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

/** Keeps a picture of what is shown, and finds nothing serious in it. */
export async function check(page: Page, what: string): Promise<void> {
  await shoot(page, what);
  expect(await seriousIn(page), what).toEqual([]);
}

/** The first Escape may close an open list, the next one the dialog. */
export async function dismiss(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press("Escape");
      return page.getByRole("dialog").count();
    })
    .toBe(0);
}

/** The sizes and themes every screen is looked at in. */
export const looks = [
  { name: "claro", viewport: desktop, theme: "light" as const },
  { name: "escuro", viewport: desktop, theme: "dark" as const },
  { name: "celular-claro", viewport: phone, theme: "light" as const },
  { name: "celular-escuro", viewport: phone, theme: "dark" as const },
];
export type Look = (typeof looks)[number];

type Start = { email: string; path: string };

/** The same walk at every size and theme, by one person who signs in once for all of them and begins at `path`. */
export function testLooks(title: string, { email, path }: Start, walk: (person: Agent, look: Look) => Promise<void>) {
  describe(title, () => {
    let signedIn: Agent | undefined;
    afterAll(async () => signedIn?.context.close());
    test.each(looks)("$name", async (look) => {
      if (signedIn) showFailure(signedIn.context);
      signedIn ??= await agent(email);
      const { page, context } = signedIn;
      await context.setOffline(false);
      await page.setViewportSize(look.viewport);
      await page.emulateMedia({ colorScheme: look.theme });
      await page.goto(path);
      await walk(at(page, context, look.viewport === phone), look);
    });
  });
}

/**
 * What fades in has not its own colours yet, and a notice may begin to fade out at any moment: it is waited for until it
 * is gone, or for as long as the longest stays. What never ends, like a pulse, is not waited for.
 */
async function settled(): Promise<void> {
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
  for (let turns = 0; turns < 50 && document.querySelector("[data-sonner-toast]"); turns++) await pause(100);
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect && Number.isFinite(effect.getComputedTiming().endTime));
  await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), pause(2_000)]);
}
