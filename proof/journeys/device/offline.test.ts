import { expect, test } from "vitest";
import { vasePng } from "../../../bin/demo/demo-media.ts";
import { agent, at } from "../desk/agent.ts";
import { appIsStored, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

test("an agent works offline in a reopened app, and everything is sent once the network is back", async () => {
  const names = ["Clara Dutra", "Davi Moraes", "Elisa Rangel", "Fábio Torres", "Gilda Leite"];
  const people = await Promise.all(names.map((name) => customer(name)));
  const [clara, davi, elisa, fabio, gilda] = people as [Awaited<ReturnType<typeof customer>>, ...typeof people];
  if (!clara || !davi || !elisa || !fabio || !gilda) throw new Error("five customers are expected");
  let ana = await agent("ana@demo.example");
  await ana.waiting();
  for (const person of people) {
    await person.writes(`Oi, aqui é ${person.name}`);
    await ana.reach(person.name, ana.acceptButton(person.name));
  }
  for (const person of [clara, davi, elisa, gilda]) {
    await ana.waiting();
    await ana.accept(person.name);
    await ana.log().getByText(`Oi, aqui é ${person.name}`).waitFor();
  }
  await ana.synced();
  await appIsStored(ana.page);

  const { context } = ana;
  await context.setOffline(true);
  await ana.page.close();
  const page = await context.newPage();
  await page.goto("/tickets");
  ana = at(page, context);
  await page.getByRole("heading", { name: "Atendimentos" }).waitFor();

  await ana.attending();
  await ana.open("Clara Dutra");
  await ana.log().getByText("Oi, aqui é Clara Dutra").waitFor();
  await ana.reply("Primeira, sem internet");
  await ana.reply("Segunda, sem internet");
  await ana.open("Davi Moraes");
  await ana.attachPicture(vasePng(), "O vaso de que falei");
  await ana.open("Elisa Rangel");
  await ana.reply("Respondo já, Elisa");
  await screenshot(page, "journey-offline");

  await page.getByRole("tab", { name: /Busca/ }).click();
  await page.getByRole("searchbox").or(page.getByLabel("Buscar atendimentos")).first().fill("fabio");
  await page.getByText("Fábio Torres").first().waitFor();
  await ana.waiting();
  await ana.accept("Fábio Torres");
  await ana.attending();
  await ana.open("Gilda Leite");
  await page.getByRole("button", { name: "Resolver" }).click();

  expect(await clara.received()).toEqual([]);
  const back = Date.now();
  await context.setOffline(false);
  await expect.poll(async () => (await clara.received()).length, { interval: 100 }).toBe(2);
  await expect.poll(async () => (await davi.received()).length, { interval: 100 }).toBe(1);
  await expect.poll(async () => (await elisa.received()).length, { interval: 100 }).toBe(1);
  await ana.synced();
  console.log(`all effects after ${Date.now() - back} ms`);

  const toClara = await clara.received();
  expect(toClara.map((message) => message.body.split("\n").at(-1))).toEqual([
    "Primeira, sem internet",
    "Segunda, sem internet",
  ]);
  const [picture] = await davi.received();
  expect(picture).toMatchObject({ type: "image", body: expect.stringContaining("O vaso de que falei") });
  for (const person of [clara, davi, elisa])
    expect((await person.received()).every((message) => message.receivedCount === 1)).toBe(true);

  const marina = await agent("admin@demo.example");
  await marina.attending();
  await marina.row("Fábio Torres").waitFor();
  await marina.page.getByRole("tab", { name: /Resolvidos/ }).click();
  await marina.row("Gilda Leite").waitFor();
  await Promise.all([context.close(), marina.context.close()]);
});
