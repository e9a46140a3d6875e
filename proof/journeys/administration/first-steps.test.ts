import { expect, test } from "vitest";
import { seriousViolations } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { phone, screenshot } from "../desk/browser.ts";

test("an empty company's admin hides the first steps, brings them back from Ajuda and skips a step", async () => {
  const { page } = await agent("admin@outra.example");
  // The sign-in helper has hidden the first steps.
  await page.goto("/");
  await page.getByRole("heading", { name: "Painel" }).waitFor();
  await page.goto("/helps");
  await page.getByRole("button", { name: "Mostrar os primeiros passos" }).click();
  // No connection of the journeys' desk offers a queue, so no step is done.
  await page.getByRole("heading", { name: /^Vamos abrir o balcão/ }).waitFor();
  await screenshot(page, "first-steps-desktop");
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto("/tickets");
  await page.getByRole("heading", { name: /^Vamos abrir o balcão/ }).waitFor();
  await page.getByRole("button", { name: "Convide alguém da equipe" }).click();
  await page.getByRole("button", { name: "Por enquanto só eu atendo" }).click();
  await page.getByRole("heading", { name: "Faltam 3 passos" }).waitFor();
  await page.getByText("Equipe de uma pessoa, por enquanto").waitFor();
});

test("an admin on a phone is offered a pairing code for the first number", async () => {
  const { page } = await agent("admin@outra.example", { viewport: phone });
  await page.goto("/helps");
  await page.getByRole("button", { name: "Mostrar os primeiros passos" }).click();
  await page.getByRole("button", { name: "Conectar com um código" }).click();
  await page.getByRole("dialog").getByLabel("Número deste celular").waitFor();
  await screenshot(page, "first-steps-code-phone");
});

test("a queue that no connection offers shows a hint, and one click lets the connection offer it", async () => {
  const { page } = await agent("admin@outra.example");
  await page.goto("/queues");
  await page.getByRole("button", { name: "Adicionar fila" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Nome *").fill("Recepção");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  // Other journeys may have left queues that no connection offers either; the sentence then names them too.
  const hint = page.getByRole("status").filter({ hasText: /nenhuma conexão (as )?oferece.*Recepção/i });
  await hint.waitFor();
  await screenshot(page, "queue-unoffered");
  await hint.getByRole("button", { name: "Oferecer em Outra Loja" }).click();
  // A second queue creates a menu for customers, so its greeting is required first.
  const greeting = dialog.getByLabel("Mensagem de saudação");
  await expect.poll(async () => (await greeting.isVisible()) || !(await hint.isVisible())).toBe(true);
  if (await greeting.isVisible()) {
    await greeting.fill("Olá! Com quem você quer falar?");
    await dialog.getByRole("button", { name: "Salvar" }).click();
  }
  await hint.waitFor({ state: "hidden" });
  await page.reload();
  await page.getByRole("row").filter({ hasText: "Recepção" }).waitFor();
  expect(await hint.count()).toBe(0);
});
