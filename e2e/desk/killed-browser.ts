import { readdir, readFile } from "node:fs/promises";
import { type BrowserContext, chromium } from "playwright-core";
import { inject } from "vitest";
import { desktop, executablePath, flags } from "./browser.ts";

/** Opens a browser with a profile on disk: its data is still there after a restart. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await executablePath(),
    args: [...flags],
    baseURL: inject("deskUrl"),
    viewport: desktop,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    serviceWorkers: "allow",
  });
  context.setDefaultTimeout(15_000);
  return context;
}

/** Kills the browser of that profile with SIGKILL, like a power loss. */
export async function killBrowser(context: BrowserContext, folder: string): Promise<void> {
  const gone = new Promise<void>((resolve) => context.once("close", () => resolve()));
  for (const pid of await pidsNaming(folder)) process.kill(pid, "SIGKILL");
  await gone;
}

async function pidsNaming(text: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      // A process may end while it is read.
      const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return words.includes(text) && pid !== process.pid ? [pid] : [];
    }),
  );
  return found.flat();
}
