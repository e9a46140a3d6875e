import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { usually } from "../desk/sizes.ts";

const opened = async (page: Page) => {
  await page.goto("/messages-api");
  await page.getByRole("heading", { name: "API de mensagens", level: 1 }).waitFor();
};
const form = (page: Page, name: "Testar texto" | "Testar arquivo") => page.getByRole("region", { name });

test.each(
  usually("phone", [
    ["on a desktop", undefined],
    ["on a phone", phone],
  ]),
)("both forms send %s, and the phone receives each message once", async (_where, viewport) => {
  const helena = await customer("Helena da API");
  const marina = await agent("admin@demo.example", { viewport });
  const { page } = marina;
  await opened(page);
  const [text, media] = [form(page, "Testar texto"), form(page, "Testar arquivo")];

  await press(text.getByRole("button", { name: "Enviar" }));
  await expect.poll(() => text.getByText("Obrigatório").count()).toBe(2);
  await text.getByText("Gere um token aqui").waitFor();
  await press(text.getByRole("button", { name: /Conexão/ }));
  await press(page.getByRole("option", { name: "Token digitado" }));
  await text.locator("input[type=password]").fill("de-ninguem");
  await text.getByLabel("Número").fill(helena.number);
  await text.getByLabel("Mensagem").fill("Seu pedido saiu para entrega.");
  await press(text.getByRole("button", { name: "Enviar" }));
  await text.getByText("Este token não é de nenhuma conexão. (401, ERR_UNKNOWN_TOKEN)").waitFor();

  await press(text.getByRole("button", { name: /Conexão/ }));
  await press(page.getByRole("option", { name: "Loja Savassi" }));
  const make = text.getByRole("button", { name: /Gerar token|Trocar token/ });
  const isReplaced = (await make.innerText()) === "Trocar token";
  await press(make);
  if (isReplaced) await press(page.getByRole("alertdialog").getByRole("button", { name: "Trocar token" }));
  await expect.poll(() => text.getByRole("textbox", { name: /Token/ }).inputValue()).toMatch(/^[\w-]{32}$/);
  await press(text.getByRole("button", { name: "Enviar" }));
  await text.getByText("ID da mensagem:").waitFor();
  await expect.poll(async () => (await helena.received()).length).toBe(1);

  // The other form already contains the token and the number.
  await page.getByRole("tab", { name: "Testar arquivo" }).click();
  const chooser = page.waitForEvent("filechooser");
  await press(media.getByRole("button", { name: "Escolher arquivo" }));
  await (await chooser).setFiles({ name: "nota.txt", mimeType: "text/plain", buffer: Buffer.from("um, dois") });
  await media.getByLabel("Legenda").fill("A nota do pedido");
  await press(media.getByRole("button", { name: "Enviar" }));
  await media.getByText("ID da mensagem:").waitFor();
  await expect.poll(async () => (await helena.received()).length).toBe(2);
  await press(media.getByRole("link", { name: "Abrir a conversa" }));
  await page.getByText("A nota do pedido").last().waitFor();
  await page.getByText("Seu pedido saiu para entrega.").last().waitFor();

  const held = await helena.received();
  expect(held.map(({ receivedCount }) => receivedCount)).toEqual([1, 1]);
  expect(held[0]).toMatchObject({ body: "Seu pedido saiu para entrega." });
  await marina.context.close();
});

test("the page of the messages API is readable without a network and sends nothing", async () => {
  const marina = await agent("admin@demo.example");
  await opened(marina.page);
  await marina.context.setOffline(true);
  await marina.page.getByText(/Sem internet: a documentação pode ser lida/).waitFor();
  for (const name of ["Testar texto", "Testar arquivo"] as const) {
    await marina.page.getByRole("tab", { name }).click();
    await expect.poll(() => form(marina.page, name).getByRole("button", { name: "Enviar" }).isDisabled()).toBe(true);
  }
  await screenshot(marina.page, "messages-api-offline");
  expect(await seriousViolations(marina.page)).toEqual([]);
  await marina.context.close();
});

testDisplayModes(
  "the page of the messages API can be read, copied from and used",
  { email: "admin@demo.example", path: "/messages-api", usual: "claro" },
  async ({ page }, { name }) => {
    await page.getByRole("heading", { name: "API de mensagens", level: 1 }).waitFor();
    await page.getByText("POST http://").waitFor();
    await page.getByText("ERR_KEY_REUSED").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await screenshot(page, `messages-api-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(page.getByRole("tab", { name: "Testar arquivo" }));
    await press(form(page, "Testar arquivo").getByRole("button", { name: "Enviar" }));
    await form(page, "Testar arquivo").getByText("Obrigatório").first().waitFor();
    await screenshot(page, `messages-api-required-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
  },
);
