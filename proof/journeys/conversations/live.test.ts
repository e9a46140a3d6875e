import { expect, test } from "vitest";
import { agent, at } from "../desk/agent.ts";
import { customer } from "../desk/customer.ts";

test("a second tab and a second browser see every change without reloading", async () => {
  const [ana, marina] = await Promise.all([agent("ana@demo.example"), agent("admin@demo.example")]);
  const secondPage = await ana.context.newPage();
  await secondPage.goto("/tickets");
  const secondTab = at(secondPage, ana.context);
  const hugo = await customer("Hugo Sardinha");
  await Promise.all([ana.waiting(), secondTab.waiting(), marina.waiting()]);
  await hugo.writes("Tem vaso para jabuticabeira?");
  await Promise.all(
    [ana, secondTab, marina].map((someone) => someone.reach("Hugo Sardinha", someone.acceptButton("Hugo Sardinha"))),
  );

  await ana.accept("Hugo Sardinha");
  await expect.poll(() => marina.acceptButton("Hugo Sardinha").count()).toBe(0);
  await expect.poll(() => secondTab.acceptButton("Hugo Sardinha").count()).toBe(0);
  await secondTab.attending();
  await secondTab.open("Hugo Sardinha");
  await ana.reply("Temos o de 60 litros");
  await secondTab.log().getByText("Temos o de 60 litros").waitFor();
  await secondTab.reply("E o de 90");
  await ana.log().getByText("E o de 90").waitFor();
  await marina.attending();
  await marina.row("Hugo Sardinha").waitFor();
  await expect.poll(async () => (await hugo.received()).length).toBe(2);

  await ana.page.getByRole("button", { name: "Resolver" }).click();
  await expect.poll(() => marina.row("Hugo Sardinha").count()).toBe(0);
  await Promise.all([ana.context.close(), marina.context.close()]);
});

test("a ticket that leaves an agent's queues is removed from the agent's device", async () => {
  const [ana, bia] = await Promise.all([agent("ana@demo.example"), agent("bia@demo.example")]);
  const iris = await customer("Íris Camargo");
  await ana.waiting();
  await iris.writes("Minha senha do site não entra");
  await ana.accept("Íris Camargo");
  await ana.log().getByText("Minha senha do site não entra").waitFor();
  await ana.page.getByRole("button", { name: "Transferir" }).click();
  const dialog = ana.page.getByRole("dialog");
  await dialog
    .getByRole("button", { name: /Fila|Selecione uma fila/ })
    .first()
    .click();
  await ana.page.getByRole("option", { name: "Suporte" }).click();
  await dialog.getByRole("button", { name: "Transferir" }).click();
  await bia.waiting();
  await bia.reach("Íris Camargo", bia.acceptButton("Íris Camargo"));
  await expect.poll(() => ana.page.getByRole("link", { name: "Íris Camargo" }).count()).toBe(0);
  await bia.accept("Íris Camargo");
  await bia.log().getByText("Minha senha do site não entra").waitFor();
  await Promise.all([ana.context.close(), bia.context.close()]);
});
