import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { quietFor } from "../../../contracts/testing/latency.ts";
import { at } from "../desk/agent.ts";
import { desktop, openBrowser, openWhole, phone, press, signIn } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

/**
 * Opens every layer that a screen offers and leaves it in each way: exactly that layer closes, and screen, address and
 * typed text stay. The openers are found on the page, so that a new layer is covered without a change here.
 */
/** Everything that lies above the page. */
const LAYERS =
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-headlessui-state~=open][tabindex]";
/** Openers that say what they open, and buttons whose names do. */
const OPENERS = "[aria-haspopup], [aria-expanded=false], [role=combobox], button";
const named =
  /^(Menu|Nov[oa]\b|Adicionar|Criar|Editar|Excluir|Filtrar|Filas|Tags|Usuários|Mais|Notificações|Buscar ou fazer|Dados do contato|Transferir|Agendar|Emoji|Anexar|Buscar na conversa|Importar|Ordem|Recarregar|Período|Atalhos|Idioma|Volume|Comunicados|Avisos|Responder|Ver|Escrever|Tudo em dia|\+)/;
/** They act at once or leave the application. */
const acting = /^(Sair|Aceitar|Resolver|Reabrir|Enviar|Salvar|Baixar|Exportar|Descartar|Confirmar|Voltar$|Fechar)/;

/** Stands for the address of a conversation of this test. */
const CONVERSATION = "a conversation";

/**
 * `npm test` sweeps one of each size: `BACK_SCREENS=usual` the first row at both, and `npm run proof -- back` all, which
 * takes a quarter of an hour for each size.
 */
const { BACK_SCREENS = "fewest" } = process.env;
const screens = [
  { email: "ana@demo.example", paths: [CONVERSATION, "/tickets"] },
  { email: "admin@demo.example", paths: ["/tickets", "/Kanban", "/schedules", "/contacts", "/"] },
  { email: "admin@demo.example", paths: ["/quick-messages", "/tags", "/queues", "/users", "/connections"] },
  { email: "admin@demo.example", paths: ["/chats", "/contact-lists", "/campaigns", "/Email", "/settings"] },
  { email: "admin@demo.example", paths: ["/ChatGPT", "/helps", "/todolist", "/messages-api", "/financeiro"] },
].slice(0, BACK_SCREENS === "all" ? undefined : 1);
const ways = ["back", "Escape", "close"] as const;
type Way = (typeof ways)[number];

const layersOf = (page: Page) => page.locator(LAYERS).locator("visible=true").count();
const depth = (page: Page) => page.evaluate(() => (history.state?.layers as number | undefined) ?? 0);

/** Waits until no layer opens or closes any more, and returns how many are open. */
async function settledDepth(page: Page): Promise<number> {
  let last = -1;
  for (let tries = 0; tries < 20; tries++) {
    const now = (await depth(page)) * 100 + (await layersOf(page));
    if (now === last) return Math.floor(now / 100);
    last = now;
    await quietFor(160);
  }
  return depth(page);
}

type Opener = { name: string; index: number };

