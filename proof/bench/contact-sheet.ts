import type { Browser } from "playwright-core";

export type SheetRow = { title: string; pictures: Buffer[] };

/** Draws JPEG pictures as one, a row below the other, each picture `width` pixels wide. Returns a JPEG. */
export async function contactSheet(browser: Browser, rows: readonly SheetRow[], width: number): Promise<Buffer> {
  const most = Math.max(...rows.map(({ pictures }) => pictures.length));
  const page = await browser.newPage({ viewport: { width: most * (width + 8) + 24, height: 400 } });
  try {
    const image = (picture: Buffer) =>
      `<img width="${width}" src="data:image/jpeg;base64,${picture.toString("base64")}">`;
    const row = ({ title, pictures }: SheetRow) => `<p>${title}</p>${pictures.map(image).join(" ")}`;
    await page.setContent(`<body style="font:14px sans-serif;background:#999">${rows.map(row).join("")}</body>`);
    return await page.screenshot({ type: "jpeg", quality: 70, fullPage: true });
  } finally {
    await page.close();
  }
}
