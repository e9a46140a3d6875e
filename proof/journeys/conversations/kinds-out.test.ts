import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { screenshot } from "../desk/browser.ts";
import { type Customer, customer } from "../desk/customer.ts";

async function conversation(name: string) {
  const [ana, person] = await Promise.all([agent("ana@demo.example"), customer(name)]);
  await person.writes("Oi, pode me ajudar?");
  await ana.waiting();
  await ana.accept(name);
  await ana.composer().waitFor();
  return { ana, person };
}

async function menuOf(ana: Agent, text: string, item: string) {
  const message = ana.log().locator("[data-message]").filter({ hasText: text }).first();
  await message.hover();
  await message.getByRole("button", { name: "Ações da mensagem" }).click();
  await ana.page.getByRole("menuitem", { name: item }).click();
}
const composerText = async (ana: Agent) => ana.composer().inputValue();
/** Returns the phone's messages without the signature: text, whether edited, and how often received. */
const shown = async (person: Customer) =>
  (await person.received()).map(({ body, edited = false, receivedCount }) => [
    body.replace("*Ana Prado:*\n", ""),
    edited,
    receivedCount,
  ]);

test("a sent message is edited from the menu and with the up arrow, and the draft is kept", async () => {
  const { ana, person } = await conversation("Otília Braga");
  await ana.reply("Bon dia");
  await expect.poll(() => shown(person)).toEqual([["Bon dia", false, 1]]);
  await ana.composer().fill("já vejo");
  await menuOf(ana, "Bon dia", "Editar");
  await ana.page.getByText("Editando", { exact: true }).waitFor();
  await expect.poll(() => composerText(ana)).toBe("Bon dia");
  await screenshot(ana.page, "kinds-out-editing");
  await ana.composer().press("Escape");
  await expect.poll(() => composerText(ana)).toBe("já vejo");

  await ana.composer().fill("");
  await ana.composer().press("ArrowUp");
  await expect.poll(() => composerText(ana)).toBe("Bon dia");
  // A second press of the key moves to the messages.
  await ana.composer().press("ArrowUp");
  await expect.poll(() => ana.page.locator("[data-message]:focus").count()).toBe(1);
  await ana.page.keyboard.press("Escape");
  await ana.composer().press("ArrowUp");
  await ana.composer().fill("Bom dia");
  await ana.composer().press("Control+a");
  await ana.composer().press("Control+b");
  await expect.poll(() => composerText(ana)).toBe("*Bom dia*");
  await ana.composer().press("Enter");
  await ana.log().getByText("editada").first().waitFor();
  await expect.poll(() => composerText(ana)).toBe("");
  await expect.poll(() => shown(person)).toEqual([["*Bom dia*", true, 1]]);
  await menuOf(ana, "Bom dia", "Ver edições");
  await ana.page.getByRole("dialog").getByText("Bon dia").waitFor();
  await ana.context.close();
});

test("the last of several offline edits reaches the phone once; an edit that is too late returns its text", async () => {
  const { ana, person } = await conversation("Plácido Reis");
  await ana.reply("prazo: segunda");
  await ana.reply("apagar esta");
  await expect.poll(async () => (await person.received()).length).toBe(2);
  await ana.context.setOffline(true);
  await menuOf(ana, "prazo: segunda", "Editar");
  await ana.composer().fill("prazo: terça");
  await ana.composer().press("Enter");
  await menuOf(ana, "apagar esta", "Editar");
  await ana.composer().fill("um texto que não se perde");
  await ana.composer().press("Enter");
  await ana.reply("até la");
  await ana.composer().press("ArrowUp");
  await ana.composer().fill("até lá");
  await ana.composer().press("Enter");
  await ana.log().getByText("prazo: terça").waitFor();
  await ana.log().getByText("até lá").waitFor();
  await screenshot(ana.page, "kinds-out-offline");

  const marina = await agent("admin@demo.example");
  await marina.attending();
  await marina.page.getByRole("switch", { name: "Ver todos" }).setChecked(true);
  await marina.open("Plácido Reis");
  await menuOf(marina, "apagar esta", "Apagar para todos");
  await marina.page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Apagar/ })
    .click();
  await expect.poll(async () => (await person.received())[1]?.deleted).toBe(true);
  await ana.context.setOffline(false);

  await ana.page.getByText("Não dá para editar esta mensagem.").first().waitFor();
  await screenshot(ana.page, "kinds-out-refused");
  await ana.page.getByRole("button", { name: "Usar o texto" }).click();
  await expect.poll(() => composerText(ana)).toBe("um texto que não se perde");
  await expect
    .poll(() => shown(person))
    .toEqual([
      ["prazo: terça", true, 1],
      ["apagar esta", false, 1],
      ["até lá", false, 1],
    ]);
  await Promise.all([ana, marina].map(({ context }) => context.close()));
});

