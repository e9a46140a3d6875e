import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { seriousViolations } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { openBrowser, phone, press, screenshot } from "../desk/browser.ts";
import { phonePage } from "../desk/phone-page.ts";

/** Accounts of the Meta stand-in that no other journey uses. */
const page = { owner: "Helena Prates", name: "Olaria Serra Azul", instagram: "@olariaserraazul" };
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function link(at: Page) {
  await at.goto("/connections");
  await press(at.getByRole("button", { name: "Adicionar" }).first());
  await press(at.getByRole("menuitem", { name: "Conta do Instagram" }));
  const form = at.getByRole("form", { name: page.owner });
  await form.waitFor();
  for (const box of await form.getByRole("checkbox").all()) await box.uncheck();
  await form.getByRole("checkbox", { name: page.name }).check();
  await press(form.getByRole("button", { name: `Continuar como ${page.owner}` }));
  for (const name of [page.name, page.instagram])
    await at.getByRole("row").filter({ hasText: name }).getByText("Conectada", { exact: true }).waitFor();
}

/** Opens the phone of a customer who writes to the page. */
async function person(app: "Messenger" | "Instagram", name: string) {
  const context = await openBrowser();
  const screen = await context.newPage();
  await screen.goto("/sandbox");
  const customer = phonePage(screen);
  await customer.connection(`${app === "Messenger" ? page.name : page.instagram} · ${app}`);
  await customer.begin(name);
  const bubble = (text: string) => screen.getByRole("article").filter({ hasText: text });
  const menu = async (text: string) => press(bubble(text).locator("summary").last());
  return {
    screen,
    context,
    bubble,
    async writes(text: string) {
      await customer.writes(text);
      await bubble(text).waitFor();
    },
    async sendsPicture() {
      await press(screen.locator("#attach summary"));
      await press(screen.getByRole("button", { name: "Foto" }));
    },
    reads: () => screen.getByRole("button", { name: "Ler tudo", exact: true }).click(),
    async reacts(text: string, emoji: string) {
      await menu(text);
      await press(bubble(text).getByRole("button", { name: emoji }));
    },
    async deletes(text: string) {
      await menu(text);
      await press(bubble(text).getByRole("button", { name: "Apagar para todos" }));
    },
  };
}

const shots = async (at: Page, name: string) => {
  await screenshot(at, `messenger-${name}`);
  expect(await seriousViolations(at)).toEqual([]);
};

test("a page is connected, and an agent and a customer exchange messages over Messenger", async () => {
  const marina = await agent("admin@demo.example");
  await link(marina.page);
  const rita = await person("Messenger", "Rita Messenger");
  await rita.writes("Vocês entregam em Sabará?");
  await marina.page.goto("/tickets");
  await marina.waiting();
  await marina.accept("Rita Messenger");
  await marina.composer().waitFor();
  await marina.reply("Entregamos, sim!");
  await rita.bubble("Entregamos, sim!").waitFor();
  await rita.reads();
  const log = marina.log();
  await log.getByText("Entregamos, sim!").first().waitFor();
  await log
    .getByRole("button", { name: /: lida$/ })
    .first()
    .waitFor();

  await rita.sendsPicture();
  await expect.poll(() => log.locator("img").count()).toBe(1);
  // There is no contact or location to choose, so the clip opens the file chooser at once.
  const chooser = marina.page.waitForEvent("filechooser");
  await press(marina.page.getByRole("button", { name: "Anexar" }));
  await (await chooser).setFiles({ name: "vaso.png", mimeType: "image/png", buffer: pixel });
  await marina.page.getByRole("button", { name: "Remover vaso.png" }).waitFor();
  await marina.composer().fill("Este é o vaso");
  await press(marina.page.getByRole("button", { name: "Enviar", exact: true }));
  await rita.bubble("Este é o vaso").waitFor();
  await expect.poll(() => rita.screen.getByRole("article").locator("img").count()).toBe(2);

  await rita.reacts("Entregamos, sim!", "❤️");
  await log.getByText("❤️").first().waitFor();
  await marina.page.getByText("Vocês entregam em Sabará?").last().hover();
  await shots(marina.page, "conversation");
  await screenshot(rita.screen, "messenger-phone");
  await Promise.all([marina.context.close(), rita.context.close()]);
});

test("Instagram: a message deleted by the customer is struck out, ours cannot be deleted, and a closed window is shown", async () => {
  const marina = await agent("admin@demo.example", { viewport: phone });
  const nilo = await person("Instagram", "Nilo Instagram");
  await nilo.writes("me enganei");
  await marina.waiting();
  await marina.accept("Nilo Instagram");
  await marina.composer().waitFor();
  await marina.reply("Tudo bem!");
  await nilo.bubble("Tudo bem!").waitFor();
  await nilo.deletes("me enganei");
  await marina
    .log()
    .getByText(/apagada|apagou/i)
    .first()
    .waitFor();
  const own = marina.log().locator("[data-message]").filter({ hasText: "Tudo bem!" }).last();
  await press(own.getByRole("button", { name: "Ações da mensagem" }));
  await marina.page.getByRole("menuitem", { name: "Responder" }).waitFor();
  expect(await marina.page.getByRole("menuitem", { name: "Apagar para todos" }).count()).toBe(0);
  await marina.page.keyboard.press("Escape");
  await shots(marina.page, "instagram-phone");

  // Delivers messages that were written hours ago and arrive late from Meta.
  const connections = (await (await fetch(`${inject("deskUrl")}/sandbox/connections`)).json()) as {
    id: string;
    name: string;
  }[];
  const connectionId = connections.find(({ name }) => name === `${page.instagram} · Instagram`)?.id;
  for (const [name, hoursAgo] of [
    ["Ada Ontem", 30],
    ["Ivo Cedo", 22],
  ] as const) {
    const body = { connectionId, from: `79${hoursAgo}00000001`, name, body: "ainda tem?", hoursAgo };
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    expect((await fetch(`${inject("deskUrl")}/sandbox/messages`, init)).status).toBe(200);
  }
  await marina.page.goto("/tickets");
  await marina.waiting();
  await marina.accept("Ivo Cedo");
  await marina.page.getByText("Dá para responder por mais 1 h").waitFor();
  await marina.composer().fill("um rascunho");
  await shots(marina.page, "closing-phone");
  await marina.page.goto("/tickets");
  await marina.waiting();
  await marina.accept("Ada Ontem");
  await marina.page.getByText("A janela de 24 horas fechou: Ada Ontem precisa escrever de novo").waitFor();
  expect(await marina.composer().count()).toBe(0);
  await shots(marina.page, "shut-phone");
  const conversation = new URL(marina.page.url()).pathname;
  // Signing in at the desk ends the phone's session.
  const wide = await agent("admin@demo.example");
  await wide.page.goto(conversation);
  await wide.page.getByText("A janela de 24 horas fechou: Ada Ontem precisa escrever de novo").waitFor();
  await wide.log().getByText("ainda tem?").waitFor();
  await shots(wide.page, "shut");
  // Journeys share one desk, so this one deletes its pages.
  await wide.page.goto("/connections");
  for (const name of [page.instagram, page.name]) {
    await press(wide.page.getByRole("button", { name: `Excluir ${name}` }));
    await press(wide.page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
    await expect.poll(() => wide.page.getByRole("row").filter({ hasText: name }).count()).toBe(0);
  }
  await Promise.all([marina.context.close(), nilo.context.close(), wide.context.close()]);
});
