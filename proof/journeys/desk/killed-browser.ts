import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { expect, inject } from "vitest";
import { ACTION_MS, desktop, executablePath, flags, phone, usesTouch } from "./browser.ts";

/** Opens a browser with a profile on disk: its data is still there after a restart. At phone size it has touch. */
export async function openProfile(folder: string, viewport = desktop): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await executablePath(),
    args: [...flags],
    baseURL: inject("deskUrl"),
    viewport,
    isMobile: viewport === phone,
    hasTouch: viewport === phone,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    serviceWorkers: "allow",
  });
  if (viewport === phone) usesTouch(context);
  context.setDefaultTimeout(ACTION_MS);
  return context;
}

/** Waits until the profile has the cookie of the session. Chromium writes cookies within 30 s. */
export async function sessionIsOnDisk(folder: string): Promise<void> {
  const stored = async () => {
    const files = (await readdir(folder, { recursive: true })).filter((name) => basename(name) === "Cookies");
    // SQLite may be replacing a file while it is read.
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "latin1").catch(() => "")));
    return texts.some((text) => text.includes("balcao_session"));
  };
  await expect.poll(stored, { timeout: 60_000, interval: 500 }).toBe(true);
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
