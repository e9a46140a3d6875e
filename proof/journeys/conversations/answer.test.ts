import { expect, test } from "vitest";
import { agent } from "../desk/agent.ts";
import { screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

test("a customer's message reaches the permitted agents, one replies, and the phone shows the reply once as read", async () => {
  const [ana, bia, outra, marina] = await Promise.all([
    agent("ana@demo.example"),
    agent("bia@demo.example"),
    agent("admin@outra.example"),
    agent("admin@demo.example"),
  ]);
  const joana = await customer("Joana Prates");
  await Promise.all([ana, bia, outra, marina].map((someone) => someone.waiting()));

  await joana.writes("Boa tarde, vocês têm moringa azul?");
  await ana.reach("Joana Prates", ana.acceptButton("Joana Prates"));
  await marina.reach("Joana Prates", marina.acceptButton("Joana Prates"));
  await screenshot(ana.page, "journey-pending");

  await ana.accept("Joana Prates");
  await ana.log().getByText("Boa tarde, vocês têm moringa azul?").waitFor();
  await ana.reply("Temos sim, Joana!");

  await expect
    .poll(async () => (await joana.received()).map((message) => message.body))
    .toEqual([expect.stringContaining("Temos sim, Joana!")]);
  expect((await joana.received()).map((message) => message.receivedCount)).toEqual([1]);

  await joana.reads();
  await ana
    .log()
    .getByRole("button", { name: /: lida$/ })
    .or(ana.log().getByLabel("lida"))
    .or(ana.log().getByText("lida", { exact: true }))
    .first()
    .waitFor({ state: "attached" });
  await screenshot(ana.page, "journey-read");

  // Ana accepted it before it had a queue; now it goes to Vendas, which Bia cannot see.
  expect(await bia.page.getByText("Joana Prates").count()).toBe(0);
  expect(await outra.page.getByText("Joana Prates").count()).toBe(0);
  expect(await outra.page.getByText("Olaria").count()).toBe(0);
  await Promise.all([ana, bia, outra, marina].map(({ context }) => context.close()));
});

test("a customer's picture and voice note can be viewed and played", async () => {
  const ana = await agent("ana@demo.example");
  const rui = await customer("Rui Salomão");
  await rui.writes("Olha como chegou", { media: { type: "image" } });
  await rui.writes("", { media: { type: "audio" } });
  await ana.waiting();
  await ana.accept("Rui Salomão");
  const picture = ana.log().getByRole("img", { name: /^Foto/ }).first();
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await ana.log().getByRole("button", { name: "Ouvir áudio" }).first().click();
  await ana.log().getByRole("button", { name: "Pausar áudio" }).first().waitFor();
  await screenshot(ana.page, "journey-media");
  await ana.context.close();
});
