import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { agent, at } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { restAs } from "../desk/rest.ts";

/** Lets the users of the demo company sign in on several devices at a time, or on one. */
async function allowOneSession(value: "enabled" | "disabled"): Promise<void> {
  const asAdmin = await restAs("admin@demo.example");
  await asAdmin("/settings/singleSession", { key: "singleSession", value });
}

/** Types a text and reloads the page in the same moment, before the field stores what was typed. */
async function typeAndReload(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await Promise.all([page.waitForNavigation(), page.evaluate(() => location.reload())]);
}

test("a draft in two tabs and on the phone: sent in one, it is gone where it is unchanged; an edit survives a reload", async () => {
  const name = "Célia Rascunho";
  await allowOneSession("disabled");
  onTestFinished(() => allowOneSession("enabled"));
  const [ana, anaOnPhone, celia] = await Promise.all([
    agent("ana@demo.example"),
    agent("ana@demo.example", { viewport: phone }),
    customer(name),
  ]);
  await ana.waiting();
  await celia.writes("Entregam no sábado?");
  await ana.accept(name);
  await ana.composer().waitFor();
  const secondPage = await ana.context.newPage();
  await secondPage.goto(new URL(ana.page.url()).pathname);
  const secondTab = at(secondPage, ana.context);
  await secondTab.composer().waitFor();

  await ana.composer().fill("Sim, até as 14h");
  await expect.poll(() => secondTab.composer().inputValue()).toBe("Sim, até as 14h");
  await anaOnPhone.attending();
  await anaOnPhone.open(name);
  await expect.poll(() => anaOnPhone.composer().inputValue()).toBe("Sim, até as 14h");
  await ana.composer().press("Enter");
  for (const place of [ana, secondTab, anaOnPhone]) await expect.poll(() => place.composer().inputValue()).toBe("");
  await expect.poll(async () => (await celia.received()).length).toBe(1);

  // A schedule takes the draft along, too.
  await ana.composer().fill("Amanhã eu confirmo");
  for (const place of [secondTab, anaOnPhone])
    await expect.poll(() => place.composer().inputValue()).toBe("Amanhã eu confirmo");
  await press(ana.page.getByRole("button", { name: "Agendar envio" }));
  await press(ana.page.getByRole("dialog").getByRole("button", { name: "Salvar" }));
  for (const place of [ana, secondTab, anaOnPhone]) await expect.poll(() => place.composer().inputValue()).toBe("");
  await anaOnPhone.page.getByText("Amanhã eu confirmo").waitFor();
  expect((await celia.received()).length).toBe(1);

  // Changed without a network on the phone, while the desktop answers.
  await anaOnPhone.composer().fill("Aos domingos");
  await expect.poll(() => ana.composer().inputValue()).toBe("Aos domingos");
  await anaOnPhone.context.setOffline(true);
  await anaOnPhone.composer().fill("Aos domingos não");
  await ana.composer().press("Enter");
  await ana.log().getByText("Aos domingos").first().waitFor();
  await anaOnPhone.context.setOffline(false);
  await anaOnPhone.page.getByText("Você já respondeu nesta conversa").waitFor();
  expect(await anaOnPhone.composer().inputValue()).toBe("Aos domingos não");
  await screenshot(anaOnPhone.page, "drafts-answered-phone");
  await expect.poll(async () => (await celia.received()).length).toBe(2);

  await ana.composer().fill("");
  await ana.composer().press("ArrowUp");
  await typeAndReload(ana.page, ana.composer(), "Aos domingos, até meio-dia");
  await expect.poll(() => ana.composer().inputValue()).toBe("Aos domingos, até meio-dia");
  await screenshot(ana.page, "drafts-edit-desktop");
  await ana.composer().press("Enter");
  await ana.log().getByText("Aos domingos, até meio-dia").first().waitFor();
  await Promise.all([ana.context.close(), anaOnPhone.context.close()]);
});

test("what was typed in the moment before a reload is there again, as a reply and as a note", async () => {
  const name = "Ilda Recarga";
  const [ana, ilda] = await Promise.all([agent("ana@demo.example"), customer(name)]);
  await ana.waiting();
  await ilda.writes("Ainda tem o jogo de chá?");
  await ana.accept(name);
  await ana.composer().waitFor();
  const { page } = ana;
  const conversation = new URL(page.url()).pathname;
  for (const text of ["Temos", "Temos, o azul", "Temos, o azul e o verde"]) {
    await typeAndReload(page, ana.composer(), text);
    await expect.poll(() => ana.composer().inputValue()).toBe(text);
  }
  await page.goto("/tickets");
  await page.locator("[data-row]").filter({ hasText: "Temos, o azul e o verde" }).first().waitFor();
  await page.goto(conversation);
  await ana.composer().fill("");
  await page.keyboard.press("Alt+m");
  const note = page.getByRole("textbox", { name: "Escreva uma observação" }).locator("visible=true");
  for (const text of ["ligar", "ligar na quinta"]) {
    await typeAndReload(page, note, text);
    await expect.poll(() => note.inputValue()).toBe(text);
  }
  await ana.context.close();
});
