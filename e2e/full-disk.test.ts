import type { BrowserContext } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { at } from "./desk/agent.ts";
import { screenshot, showFailure, signIn } from "./desk/browser.ts";
import { customer } from "./desk/customer.ts";
import { openProfile } from "./desk/killed-browser.ts";
import { mountSmallDisk } from "./desk/small-disk.ts";

const disk = mountSmallDisk();
if (!disk) console.log("The journey on a full disk is left out: this machine does not mount one.");
const UNSTORED = "Este aparelho não está guardando o que você escreve.";
let context: BrowserContext | undefined;
afterAll(async () => {
  await context?.close();
  disk?.unmount();
});

test.skipIf(!disk)("on a full disk no answer is lost, the desk says so, and goes on when there is space", async () => {
  if (!disk) return;
  context = await openProfile(disk.profile);
  showFailure(context);
  const page = await signIn(context, "ana@demo.example");
  const ana = at(page, context);
  await ana.synced();
  const nina = await customer("Nina Sampaio");
  await nina.writes("Bom dia, vocês abrem hoje?");
  await ana.waiting();
  await ana.accept("Nina Sampaio");
  await ana.composer().waitFor();

  onTestFinished(() => disk.free());
  const written: string[] = [];
  const received = async () => (await nina.received()).map(({ body }) => body.slice(body.indexOf("Resposta")));
  const isSaid = () => page.getByText(UNSTORED).isVisible();
  // The first ones may find a place: the browser frees what it has cached.
  for (let n = 1; n <= 20 && !(n > 3 && (await isSaid())); n += 1) {
    disk.fill();
    const text = `Resposta ${n}. Abrimos de segunda a sábado.`;
    written.push(text);
    await ana.composer().fill(text);
    await ana.composer().press("Enter");
    await expect.poll(received).toEqual(written);
    await expect.poll(() => ana.composer().inputValue()).toBe("");
    await ana.log().getByText(`Resposta ${n}.`).first().waitFor();
  }
  await expect.poll(isSaid).toBe(true);
  expect(await ana.row("Nina Sampaio").count()).toBe(1);
  expect(await ana.chip("Não está guardando").isVisible()).toBe(true);
  expect(await page.getByText("Tudo em dia").count()).toBe(0);
  await screenshot(page, "full-disk-online");

  await context.setOffline(true);
  await ana.composer().fill("Sem espaço e sem internet");
  await expect.poll(() => page.getByText(/Sem internet, o que você escreve fica no campo/).isVisible()).toBe(true);
  await page.getByText("Fica no campo").waitFor();
  await ana.composer().press("Enter");
  await page.getByText(/Não foi guardado/).waitFor();
  expect(await ana.composer().inputValue()).toBe("Sem espaço e sem internet");
  await screenshot(page, "full-disk-offline");

  disk.free();
  await context.setOffline(false);
  await expect.poll(() => page.getByText("Tudo em dia").first().isVisible(), { timeout: 90_000 }).toBe(true);
  expect(await page.getByText(UNSTORED).count()).toBe(0);
  expect(await ana.composer().inputValue()).toBe("Sem espaço e sem internet");
  await ana.composer().press("Enter");
  written.push("Sem espaço e sem internet");
  await nina.writes("Obrigada!");
  await ana.log().getByText("Obrigada!").waitFor();
  await expect.poll(async () => (await nina.received()).length).toBe(written.length);
  await page.reload();
  for (const text of written) await ana.log().getByText(text.slice(0, 20)).first().waitFor();
  expect((await nina.received()).length).toBe(written.length);
});
