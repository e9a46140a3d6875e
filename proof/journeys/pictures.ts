/**
 * Takes a screenshot of every administration list on a phone, in both themes, from a running desk:
 *   node proof/journeys/pictures.ts http://127.0.0.1:3000 FOLDER
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { executablePath, flags, password, phone } from "./desk/chromium.ts";

const [deskUrl, folder] = process.argv.slice(2);
if (!deskUrl || !folder) throw new Error("Usage: node proof/journeys/pictures.ts DESK_URL FOLDER");

const lists = ["contacts", "tags", "queues", "users", "quick-messages", "connections", "schedules"];
/** Longer than any fade-in. */
const SETTLE_MS = 1_200;

async function signIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("admin@demo.example");
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar" }).tap();
  await page.waitForURL(/\/(tickets)?$/);
  await page.goto("/tickets");
  return page;
}

async function takePictures(page: Page, theme: string): Promise<void> {
  // Selected by element: behind an open sheet nothing has a role.
  const shown = page.locator("main li, main table");
  const take = async (name: string) => {
    await shown.first().waitFor({ state: "attached" });
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join(folder ?? "", `${name}-${theme}.png`) });
  };
  await page.getByRole("tab", { name: /Aguardando/ }).tap();
  await take("tickets");
  await page.goto("/");
  await take("dashboard");
  for (const list of lists) {
    await page.goto(`/${list}`);
    await take(list);
    const row = page.getByRole("main").getByRole("listitem").getByRole("button").first();
    if (!(await row.isVisible())) continue;
    await row.tap();
    await take(`${list}-sheet`);
  }
  await page.goto("/contacts");
  await page.getByRole("main").getByRole("listitem").getByRole("button").first().tap();
  await page.getByRole("button", { name: "Selecionar vários" }).tap();
  await take("contacts-selection");
  await page.getByRole("button", { name: "Limpar seleção" }).tap();
  await page.getByRole("button", { name: "Filtrar" }).tap();
  await take("contacts-filter");
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: await executablePath(),
  args: [...flags, "--font-render-hinting=none"],
});
for (const theme of ["light", "dark"] as const) {
  const context = await browser.newContext({
    baseURL: deskUrl,
    viewport: phone,
    isMobile: true,
    hasTouch: true,
    colorScheme: theme,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
  });
  await takePictures(await signIn(context), theme);
  await context.close();
}
await browser.close();
