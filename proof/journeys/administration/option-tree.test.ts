import { randomInt } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { givenPhoneNumber } from "../../../db/testing/phone-numbers.ts";
import { agent } from "../desk/agent.ts";
import { openBrowser, phone, press, screenshot } from "../desk/browser.ts";
import { phonePage } from "../desk/phone-page.ts";
import { usually } from "../desk/sizes.ts";

/** Adds an option to the menu, below the option `within` when given. */
async function addOption(page: Page, title: string, answer: string, within?: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await press(dialog.getByRole("button", { name: "Opção", exact: true }));
  await dialog.getByLabel("Nome da opção").fill(title);
  await dialog.getByLabel("Resposta").fill(answer);
  if (within) await press(dialog.getByRole("button", { name: `Mover ${title} para dentro da opção acima` }));
}

/** Opens the customer's phone on the sandbox page. */
async function customerAt(connection: string, number: string, name: string) {
  const context = await openBrowser({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${inject("deskUrl")}/sandbox`);
  const customer = phonePage(page);
  await customer.connection(connection);
  return {
    page,
    context,
    begin: () => customer.begin(name, number),
    writes: customer.writes,
    /** Scans the QR code that the desk shows. */
    async scans() {
      await expect.poll(() => page.getByRole("radio", { name: "Pede QR" }).isChecked()).toBe(true);
      await page.getByRole("radio", { name: "Conectada" }).check();
    },
    /** Waits until the conversation contains the text. */
    receives: (text: string | RegExp) => page.getByRole("log", { name: "Conversa" }).getByText(text).last().waitFor(),
  };
}

test.each(
  usually("desktop", [
    { where: "on a desktop", viewport: undefined, shopName: "Oficina Norte", queueName: "Mecânica" },
    { where: "on a phone", viewport: phone, shopName: "Oficina Sul", queueName: "Funilaria" },
  ]),
)(
  "a queue with an option tree is created $where, walked on the customer's phone, and ends with an agent",
  async ({ viewport, shopName, queueName }) => {
    // A retry meets what its first attempt has left, so each attempt has names and a customer of its own.
    const attempt = String(randomInt(1000, 10_000));
    const [shop, queue, number] = [`${shopName} ${attempt}`, `${queueName} ${attempt}`, givenPhoneNumber()];
    const marina = await agent("admin@demo.example", { viewport });
    const { page } = marina;
    const dialog = page.getByRole("dialog");
    const shot = (what: string) => screenshot(page, `option-tree-${what}-${viewport ? "celular" : "claro"}`);

    await page.goto("/queues");
    // The list of queues has loaded, so their colors are taken.
    await marina.record("Vendas").waitFor();
    await press(page.getByRole("button", { name: "Adicionar fila" }));
    await dialog.getByLabel("Nome *").fill(queue);
    await dialog.getByLabel("Mensagem de saudação").fill("Oi! Aqui é a oficina. Como podemos ajudar?");
    await addOption(page, "Orçamento", "De que é o orçamento?");
    await addOption(page, "Moto", "Mande uma foto da moto, por favor.", "Orçamento");
    await addOption(page, "Falar com alguém", "Já chamamos alguém.");
    await shot("queue");
    await press(dialog.getByRole("button", { name: "Salvar" }));
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

    await page.goto("/connections");
    await press(page.getByRole("button", { name: "Adicionar" }));
    await press(page.getByRole("menuitem", { name: "Número de WhatsApp" }));
    await dialog.getByLabel("Nome").fill(shop);
    await dialog.getByRole("checkbox", { name: queue, exact: true }).check();
    await press(dialog.getByRole("button", { name: /Adicionar|Salvar/ }));
    await marina.act(shop, `QR Code: ${shop}`);

    const helena = await customerAt(shop, number, `Helena da ${shop}`);
    await helena.scans();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await helena.begin();
    await helena.writes("Oi");
    await helena.receives(/Como podemos ajudar/);
    await helena.writes("7");
    await helena.receives(/Não entendi/);
    await helena.writes("1");
    await helena.receives(/De que é o orçamento/);
    await screenshot(helena.page, `option-tree-customer-${viewport ? "celular" : "claro"}`);

    // Contacts in the bot's menu are a group of their own at the end of the list.
    await page.goto("/tickets");
    await marina.waiting();
    const name = `Helena da ${shop}`;
    await marina.reach(name, marina.acceptButton(name));
    await page.getByText("No menu do robô", { exact: false }).first().waitFor();
    await shot("list");
    await helena.writes("1");
    await helena.receives("Mande uma foto da moto, por favor.");
    // Customers of other journeys may have moved the row out of sight meanwhile.
    await marina.accept(name);
    await marina.log().getByText("Mande uma foto da moto, por favor.").waitFor();
    await marina.reply("Recebido! Olhamos hoje à tarde.");
    await helena.receives("Recebido! Olhamos hoje à tarde.");
    await shot("conversation");
    // An agent answers now, so text that matches a menu option is plain text.
    await helena.writes("1");
    await marina.log().getByText("1", { exact: true }).last().waitFor();
    await helena.writes("Obrigada");
    await marina.log().getByText("Obrigada").waitFor();
    const heard = helena.page.getByRole("log", { name: "Conversa" }).getByText("Mande uma foto da moto, por favor.");
    await expect.poll(() => heard.count()).toBe(1);

    // Journeys share one desk, so this one deletes what it created.
    for (const [screen, name] of [
      ["/connections", shop],
      ["/queues", queue],
    ] as const) {
      await page.goto(screen);
      await marina.act(name, `Excluir ${name}`);
      await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
      await expect.poll(() => marina.record(name).count()).toBe(0);
    }
    await Promise.all([marina.context.close(), helena.context.close()]);
  },
  120_000,
);
