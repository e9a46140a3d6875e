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

/** `packaged`: the one installed by npm, a headless build. `full`: the browser of this machine, as people use it. */
export type BrowserKind = "packaged" | "full";

/** Returns the path of a browser; null: this machine has no full one. */
async function pathOf(kind: BrowserKind): Promise<string | null> {
  if (kind === "packaged") return packagedChromium.executablePath();
  const installed = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  return installed.find((path) => path && existsSync(path)) ?? null;
}

export const isInstalled = async (kind: BrowserKind): Promise<boolean> => (await pathOf(kind)) !== null;

let launched: string | undefined;
/** Returns the name of the browser that was launched last; undefined: none since `forgetBrowser`. */
export const launchedBrowser = (): string | undefined => launched;
export const forgetBrowser = (): void => {
  launched = undefined;
};

/** Launches the packaged Chromium. */
export async function launch(more: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch(await optionsOf("packaged", more));
  launched = nameOf(browser);
  return browser;
}

/** Starts a browser with its profile in a folder on the disk; a second start with the same folder has its data. */
export async function openProfile(
  kind: BrowserKind,
  folder: string,
  page: Parameters<Browser["newContext"]>[0] = {},
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...(await optionsOf(kind)), ...page });
}

async function optionsOf(kind: BrowserKind, more: readonly string[] = []) {
  const executablePath = await pathOf(kind);
  if (!executablePath) throw new Error(`this machine has no ${kind} browser`);
  return { executablePath, args: [...flags, ...quiet, ...more] };
}

/** Returns the name of a browser for a result: `Chromium 149.0.7827.0, packaged`. */
export const nameOf = (browser: Browser | null, kind: BrowserKind = "packaged"): string =>
  `Chromium ${browser?.version() ?? "of unknown version"}, ${kind}`;

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
