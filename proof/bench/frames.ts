import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { buildIfNeeded } from "../../bin/build.ts";
import { launch, throttleCpu } from "./browser.ts";
import { contactSheet, type SheetRow } from "./contact-sheet.ts";
import { sizes } from "./data/generate.ts";
import { openEnvironment } from "./environment.ts";
import { signInAt } from "./screen-marks.ts";

/** Milliseconds after the start of the navigation. */
const PICTURES_AT = [100, 200, 400];
const RECORDED_MS = 2_500;

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
/** Pixels of a frame's width on the sheet. */
const widths = { desktop: 480, phone: 230 };

/**
 * `node proof/bench/frames.ts [FOLDER]`: records warm starts of the list and of a conversation, at full speed and at a quarter
 * of the CPU, and writes for each device one sheet of the frames that were on the screen after 100, 200 and 400 ms.
 */
async function main(folder: string): Promise<void> {
  buildIfNeeded();
  mkdirSync(folder, { recursive: true });
  const environment = await openEnvironment();
  const { main: company } = await environment.data(sizes.small);
  const { url } = await environment.api(sizes.small);
  const browser = await launch();
  try {
    for (const device of Object.keys(devices) as (keyof typeof devices)[])
      await recordDevice(browser, { url, email: `user0@${company.slug}.example`, device, folder });
  } finally {
    await browser.close();
    await environment.close();
  }
}

type Recording = { url: string; email: string; device: keyof typeof devices; folder: string };

async function recordDevice(browser: Browser, { url, email, device, folder }: Recording): Promise<void> {
  const context = await browser.newContext({ baseURL: url, locale: "pt-BR", ...devices[device] });
  try {
    const page = await context.newPage();
    await signInAt(page, email);
    await page.waitForFunction(isSynced, undefined, { timeout: 240_000, polling: 200 });
    const kept = (key: string) =>
      page.waitForFunction((name) => Object.keys(localStorage).some((one) => one.startsWith(name)), key);
    await kept("keptList");
    await page.locator('[aria-label="Lista de atendimentos"] a').nth(2).click();
    await page.waitForURL(/\/tickets\/./);
    await kept("keptConversation:0");
    const conversation = new URL(page.url()).pathname;
    await page.close();
    const rows: SheetRow[] = [];
    for (const [name, address] of Object.entries({ list: "/tickets", conversation }))
      for (const rate of [1, 4]) {
        const shown = await record(context, address, rate);
        const title = `${name}, ${rate}x: after ${[...shown.keys()].join(", ")} ms`;
        rows.push({ title, pictures: [...shown.values()] });
      }
    writeFileSync(join(folder, `warm-start-${device}.jpg`), await contactSheet(browser, rows, widths[device]));
  } finally {
    await context.close();
  }
}

const isSynced = () =>
  [...document.querySelectorAll('[role="status"]')].some((chip) => chip.textContent === "Tudo em dia");

/** Starts the app at an address; returns the frame that was shown at each of the times. */
async function record(context: BrowserContext, address: string, rate: number): Promise<Map<number, Buffer>> {
  const page = await context.newPage();
  try {
    // The process of a page starts before its address is opened, as that of an installed app on a phone.
    await page.goto("/health");
    await throttleCpu(context, page, rate);
    const frames = await framesOf(context, page);
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForTimeout(RECORDED_MS * rate);
    const began = await page.evaluate(() => performance.timeOrigin);
    const shown = new Map<number, Buffer>();
    for (const at of PICTURES_AT) {
      const frame = frames.findLast((one) => one.at <= began + at);
      if (frame) shown.set(at, frame.picture);
    }
    return shown;
  } finally {
    await page.close();
  }
}

type Frame = { at: number; picture: Buffer };

/** Records the page's frames. `at`: when the frame was shown, in milliseconds of the machine's clock. */
async function framesOf(context: BrowserContext, page: Page): Promise<Frame[]> {
  const frames: Frame[] = [];
  const session = await context.newCDPSession(page);
  session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
    if (metadata.timestamp) frames.push({ at: metadata.timestamp * 1_000, picture: Buffer.from(data, "base64") });
    void session.send("Page.screencastFrameAck", { sessionId });
  });
  await session.send("Page.startScreencast", { format: "jpeg", quality: 50, maxWidth: 720, maxHeight: 720 });
  return frames;
}

await main(process.argv[2] ?? join(tmpdir(), "balcao-warm-start"));
