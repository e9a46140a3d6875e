import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { desktop, phone } from "./browser.ts";

/** What axe calls serious or critical, one line each. */
export async function seriousIn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

/** The sizes and themes every screen is looked at in. */
export const looks = [
  { name: "claro", viewport: desktop, theme: "light" as const },
  { name: "escuro", viewport: desktop, theme: "dark" as const },
  { name: "celular-claro", viewport: phone, theme: "light" as const },
  { name: "celular-escuro", viewport: phone, theme: "dark" as const },
];
