import { existsSync } from "node:fs";
import packagedChromium from "@sparticuz/chromium";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];
const quiet = ["--disable-background-networking", "--disable-component-update"];

/**
 * Launches a browser that trusts the certificate with this hash of its key. With other ways of accepting a certificate,
 * the browser stores none of the server's files.
 */
export const launchForHttps = (keyHash: string): Promise<Browser> =>
  launch([`--ignore-certificate-errors-spki-list=${keyHash}`]);

/** Launches an installed Chromium, or the one installed by npm. */
export async function launch(more: readonly string[] = []): Promise<Browser> {
  const installed = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const executablePath =
    installed.find((path) => path && existsSync(path)) ?? (await packagedChromium.executablePath());
  return chromium.launch({ executablePath, args: [...flags, ...quiet, ...more] });
}

/** Simulates a slower device: divides the speed of the page's main thread by `rate`. */
export async function throttleCpu(context: BrowserContext, page: Page, rate: number): Promise<void> {
  if (rate === 1) return;
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/**
 * Returns when the text was painted in the element, in milliseconds of the machine's clock. Uses a mutation observer,
 * because polling each frame would cost frames.
 */
export const seenAt = (page: Page, selector: string, text: string): Promise<number> =>
  page.evaluate(
    async ([element, wanted]) => {
      const isThere = () => document.querySelector(element)?.textContent?.includes(wanted);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const observer = new MutationObserver(() => isThere() && resolve());
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      const timer = setTimeout(() => reject(new Error(`${wanted} is not shown`)), 20_000);
      if (isThere()) resolve();
      await promise.finally(() => {
        observer.disconnect();
        clearTimeout(timer);
      });
      await new Promise(requestAnimationFrame);
      return performance.timeOrigin + performance.now();
    },
    [selector, text] as const,
  );
