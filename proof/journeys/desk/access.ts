import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { type Agent, agent, at } from "./agent.ts";
import { desktop, phone, screenshot, showFailure } from "./browser.ts";
import { usualModes } from "./sizes.ts";

const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
/** Rules that depend on the theme. A desktop in the dark theme is checked with these: in the light one, with all rules. */
const colours = ["color-contrast", "link-in-text-block"];

/**
 * Returns axe's serious and critical violations, one line each; on a dark desktop only those of the theme's rules.
 * Motion is reduced meanwhile, so an element that appears during the check, such as a tooltip, has its final colors
 * at once. Toasts are left out: one may start to fade at any moment. A finding counts when a second check, right
 * after the first, has findings too: a part that was being drawn is there by then.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  const found = await violationsNow(page);
  if (found.length === 0) return found;
  const still = await violationsNow(page);
  console.log(`axe: ${found.join("; ")}; then: ${still.join("; ") || "none"}`);
  return still;
}

async function violationsNow(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(settled);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const isDesktop = (page.viewportSize()?.width ?? 0) > phone.width;
  const isRepeated = isDark && isDesktop;
  // A third of the time: no page of its own for frames of other origins, and no details of what is well.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude("[data-sonner-toaster]")
    .options({
      resultTypes: ["violations"],
      runOnly: isRepeated ? { type: "rule", values: colours } : { type: "tag", values: everything },
    })
    .analyze();
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

/** The mode in which `npm test` does a walk; of both, every size and every theme once. */
type UsualMode = "claro" | "celular-escuro" | "both";

/** The modes in which a walk is done. */
export const walkedModes = (usual: UsualMode): DisplayMode[] =>
  usualModes(usual === "both" ? ["claro", "celular-escuro"] : [usual], displayModes);

type Start = { email: string; path: string; usual: UsualMode };

/** Tests the same walk at both sizes and in both themes, as one user who signs in once and starts at `path`. */
export function testDisplayModes(
  title: string,
  { email, path, usual }: Start,
  walk: (person: Agent, mode: DisplayMode) => Promise<void>,
) {
  describe(title, () => {
    let signedIn: Agent | undefined;
    afterAll(async () => signedIn?.context.close());
    test.each(walkedModes(usual))("$name", async (mode) => {
      if (signedIn) showFailure(signedIn.context);
      signedIn ??= await agent(email);
      const { page, context } = signedIn;
      // A failed walk closes it, and the next one signs in again.
      context.once("close", () => {
        signedIn = undefined;
      });
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
