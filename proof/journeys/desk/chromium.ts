import { existsSync } from "node:fs";
import packagedChromium from "@sparticuz/chromium";

export const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
export const password = "Balcao123!";

/**
 * Returns the path of the Chromium that npm installs, or the one that `CHROMIUM_PATH` names. Another installed one is
 * not used: the same commit would be tested in two browsers. Fails when `CHROMIUM_PATH` names no file.
 */
export async function executablePath(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
  return named || packagedChromium.executablePath();
}
