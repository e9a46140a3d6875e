import { expect, test } from "vitest";
import { agent } from "../desk/agent.ts";
import { screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

test("an emoji is found by its name and inserted at the caret", async () => {
  const [ana, writer] = await Promise.all([agent("ana@demo.example"), customer("Célio Barros")]);
  await writer.writes("Chegou?");
  await ana.waiting();
  await ana.accept("Célio Barros");
  await ana.composer().waitFor();
  await ana.composer().fill("Chegou!");
  await ana.composer().evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6));
  await ana.page.getByRole("button", { name: "Emoji" }).click();
  await ana.page.getByRole("searchbox", { name: "Buscar emoji" }).fill("coração vermelho");
  await ana.page.getByRole("gridcell", { name: "coração vermelho" }).waitFor();
  await screenshot(ana.page, "composer-emoji");
  await ana.page.getByRole("gridcell", { name: "coração vermelho" }).click();
  await ana.page.keyboard.press("Escape");
  await expect.poll(() => ana.composer().inputValue()).toBe("Chegou❤️!");
  await ana.composer().press("Enter");
  await expect
    .poll(async () => (await writer.received()).map(({ body }) => body))
    .toEqual([expect.stringContaining("Chegou❤️!")]);
  await ana.context.close();
});