/** Returns one opener for each kind: of "Editar Ana" and "Editar Bia" only the first. */
async function openersOf(root: Locator): Promise<Opener[]> {
  const found = await root.locator(OPENERS).evaluateAll((elements) =>
    elements.map((element, index) => {
      const { width, height } = element.getBoundingClientRect();
      const isUsable =
        width > 0 && height > 0 && !element.matches(":disabled") && !element.closest("[aria-hidden=true]");
      const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
      // The first row of a list on phones opens its sheet.
      const row = element.closest("[data-records] > li");
      const isRow = row !== null && row === row.parentElement?.firstElementChild;
      const says = isRow || element.matches("[aria-haspopup], [aria-expanded=false], [role=combobox]");
      return { name: name.trim(), index, isUsable, says, role: element.getAttribute("role") ?? "" };
    }),
  );
  const seen = new Set<string>();
  return found.filter(({ name, isUsable, says, role }) => {
    const kind = `${role}${name.split(/[ :,]/).slice(0, 2).join(" ")}`;
    if (!isUsable || acting.test(name) || !(says || named.test(name)) || seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

async function leave(page: Page, way: Way): Promise<boolean> {
  if (way === "back") await page.evaluate(() => history.back());
  else if (way === "Escape") await page.keyboard.press("Escape");
  else {
    const top = page.locator("[role=dialog], [role=alertdialog]").locator("visible=true").last();
    const button = top.getByRole("button", { name: /^(Fechar|Cancelar)/ }).first();
    if (!(await button.isVisible().catch(() => false))) return false;
    await press(button);
  }
  return true;
}

/** Types into the first empty text field of the topmost dialog; returns the text, or null. */
async function typeInto(page: Page): Promise<string | null> {
  const top = page.locator("[role=dialog]").locator("visible=true").last();
  const field = top
    .locator("input[type=text]:not([role=combobox]), input:not([type]):not([role=combobox]), textarea")
    .first();
  if (!(await field.isVisible().catch(() => false)) || !(await field.isEditable())) return null;
  if ((await field.inputValue()) !== "") return null;
  const text = `Digitado ${Date.now()}`;
  await field.fill(text);
  return text;
}
const hasText = (page: Page, text: string) =>
  page
    .locator("[role=dialog] input, [role=dialog] textarea")
    .evaluateAll((fields, wanted) => fields.some((field) => (field as HTMLInputElement).value === wanted), text);

/** Opens each layer of `root` and leaves it in each way. Returns how many were opened and left. */
async function sweep(page: Page, root: Locator, where: string, level: number): Promise<number> {
  let left = 0;
  const below = await settledDepth(page);
  for (const { name, index } of await openersOf(root)) {
    let kept: string | null = null;
    for (const way of ways) {
      const address = page.url();
      const what = `${where} > ${name} (${way})`;
      const opener = root.locator(OPENERS).nth(index);
      if (!(await opener.isVisible().catch(() => false))) break;
      await press(opener).catch(() => undefined); // what cannot be pressed opens nothing
      const shown = await settledDepth(page);
      if (page.url() !== address) {
        await page.goBack();
        await page.waitForURL(address);
        await settledDepth(page);
        break;
      }
      // A button that opens nothing, or a switch.
      if (shown <= below) {
        expect(await layersOf(page), `${what} opened a layer without useSystemBack`).toBeLessThanOrEqual(below);
        break;
      }
      if (kept) expect(await hasText(page, kept), `${what} keeps what was typed`).toBe(true);
      kept ??= await typeInto(page);
      // An opened list inside a dialog is a layer of its own: leave until the layer of this opener is gone.
      for (let open = await settledDepth(page); open > below; open = await settledDepth(page)) {
        const layers = await layersOf(page);
        if (!(await leave(page, open === below + 1 ? way : "back"))) await page.evaluate(() => history.back());
        await expect.poll(() => settledDepth(page), { message: what }).toBe(open - 1);
        expect(page.url(), what).toBe(address);
        expect(await layersOf(page), what).toBeLessThan(Math.max(layers, 1));
        left += 1;
      }
    }
    if (level === 0) left += await inside(page, root, { name, index }, where, below);
  }
  return left;
}

/** Sweeps the openers inside a dialog. */
async function inside(page: Page, root: Locator, { name, index }: Opener, where: string, below: number) {
  const opener = root.locator(OPENERS).nth(index);
  const address = page.url();
  if (!(await opener.isVisible().catch(() => false))) return 0;
  await press(opener).catch(() => undefined); // what cannot be pressed opens nothing
  if (page.url() !== address) {
    await page.goBack();
    return 0;
  }
  if ((await settledDepth(page)) <= below) return 0;
  const dialog = page.locator("[role=dialog]").locator("visible=true").last();
  let left = 0;
  if (await dialog.isVisible().catch(() => false)) {
    // The list of a combobox that has the focus at once.
    while ((await settledDepth(page)) > below + 1) await page.evaluate(() => history.back());
    left = await sweep(page, dialog, `${where} > ${name}`, 1);
  }
  for (let tries = 0; tries < 5 && (await settledDepth(page)) > below; tries++)
    await page.evaluate(() => history.back());
  return left;
}

/** Opens a conversation of a new customer, in which one can write. */
async function conversation(page: Page, size: string): Promise<string> {
  const name = `Volta ${size} Prado`;
  await (await customer(name)).writes("Bom dia!");
  const ana = at(page, page.context(), size === "phone");
  await page.goto("/tickets");
  await ana.waiting();
  await ana.accept(name);
  await ana.composer().waitFor();
  return new URL(page.url()).pathname;
}

const sizes = [
  { size: "desktop", viewport: desktop, fewest: "/tickets" },
  { size: "phone", viewport: phone, fewest: CONVERSATION },
];

const swept = (fewest: string) =>
  BACK_SCREENS === "fewest" ? screens.map(({ email }) => ({ email, paths: [fewest] })) : screens;

for (const { size, viewport, fewest } of sizes)
  test.each(swept(fewest))(
    `${size}: every layer of $paths closes alone`,
    { timeout: 900_000 },
    async ({ email, paths }) => {
      const context = await openBrowser({ viewport });
      const signedIn = await signIn(context, email);
      await signedIn.close();
      let left = 0;
      for (const path of paths) {
        // A new page: there is no earlier entry of the application.
        const page = await context.newPage();
        await openWhole(page, path === CONVERSATION ? await conversation(page, size) : path);
        const closed = await sweep(page, page.locator("#root"), path, 0);
        expect(new URL(page.url()).pathname).toContain(path === CONVERSATION ? "/tickets/" : path);
        console.log(`${size} ${path}: ${closed} layers left`);
        left += closed;
        await page.close();
      }
      expect(left).toBeGreaterThan(10);
      await context.close();
    },
  );

test("on a phone without a network, Back closes a dialog whose list opened by itself, and a used list alone", async () => {
  const context = await openBrowser({ viewport: phone });
  const page = await signIn(context, "ana@demo.example");
  await page.getByText("Tudo em dia").first().waitFor();
  await context.setOffline(true);
  await page.getByText("Sem internet").locator("visible=true").first().waitFor();
  const dialog = page.getByRole("dialog", { name: "Novo atendimento" });
  const options = page.getByRole("option");
  const open = async () => {
    await press(page.getByRole("button", { name: /^Novo/ }).first());
    await dialog.locator("h2").first().waitFor();
    await options.first().waitFor();
  };
  await open();
  await page.goBack();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/tickets");

  await open();
  await dialog.getByRole("combobox").first().fill("hel");
  await options.filter({ hasText: "hel" }).first().waitFor();
  await page.goBack();
  await expect.poll(() => options.count()).toBe(0);
  expect(await dialog.getByRole("combobox").first().inputValue()).toBe("hel");
  await page.goBack();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/tickets");
  await context.close();
});