test("contacts and a location arrive as such, and a contact card opens its conversation", async () => {
  const [{ ana, person }, other] = await Promise.all([conversation("Quirino Dias"), customer("Zulmira Passos")]);
  await other.writes("Oi, sou a Zulmira");
  const { page } = ana;
  await ana.attach("Contato");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Contatos a enviar" }).fill("Zulmira");
  await page.getByRole("option", { name: /Zulmira Passos/ }).click();
  await screenshot(page, "kinds-out-cards");
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await ana.log().getByRole("link", { name: "Conversar com Zulmira Passos" }).waitFor();

  await ana.attach("Localização");
  const place = dialog.getByRole("textbox", { name: /Coordenadas/ });
  await place.fill("https://maps.app.goo.gl/abc");
  await dialog.getByText("Um link encurtado não diz onde fica").waitFor();
  await place.fill("");
  await dialog.getByRole("button", { name: "Usar minha localização" }).click();
  await dialog.getByText("O navegador bloqueou a localização").waitFor();
  await screenshot(page, "kinds-out-place-denied");
  await ana.context.grantPermissions(["geolocation"]);
  await ana.context.setGeolocation({ latitude: -19.93842, longitude: -43.93355 });
  await dialog.getByRole("button", { name: "Usar minha localização" }).click();
  await expect.poll(() => place.inputValue()).toBe("-19.93842, -43.93355");
  await dialog.getByRole("textbox", { name: /Nome do lugar/ }).fill("Loja Savassi");
  await screenshot(page, "kinds-out-place");
  await dialog.getByRole("button", { name: "Enviar", exact: true }).click();
  await ana.log().getByText("Loja Savassi").waitFor();
  await expect
    .poll(async () => (await person.received()).map(({ type, body, receivedCount }) => [type, body, receivedCount]))
    .toEqual([
      ["contact", "Zulmira Passos", 1],
      ["location", "Loja Savassi", 1],
    ]);
  await screenshot(page, "kinds-out-sent");

  // After forwarding, both keep their kind.
  await menuOf(ana, "Loja Savassi", "Encaminhar");
  await dialog.getByRole("combobox", { name: "Para quem" }).fill("Zulmira");
  await page.getByRole("option", { name: /Zulmira Passos/ }).click();
  await dialog.getByRole("button", { name: "Encaminhar" }).click();
  await expect.poll(async () => (await other.received()).map(({ type }) => type)).toContain("location");

  await ana.log().getByRole("link", { name: "Conversar com Zulmira Passos" }).click();
  await page.getByRole("textbox", { name: "Mensagem para Zulmira Passos" }).waitFor();
  await ana.log().getByText("Oi, sou a Zulmira").waitFor();
  await ana.context.close();
});

testDisplayModes(
  "attachments can be chosen by keyboard",
  { email: "admin@demo.example", path: "/tickets", usual: "celular-escuro" },
  async (marina, { name }) => {
    const { page } = marina;
    await marina.attending();
    await marina.open("Helena Sampaio");
    await page.getByRole("button", { name: "Anexar" }).press("Enter");
    await page.getByRole("menuitem", { name: "Arquivo" }).waitFor();
    await screenshot(page, `kinds-out-menu-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Enviar contato" }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Fechar" }).click();
    await marina.attach("Localização");
    await page.getByRole("textbox", { name: /Coordenadas/ }).fill("-19.9384, -43.9336");
    await screenshot(page, `kinds-out-place-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancelar" }).click();
  },
);
