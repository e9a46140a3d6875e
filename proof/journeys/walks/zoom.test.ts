import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { agent } from "../desk/agent.ts";
import { openWhole, screenshot, settled } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { reachProblems } from "../desk/reach.ts";

/** A notebook of 1366×768 at 200 % and at 400 %: the browser gives the page fewer pixels. */
const zooms = [
  { name: "200", viewport: { width: 683, height: 384 } },
  { name: "400", viewport: { width: 341, height: 192 } },
];
const paths = [
  ...[
    "/tickets",
    "/",
    "/schedules",
    "/quick-messages",
    "/Kanban",
    "/contacts",
    "/EmailLis",
    "/Email",
    "/EmailScheduler",
  ],
  ...["/todolist", "/tags", "/chats", "/ChatGPT", "/helps", "/campaigns", "/contact-lists", "/campaigns-config"],
  ...["/connections", "/queues", "/users", "/messages-api", "/financeiro", "/subscription", "/announcements"],
  ...["/settings", "/numbers"],
];
/** Buttons that open a dialog, a menu or a sheet. */
const OPENERS = /^(Nov[oa]\b|Adicionar|Filtrar|Filas|Importar|Ordem|Abrir menu|Notificações|Período)/;
/** `npm test` opens the first of each screen; `npm run test:e2e` and `npm run proof -- walks` open all. */
const IS_PART = process.env.WALKS === "usual";
const MAX_OPENED = IS_PART ? 1 : 8;
/** `npm test` walks these at 400 %, where each screen has the layout of a phone. */
const SOME = ["/tickets", "/", "/schedules", "/Kanban", "/contacts", "/campaigns", "/connections", "/settings"];
const LAYER = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-headlessui-state~=open][tabindex]";

/** The screens that `npm test` walks. */
const partOf = (zoom: string) => (zoom === "400" ? SOME : paths.filter((_path, at) => at % 2 === 0 || at > 22));

type Opened = { problems: string[]; layers: number };

test.each(zooms)("at $name % every screen and what it opens can be reached", async ({ name, viewport }) => {
  const { page, context } = await agent("admin@demo.example", { viewport });
  const problems: string[] = [];
  let layers = 0;
  for (const path of IS_PART ? partOf(name) : paths) {
    await openWhole(page, path);
    problems.push(...(await reachedProblems(page, `${path}`)));
    await screenshot(page, `zoom-${name}-${path.slice(1) || "dashboard"}`);
    const opened = await openedProblems(page, path, name);
    problems.push(...opened.problems);
    layers += opened.layers;
  }
  expect(problems).toEqual([]);
  // A phone has fewer buttons outside its sheets.
  expect(layers).toBeGreaterThanOrEqual(3);
  await context.close();
});

/** Returns the problems that remain for longer than a list needs to draw. */
async function reachedProblems(page: Page, what: string): Promise<string[]> {
  let found: string[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    await settled(page);
    found = await reachProblems(page);
    if (found.length === 0) return [];
  }
  return found.map((problem) => `${what}: ${problem}`);
}

/** Opens what the screen's buttons open, one after the other. */
async function openedProblems(page: Page, path: string, zoom: string): Promise<Opened> {
  const problems: string[] = [];
  let layers = 0;
  const names = await page
    .getByRole("button", { name: OPENERS })
    .evaluateAll((found) =>
      found.flatMap((each) =>
        each.checkVisibility() ? [each.getAttribute("aria-label") ?? each.textContent ?? ""] : [],
      ),
    );
  // The menu is the same on every screen, and the first button of each.
  const opening = [...new Set(names)].filter((name) => name !== "Abrir menu" || path === "/tickets");
  for (const name of opening.slice(0, MAX_OPENED)) {
    const opener = page.getByRole("button", { name, exact: true }).locator("visible=true").first();
    if (!(await opener.isVisible()) || !(await opener.isEnabled())) continue;
    const before = await page.locator(LAYER).count();
    await opener.click();
    if (await hasOpened(page, before)) {
      layers += 1;
      problems.push(...(await reachedProblems(page, `${path}, ${name}`)));
      await screenshot(page, `zoom-${zoom}-${path.slice(1) || "dashboard"}-${name.replace(/\W+/g, "-")}`);
    }
    for (let presses = 0; presses < 2 && (await page.locator(LAYER).count()) > before; presses++) {
      await page.keyboard.press("Escape");
      await settled(page);
    }
    // The layer stays, or the button led to another screen.
    const isBack = (await page.locator(LAYER).count()) === before && new URL(page.url()).pathname === path;
    if (!isBack) await openWhole(page, path);
  }
  return { problems, layers };
}

/** Returns whether more layers than `before` are there, within three seconds: some buttons open none. */
const hasOpened = (page: Page, before: number): Promise<boolean> =>
  page.evaluate(
    ([layer, known]) => {
      const isOpen = () => document.querySelectorAll(layer).length > known;
      return new Promise<boolean>((done) => {
        const look = () => isOpen() && done(true);
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
        AbortSignal.timeout(3_000).addEventListener("abort", () => done(isOpen()));
        look();
      });
    },
    [LAYER, before] as const,
  );

test.each(zooms)("at $name % a conversation is read and answered", async ({ name, viewport }) => {
  const contact = await customer(`Zoom ${name} Prado`);
  await contact.writes("Consigo ler isto?");
  const ana = await agent("ana@demo.example", { viewport });
  const { page } = ana;
  await ana.waiting();
  await ana.accept(`Zoom ${name} Prado`);
  await ana.composer().waitFor();
  expect(await reachedProblems(page, "conversation")).toEqual([]);
  await ana.composer().fill("Sim, e respondo.");
  await screenshot(page, `zoom-${name}-composer`);
  // Nothing covers the field or the button while one writes.
  const button = page.getByRole("button", { name: /^(Enviar|Guardar na fila)/ });
  for (const part of [ana.composer(), button]) {
    await part.scrollIntoViewIfNeeded();
    await part.click({ trial: true });
  }
  await button.click();
  await ana.log().getByText("Sim, e respondo.").waitFor();
  await expect.poll(async () => (await contact.received()).length).toBe(1);

  await page.getByRole("button", { name: "Mais ações" }).click();
  await page.getByRole("menu").waitFor();
  expect(await reachedProblems(page, "menu of the conversation")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Dados do contato.*: Zoom/ }).click();
  await page.getByRole("textbox", { name: "Escreva uma observação" }).waitFor();
  expect(await reachedProblems(page, "contact")).toEqual([]);
  await screenshot(page, `zoom-${name}-contact`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Anexar/ }).click();
  await page.getByRole("menu").waitFor();
  expect(await reachedProblems(page, "attach menu")).toEqual([]);
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Emoji/ })
    .first()
    .click();
  await page.getByRole("searchbox").or(page.getByRole("dialog")).first().waitFor();
  expect(await reachedProblems(page, "emoji")).toEqual([]);
  await screenshot(page, `zoom-${name}-emoji`);
  await ana.context.close();
});
