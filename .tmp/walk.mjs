import { chromium } from "playwright-core";
import packaged from "@sparticuz/chromium";
const path = await packaged.executablePath();
const browser = await chromium.launch({ executablePath: path, args: ["--headless","--no-sandbox","--disable-gpu","--disable-quic","--no-first-run"] });
const routes = process.argv[2].split(",");
for (const [name, viewport, theme] of [["d", {width:1440,height:900}, "light"],["e", {width:1440,height:900}, "dark"],["p", {width:390,height:844}, "light"]]) {
  if (process.argv[3] && !process.argv[3].includes(name)) continue;
  const context = await browser.newContext({ baseURL: "http://127.0.0.1:3300", viewport, colorScheme: theme, locale: "pt-BR", timezoneId: "America/Sao_Paulo" });
  const page = await context.newPage();
  page.on("console", (m) => m.type()==="error" && console.log(name, m.text().slice(0,200)));
  page.on("pageerror", (e) => console.log(name, "PAGEERROR", e.message.slice(0,300)));
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("admin@demo.example");
  await page.getByLabel("Senha", { exact: true }).fill("Balcao123!");
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL((u) => !u.pathname.includes("login"));
  await page.waitForTimeout(2500);
  for (const route of routes) {
    await page.goto(route);
    await page.waitForTimeout(1800);
    await page.screenshot({ path: `/tmp/walk/${name}-${route.replaceAll("/","_")}.png` });
  }
  await context.close();
}
await browser.close();
