import { existsSync } from "node:fs";
import packagedChromium from "@sparticuz/chromium";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
const quiet = ["--disable-background-networking", "--disable-component-update"];

/** Launches an installed Chromium, or the one installed by npm. */
export async function launch(): Promise<Browser> {
  const installed = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const executablePath =
    installed.find((path) => path && existsSync(path)) ?? (await packagedChromium.executablePath());
  return chromium.launch({ executablePath, args: [...flags, ...quiet] });
}

/** Simulates a slower device: divides the speed of the page's main thread by `rate`. */
export async function throttleCpu(context: BrowserContext, page: Page, rate: number): Promise<void> {
  if (rate === 1) return;
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}
