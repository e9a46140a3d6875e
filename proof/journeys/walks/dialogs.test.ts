import { expect } from "vitest";
import { check, dismiss, seriousViolations, testDisplayModes } from "../desk/access.ts";
import type { Agent } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";

testDisplayModes(
  "every dialog and pane can be read and used",
  { email: "admin@demo.example", path: "/tickets", usual: "celular-escuro" },
  async (marina, { name, viewport }) => {
    const { page } = marina;
    await marina.synced();

    await marina.waiting();
    await page
      .getByRole("button", { name: /^Aceitar/ })
      .first()
      .waitFor();
    await check(page, `waiting-${name}`);
    await press(page.getByRole("button", { name: /Novo/ }).first());
    await page.locator("[role=dialog] h2").first().waitFor();
    await check(page, `new-ticket-${name}`);
    await dismiss(page);

    await marina.attending();
    await marina.open("Helena Sampaio");
    await ticketMenu(marina, "Transferir", viewport === phone);
    await page.locator("[role=dialog] h2").first().waitFor();
    await check(page, `transfer-${name}`);
    await dismiss(page);
    await press(page.getByRole("button", { name: /Dados do contato.*: Helena/ }));
    await page.getByRole("button", { name: "Editar", exact: true }).waitFor();
    await check(page, `contact-${name}`);
    await press(page.getByRole("button", { name: /^Fechar/ }).last());
    await marina.composer().fill("/o");
    await page.getByRole("option").first().waitFor();
    await check(page, `quick-replies-${name}`);
    await marina.composer().fill("");

    await marina.context.setOffline(true);
    await page.getByText("Sem internet").locator("visible=true").first().waitFor();
    await marina.reply("Escrito sem internet");
    await check(page, `offline-${name}`);
    await press(page.getByRole("button", { name: /Ver a fila|na fila$/ }).first());
    await page.locator("[role=dialog] h2").first().waitFor();
    await check(page, `outbox-${name}`);
    const unsent = page.getByRole("listitem").filter({ hasText: "Mensagem: Escrito sem internet" }).first();
    await press(unsent.getByRole("button", { name: "Descartar" }));
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }));
    await expect.poll(() => page.getByText("Escrito sem internet").count()).toBe(0);
  },
);

async function ticketMenu({ page }: Agent, item: string, onPhone: boolean): Promise<void> {
  if (!onPhone) return page.getByRole("button", { name: item }).first().click();
  await press(page.getByRole("button", { name: /Mais/ }).first());
  await press(page.getByRole("menuitem", { name: item }));
}

testDisplayModes(
  "a new connection shows its code",
  { email: "admin@demo.example", path: "/connections", usual: "claro" },
  async ({ page, act }, { name }) => {
    await press(page.getByRole("button", { name: "Adicionar" }));
    await press(page.getByRole("menuitem", { name: "Número de WhatsApp" }));
    await page.locator("[role=dialog] h2").first().waitFor();
    await screenshot(page, `connection-new-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole("dialog").getByLabel("Nome").fill(`Loja ${name}`);
    await press(page.getByRole("dialog").getByRole("button", { name: /Adicionar|Salvar/ }));
    await act(`Loja ${name}`, `QR Code: Loja ${name}`);
    await page.getByRole("dialog").getByRole("img").first().waitFor();
    await screenshot(page, `connection-qr-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
  },
);

testDisplayModes(
  "the lanes of the board are put in order",
  { email: "admin@demo.example", path: "/tags", usual: "celular-escuro" },
  async ({ page }, { name, viewport }) => {
    if (viewport === phone) await press(page.getByRole("button", { name: /^Mais/ }));
    const button = page.getByRole(viewport === phone ? "menuitem" : "button", { name: "Ordem das colunas" });
    await press(button);
    const dialog = page.getByRole("dialog", { name: "Ordem das colunas do Kanban" });
    const lanes = () => dialog.getByRole("listitem").allTextContents();
    await dialog.getByRole("listitem").first().waitFor();
    const before = await lanes();
    await check(page, `lane-order-${name}`);
    await press(dialog.getByRole("button", { name: /^Mover para baixo/ }).first());
    await expect.poll(lanes).toEqual([before[1], before[0], ...before.slice(2)]);
    await press(dialog.getByRole("button", { name: "Cancelar" }));
  },
);
