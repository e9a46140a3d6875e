import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { agent } from "../desk/agent.ts";
import { browser, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

/** Returns a module without imports as a script of functions. */
const scriptOf = (path: string) =>
  stripTypeScriptTypes(readFileSync(new URL(path, import.meta.url), "utf8")).replaceAll(/^export /gm, "");

test("a hostile message is parsed in linear time by the browser's engine", async () => {
  const page = await (await browser()).newPage();
  const parser = scriptOf("../../../pwa/conversation/text/message-text.ts");
  const measure = scriptOf("../../../contracts/testing/linear-time.ts");
  expect(await page.evaluate(`(() => { ${parser}\n${measure}\nreturn superlinear(textParts); })()`)).toEqual([]);
  await page.close();
});

test("a message of 65,000 characters shows its beginning at once, and all of it on request", async () => {
  const [ana, noel] = await Promise.all([agent("ana@demo.example"), customer("Noel Longo")]);
  const body = `Início ${"*a ".repeat(21_600)} fim do texto`;
  await noel.writes(body);
  await ana.waiting();
  await ana.accept("Noel Longo");
  const message = ana.log().locator("[data-message]").filter({ hasText: "Início" }).first();
  await message.getByRole("button", { name: "Ler mais" }).waitFor();
  expect((await message.innerText()).length).toBeLessThan(5_000);
  await screenshot(ana.page, "message-read-more");
  await message.getByRole("button", { name: "Ler mais" }).click();
  await message.getByText("fim do texto").waitFor();
  await ana.context.close();
});
