import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { agent, at } from "./desk/agent.ts";
import { phone, screenshot } from "./desk/browser.ts";
import { customer } from "./desk/customer.ts";
import { restAs } from "./desk/rest.ts";

/** Lets the users of the demo company sign in on several devices at a time, or on one. */
async function allowOneSession(value: "enabled" | "disabled"): Promise<void> {
  const asAdmin = await restAs("admin@demo.example");
  await asAdmin("/settings/singleSession", { key: "singleSession", value });
}

/** Returns the texts of the edits under way that the device has stored. */
const storedEdits = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((database) => database.name?.includes("outbox"))?.name ?? "";
    const found = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    const database = await found(indexedDB.open(name));
    const edits = database.transaction("editDrafts").objectStore("editDrafts").getAll();
    const texts = ((await found(edits)) as { text: string }[]).map(({ text }) => text);
    database.close();
    return texts;
  });

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
  await ana.composer().fill("Aos domingos, até meio-dia");
  await expect.poll(() => storedEdits(ana.page)).toEqual(["Aos domingos, até meio-dia"]);
  await ana.page.reload();
  await expect.poll(() => ana.composer().inputValue()).toBe("Aos domingos, até meio-dia");
  await screenshot(ana.page, "drafts-edit-desktop");
  await ana.composer().press("Enter");
  await ana.log().getByText("Aos domingos, até meio-dia").first().waitFor();
  await Promise.all([ana.context.close(), anaOnPhone.context.close()]);
});
