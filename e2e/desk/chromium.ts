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

/** Returns the path of an installed Chromium, or of the one installed by npm. */
export async function executablePath(): Promise<string> {
  const installed = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  return installed.find((path) => path && existsSync(path)) ?? packagedChromium.executablePath();
}
