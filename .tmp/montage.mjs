import { chromium } from "playwright-core";
import packaged from "@sparticuz/chromium";
import { readFileSync } from "node:fs";
const [out, cols, w, ...files] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: await packaged.executablePath(), args: ["--headless","--no-sandbox","--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: Number(cols)*Number(w), height: 800 } });
await page.setContent(`<body style="margin:0;display:grid;grid-template-columns:repeat(${cols},1fr);gap:4px;background:#888">${files.map((f)=>`<img style="width:100%" src="data:image/png;base64,${readFileSync(f).toString("base64")}">`).join("")}`);
await page.screenshot({ path: out, fullPage: true });
await browser.close();
