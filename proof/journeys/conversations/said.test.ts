import { expect, test } from "vitest";
import { agent } from "../desk/agent.ts";
import { phone, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

test("by touch, without a network: who waits longest is first, is read before it is accepted, and goes on with a note", async () => {
  const [first, second] = ["Dalva Primeira", "Elza Segunda"];
  const [ana, dalva, elza] = await Promise.all([
    agent("ana@demo.example", { viewport: phone }),
    customer(first),
    customer(second),
  ]);
  const { page, context } = ana;
  await dalva.writes("Bom dia");
  await dalva.writes("A moringa chegou trincada, como troco?");
  await ana.waiting();
  await ana.reach(first);
  await elza.writes("Qual o prazo para Betim?");
  await ana.reach(second);
  const places = () =>
    Promise.all([first, second].map(async (name) => (await ana.row(name).boundingBox())?.y ?? Number.NaN));
  const [before = 0, after = 0] = await places();
  expect(before).toBeLessThan(after);
  const row = page.getByRole("listitem").filter({ has: ana.row(first) });
  await row.getByText("A moringa chegou trincada, como troco?").waitFor();

  await context.setOffline(true);
  await page
    .getByText(/^Sem internet/)
    .locator("visible=true")
    .first()
    .waitFor();
  // Read from the row, without accepting it.
  await ana.row(first).tap();
  await ana.log().getByText("Bom dia", { exact: true }).waitFor();
  await ana.log().getByText("A moringa chegou trincada, como troco?").waitFor();
  expect(await ana.composer().count()).toBe(0);
  await screenshot(page, "said-read-offline");
  const accept = page.getByRole("button", { name: /^Aceitar/ }).locator("visible=true");
  await accept.last().tap();
  await ana.composer().waitFor();
  await ana.reply("Sinto muito! A colega da troca já vê.");

  await page.getByRole("button", { name: "Mais ações" }).locator("visible=true").tap();
  await page.getByRole("menuitem", { name: "Transferir" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("group")
    .getByRole("button", { name: /Suporte/ })
    .tap();
  await dialog.getByRole("textbox").last().tap();
  await page.keyboard.insertText("Trincou na entrega, foto já pedida.");
  await screenshot(page, "said-transfer-offline");
  await dialog.getByRole("button", { name: "Transferir" }).tap();
  await expect.poll(() => dialog.count()).toBe(0);
  expect((await dalva.received()).length).toBe(0);

  await context.setOffline(false);
  await expect
    .poll(async () => (await dalva.received()).map(({ body, receivedCount }) => [body, receivedCount]))
    .toEqual([[expect.stringContaining("A colega da troca já vê."), 1]]);

  // The receiver finds all of it, with the note.
  const bia = await agent("bia@demo.example", { viewport: phone });
  await bia.waiting();
  await bia.reach(first);
  await bia.row(first).tap();
  for (const text of ["Bom dia", "A moringa chegou trincada, como troco?", "Sinto muito! A colega da troca já vê."])
    await bia.log().getByText(text).first().waitFor();
  await bia.page.getByText("Trincou na entrega, foto já pedida.").locator("visible=true").first().waitFor();
  await screenshot(bia.page, "said-received");
  expect((await elza.received()).length).toBe(0);
  await Promise.all([context.close(), bia.context.close()]);
});
