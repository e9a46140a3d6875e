import { afterAll, expect } from "vitest";
import { check, dismiss, seriousIn, testLooks } from "./desk/access.ts";
import type { Agent } from "./desk/agent.ts";
import { browser, look, phone } from "./desk/browser.ts";

afterAll(async () => (await browser()).close());

testLooks(
  "every dialog and pane can be read and used",
  { email: "admin@demo.example", path: "/tickets" },
  async (marina, { name, viewport }) => {
    const { page } = marina;
    await marina.synced();

    await marina.waiting();
    await page
      .getByRole("button", { name: /^Aceitar/ })
      .first()
      .waitFor();
    await check(page, `waiting-${name}`);
    await page.getByRole("button", { name: /Novo/ }).first().click();
    await page.locator("[role=dialog] h2").first().waitFor();
    await check(page, `new-ticket-${name}`);
    await dismiss(page);

    await marina.attending();
    await marina.open("Helena Sampaio");
    await ticketMenu(marina, "Transferir", viewport === phone);
    await page.locator("[role=dialog] h2").first().waitFor();
    await check(page, `transfer-${name}`);
    await dismiss(page);
    await page.getByRole("button", { name: /Dados do contato.*: Helena/ }).click();
    await page.getByRole("button", { name: "Editar" }).waitFor();
    await check(page, `contact-${name}`);
    await page
      .getByRole("button", { name: /^Fechar/ })
      .last()
      .click();
    await marina.composer().fill("/o");
    await page.getByRole("option").first().waitFor();
    await check(page, `quick-replies-${name}`);
    await marina.composer().fill("");

    await marina.context.setOffline(true);
    await page.getByText("Sem internet").locator("visible=true").first().waitFor();
    await marina.reply("Escrito sem internet");
    await check(page, `offline-${name}`);
    await page.getByRole("button", { name: "Ver a fila" }).first().click();
    await page.locator("[role=dialog] h2").first().waitFor();
    await check(page, `outbox-${name}`);
    const unsent = page.getByRole("listitem").filter({ hasText: "Mensagem: Escrito sem internet" }).first();
    await unsent.getByRole("button", { name: "Descartar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
    await expect.poll(() => page.getByText("Escrito sem internet").count()).toBe(0);
  },
);

async function ticketMenu({ page }: Agent, item: string, onPhone: boolean): Promise<void> {
  if (!onPhone) return page.getByRole("button", { name: item }).first().click();
  await page.getByRole("button", { name: /Mais/ }).first().click();
  await page.getByRole("menuitem", { name: item }).click();
}

testLooks(
  "a new connection shows its code",
  { email: "admin@demo.example", path: "/connections" },
  async ({ page }, { name }) => {
    await page.getByRole("button", { name: "Adicionar" }).click();
    await page.getByRole("menuitem", { name: "Número de WhatsApp" }).click();
    await page.locator("[role=dialog] h2").first().waitFor();
    await look(page, `connection-new-${name}`);
    expect(await seriousIn(page)).toEqual([]);
    await page.getByRole("dialog").getByLabel("Nome").fill(`Loja ${name}`);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Adicionar|Salvar/ })
      .click();
    await page.getByRole("button", { name: `QR Code: Loja ${name}`, exact: true }).click();
    await page.getByRole("dialog").getByRole("img").first().waitFor();
    await look(page, `connection-qr-${name}`);
    expect(await seriousIn(page)).toEqual([]);
  },
);
