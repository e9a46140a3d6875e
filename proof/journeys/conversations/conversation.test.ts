import { expect, test } from "vitest";
import { type Agent, agent } from "../desk/agent.ts";
import { screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

async function menuOf(ana: Agent, text: string, item: string) {
  const message = ana.log().locator("[data-message]").filter({ hasText: text }).first();
  await message.hover();
  await message.getByRole("button", { name: "Ações da mensagem" }).click();
  await ana.page.getByRole("menuitem", { name: item }).click();
}

test("notes, tags, the bot and the timeline of a conversation are seen by an agent and by a colleague", async () => {
  const [ana, marina, lia] = await Promise.all([
    agent("ana@demo.example"),
    agent("admin@demo.example"),
    customer("Lia Fontes"),
  ]);
  await lia.writes("O prato azul veio lascado.");
  await ana.waiting();
  await ana.accept("Lia Fontes");
  await ana.composer().waitFor();

  await ana.page.getByRole("button", { name: "Tag", exact: true }).click();
  await ana.page.getByRole("combobox", { name: "Tag" }).fill("Lascado");
  await ana.page.getByRole("option", { name: "Criar a tag “Lascado”" }).click();
  await ana.page.getByRole("button", { name: "Remover a tag Lascado" }).waitFor();

  await ana.page.getByRole("button", { name: "Dados do contato: Lia Fontes" }).click();
  const drawer = ana.page.getByRole("complementary", { name: "Contato" });
  const note = drawer.getByRole("textbox", { name: "Escreva uma observação" });
  await note.fill("x");
  await note.press("Enter");
  await drawer.getByText("pelo menos 2 caracteres").waitFor();
  await ana.context.setOffline(true);
  await note.fill("Já trocou um prato em agosto.");
  await note.press("Enter");
  await drawer.getByText("Já trocou um prato em agosto.").waitFor();
  await ana.context.setOffline(false);
  await drawer.getByText("Ana Prado aceitou").waitFor();
  await screenshot(ana.page, "conversation-drawer");

  await marina.attending();
  await marina.page.getByRole("switch", { name: "Ver todos" }).setChecked(true);
  await marina.page.getByRole("link", { name: "Lia Fontes", exact: true }).first().click();
  await marina.page.getByRole("button", { name: "Dados do contato: Lia Fontes" }).click();
  const hers = marina.page.getByRole("complementary", { name: "Contato" });
  await hers.getByText("Já trocou um prato em agosto.").waitFor();
  await marina.page.getByRole("button", { name: "Remover a tag Lascado" }).click();
  await expect.poll(() => ana.page.getByRole("button", { name: "Remover a tag Lascado" }).count()).toBe(0);
  await hers.getByRole("button", { name: "Excluir observação" }).click();
  await marina.page.getByText("Deseja realmente excluir este registro?").waitFor();
  await marina.page.getByRole("alertdialog").getByRole("button", { name: "Excluir observação" }).click();
  await expect.poll(() => drawer.getByText("Já trocou um prato em agosto.").count()).toBe(0);
  await Promise.all([ana, marina].map(({ context }) => context.close()));
});

test("a message is reacted to, forwarded and deleted; a reader of a deleted ticket leaves its screen", async () => {
  const [ana, marina, rita, caio] = await Promise.all([
    agent("ana@demo.example"),
    agent("admin@demo.example"),
    customer("Rita Veloso"),
    customer("Caio Mattos"),
  ]);
  await caio.writes("Aguardo o endereço da loja.");
  await rita.writes("Onde fica a loja?");
  await ana.waiting();
  await ana.accept("Rita Veloso");
  await ana.reply("Rua da Bahia, 1200.");
  await expect.poll(async () => (await rita.received()).length).toBe(1);

  await menuOf(ana, "Onde fica a loja?", "Reagir com 👍");
  await ana.log().getByLabel("👍, reação sua").waitFor();
  await expect
    .poll(async () => (await rita.phoneMessages()).find(({ fromMe }) => fromMe)?.reactions?.theirs)
    .toBe("👍");
  await screenshot(ana.page, "conversation-reaction");

  await menuOf(ana, "Rua da Bahia, 1200.", "Encaminhar");
  await ana.page.getByRole("combobox", { name: "Para quem" }).fill("Caio Mat");
  await ana.page.getByRole("option", { name: /Caio Mattos/ }).click();
  await screenshot(ana.page, "conversation-forward");
  await ana.page.getByRole("dialog").getByRole("button", { name: "Encaminhar", exact: true }).click();
  await expect
    .poll(async () => (await caio.received()).map(({ body }) => body))
    .toEqual([expect.stringContaining("Rua da Bahia, 1200.")]);

  await menuOf(ana, "Rua da Bahia, 1200.", "Apagar para todos");
  await ana.page.getByRole("alertdialog").getByRole("button", { name: "Apagar para todos" }).click();
  await expect.poll(async () => (await rita.received()).map(({ deleted }) => deleted === true)).toEqual([true]);
  await ana.log().locator("s").getByText("Rua da Bahia, 1200.").waitFor();

  await marina.attending();
  await marina.page.getByRole("switch", { name: "Ver todos" }).setChecked(true);
  await marina.page.getByRole("link", { name: "Rita Veloso", exact: true }).first().click();
  await marina.page.getByRole("button", { name: "Mais ações" }).click();
  await marina.page.getByRole("menuitem", { name: "Excluir atendimento" }).click();
  await marina.page.getByRole("alertdialog").getByRole("button", { name: "Excluir atendimento" }).click();
  await marina.page.getByText("Atendimento excluído com sucesso.").waitFor();
  await ana.page.getByText("O atendimento em que você estava foi excluído").waitFor();
  await ana.page.waitForURL("**/tickets");
  await Promise.all([ana, marina].map(({ context }) => context.close()));
});

test("the pictures and videos of a conversation are browsed by key and by button, also offline", async () => {
  const [ana, lia] = await Promise.all([agent("ana@demo.example"), customer("Quitéria Portela")]);
  await lia.writes("A da frente", { media: { type: "image" } });
  await lia.writes("E a de trás", { media: { type: "image" } });
  await lia.writes("Rodando", { media: { type: "video" } });
  await ana.waiting();
  await ana.accept("Quitéria Portela");
  const photo = (words: string) => ana.log().getByRole("button", { name: `Abrir foto: Foto: ${words}` });
  await photo("E a de trás").waitFor();
  await ana.log().getByLabel("Vídeo: Rodando").waitFor();
  await ana.context.setOffline(true);
  await photo("A da frente").click();
  const viewer = ana.page.getByRole("dialog");
  await viewer.getByRole("img", { name: "Foto: A da frente" }).waitFor();
  await viewer.getByText("1 de 3").waitFor();
  await expect.poll(() => viewer.getByRole("button", { name: "Anterior" }).isDisabled()).toBe(true);
  await ana.page.keyboard.press("ArrowRight");
  await viewer.getByRole("img", { name: "Foto: E a de trás" }).waitFor();
  await screenshot(ana.page, "conversation-picture");
  await viewer.getByRole("button", { name: "Próxima" }).click();
  await viewer.getByText("3 de 3").waitFor();
  await ana.page.keyboard.press("ArrowLeft");
  await viewer.getByText("2 de 3").waitFor();
  await ana.page.keyboard.press("Escape");
  await expect.poll(() => viewer.count()).toBe(0);
  await ana.context.setOffline(false);
  await ana.context.close();
});

test("a message that the channel refused is listed separately, and can be sent again or discarded", async () => {
  const [ana, lia] = await Promise.all([agent("ana@demo.example"), customer("Olga Brandão")]);
  await lia.writes("Vocês entregam hoje?");
  await ana.waiting();
  await ana.accept("Olga Brandão");
  await ana.composer().waitFor();
  await lia.faults({ refuseSends: "479" });
  await ana.reply("Sim, até as 18h");
  await ana.reply("Ou amanhã cedo");
  await expect.poll(() => ana.log().getByRole("button", { name: "Tentar de novo" }).count()).toBe(2);
  await lia.faults({ refuseSends: false });
  await ana.page.getByRole("link", { name: "Atendimentos" }).first().click();
  await ana.page
    .getByRole("button", { name: /Tudo em dia|não sa/ })
    .first()
    .click();
  const list = ana.page.getByRole("dialog").getByRole("listitem");
  const entry = (text: string) => list.filter({ hasText: text });
  await entry("Sim, até as 18h").getByRole("link", { name: "Conversa com Olga Brandão" }).waitFor();
  await screenshot(ana.page, "not-delivered");
  await entry("Ou amanhã cedo").getByRole("button", { name: "Descartar" }).click();
  await ana.page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await entry("Sim, até as 18h").getByRole("button", { name: "Tentar de novo" }).click();
  await expect.poll(() => entry("Conversa com Olga Brandão").count()).toBe(0);
  await expect
    .poll(async () => (await lia.received()).map(({ body }) => body.replace(/^.*\n/, "")))
    .toEqual(["Sim, até as 18h"]);
  await ana.context.close();
});
