import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { seriousViolations, walkedModes } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { signUpCompany } from "../desk/new-company.ts";
import { usually } from "../desk/sizes.ts";

type Ana = Awaited<ReturnType<typeof agent>>;
/** Changes how the stand-in for the AI server behaves. */
async function behave({ page }: Ana, behaviour: object): Promise<void> {
  await page.request.put("/sandbox/ai/behaviour", { data: behaviour });
}
/** Opens the AI actions: a button of the composer, on phones an entry of its attach menu. */
async function openAiHelp({ page, onPhone }: Ana): Promise<void> {
  if (onPhone) await press(page.getByRole("button", { name: "Anexar" }));
  await press(page.getByRole(onPhone ? "menuitem" : "button", { name: "Ajuda da IA" }));
}
let last: Ana | null = null;
afterEach(async () => {
  if (last) await behave(last, {});
  await last?.context.close();
  last = null;
});

test.each(walkedModes("claro"))(
  "an answer streams, is stopped, kept on the device, and a server away is told: $name",
  async ({ name, viewport, theme }) => {
    const ana = await agent("ana@demo.example", { viewport, theme });
    last = ana;
    const { page } = ana;
    await behave(ana, { delayMs: 40 });
    await page.goto("/ChatGPT");
    const field = page.getByRole("textbox", { name: "Escreva o que você precisa" });
    await page.getByText("Olá, Ana. O que vamos escrever?").waitFor();
    await field.press("Enter");
    await field.fill("   ");
    await field.press("Enter");
    expect(await page.getByText("Digitando...").count()).toBe(0);

    await field.fill("Escreva um aviso sobre o vaso azul");
    await field.press("Enter");
    await page.getByText("Digitando...").waitFor();
    const answer = page.getByRole("region", { name: "Resposta da IA" });
    await answer.getByText("Aqui está").waitFor();
    await screenshot(page, `ai-text-writing-${name}`);
    await page.getByRole("button", { name: "Parar" }).click();
    await page.getByText("A resposta foi interrompida.").waitFor();
    expect(await answer.first().innerText()).not.toContain("dúvidas.");
    await behave(ana, { delayMs: 0 });
    await page.getByRole("button", { name: "Tentar de novo" }).click();
    await answer.getByText("todas as suas dúvidas.").waitFor();
    await expect.poll(() => page.getByText("Digitando...").count()).toBe(0);
    await screenshot(page, `ai-text-${name}`);
    expect(await seriousViolations(page)).toEqual([]);

    await page.reload();
    await answer.getByText("todas as suas dúvidas.").waitFor();
    await behave(ana, { status: 503 });
    await field.fill("E outro texto");
    await field.press("Enter");
    await page.getByText("O servidor de IA não respondeu ou interrompeu a resposta.").waitFor();
    await screenshot(page, `ai-text-away-${name}`);
    await ana.context.setOffline(true);
    await page.getByText("Sem internet a IA não responde.").waitFor();
    await ana.context.setOffline(false);
  },
);

test.each(walkedModes("celular-escuro"))(
  "the composer shows what leaves, streams a suggestion and puts it into the field: $name",
  async ({ name, viewport, theme }) => {
    const who = `Helena Ramos ${randomUUID().slice(0, 6)}`;
    const [ana, helena] = await Promise.all([agent("ana@demo.example", { viewport, theme }), customer(who)]);
    last = ana;
    const { page } = ana;
    await behave(ana, { delayMs: 0 });
    await helena.writes("Bom dia! Aqui é a Helena, meu CPF é 111.222.333-44. Quando chega o vaso?");
    await ana.waiting();
    await ana.accept(who);
    await ana.composer().waitFor();
    await openAiHelp(ana);
    await press(page.getByRole("button", { name: "Sugerir resposta" }));
    await page.getByText("O que sai daqui para a IA").waitFor();
    await screenshot(page, `ai-help-${name}`);
    const table = await page.locator("dl").last().innerText();
    expect(table).toContain("Quando chega o vaso?");
    for (const hidden of ["Helena", "111.222.333-44"]) expect(table).not.toContain(hidden);
    await press(page.getByRole("button", { name: "Mandar e sugerir" }));
    await page.getByText("obrigado por escrever").waitFor();
    await page.getByRole("button", { name: "Pôr no campo" }).waitFor();
    await screenshot(page, `ai-help-result-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    const { requests } = await (await page.request.get("/sandbox/ai/requests")).json();
    const sent = JSON.stringify(requests.at(-1));
    expect(sent).toContain("Quando chega o vaso?");
    for (const hidden of ["Helena", "111.222.333-44"]) expect(sent).not.toContain(hidden);

    await press(page.getByRole("button", { name: "Pôr no campo" }));
    await expect.poll(() => ana.composer().inputValue()).toContain("obrigado por escrever");
    expect(await ana.composer().inputValue()).toMatch(/^Helena/);
    await press(page.getByRole("button", { name: "Desfazer" }));
    await expect.poll(() => ana.composer().inputValue()).toBe("");
    expect(await helena.received()).toEqual([]);
  },
);

test("on a phone the AI help opens from the field, and its answer replaces the draft", async () => {
  const who = `Odila Prado ${randomUUID().slice(0, 6)}`;
  const [ana, odila] = await Promise.all([agent("ana@demo.example", { viewport: phone }), customer(who)]);
  last = ana;
  const { page } = ana;
  await behave(ana, { delayMs: 0 });
  await odila.writes("Quando chega o vaso?");
  await ana.waiting();
  await ana.accept(who);
  await press(ana.composer());
  await page.keyboard.insertText("chega segunda");
  await openAiHelp(ana);
  const sheet = page.getByRole("dialog", { name: "Ajuda da IA" });
  await press(sheet.getByRole("button", { name: "Melhorar" }));
  await sheet.getByText("chega segunda").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await press(sheet.getByRole("button", { name: "Fechar" }));
  await sheet.waitFor({ state: "detached" });
  expect(await ana.composer().inputValue()).toBe("chega segunda");
  await openAiHelp(ana);
  await press(sheet.getByRole("button", { name: "Melhorar" }));
  await press(sheet.getByRole("button", { name: "Mandar e melhorar" }));
  await press(page.getByRole("button", { name: "Pôr no campo" }));
  await expect.poll(() => ana.composer().inputValue()).not.toBe("chega segunda");
  await press(page.getByRole("button", { name: "Desfazer" }));
  await expect.poll(() => ana.composer().inputValue()).toBe("chega segunda");
});

/** Returns everything that the browser has stored for the desk, as one text. */
function storedIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (!/\.(woff2|png|webp|js|css)$/.test(new URL(request.url).pathname))
          texts.push(`${request.url} ${await (await cache.match(request))?.text()}`);
    }
    return texts.join("\n");
  });
}

test.each(
  usually("desktop", [
    ["desktop", desktop],
    ["phone", phone],
  ] as const),
)(
  "an admin turns the AI on, sets a server of their own with a key, tests and removes it (%s)",
  async (size, viewport) => {
    const { page, context } = await signUpCompany({ viewport });
    const key = `chave-marcada-${randomUUID()}`;
    await page.goto("/settings");
    const card = page.getByRole("region", { name: "Geração de Textos com IA" });
    const allow = card.getByRole("switch").first();
    await press(allow);
    await expect.poll(() => allow.getAttribute("aria-checked")).toBe("true");
    await press(card.getByRole("button", { name: "Testar" }));
    await card.getByText(/respondeu/).waitFor();
    await card.getByLabel("Endereço").fill("https://127.0.0.1/v1");
    await card.getByLabel("Modelo").fill("geral");
    await card.getByLabel("Chave", { exact: true }).fill(key);
    await press(card.getByRole("button", { name: "Salvar" }));
    await card.getByRole("alert").waitFor();
    await card.getByLabel("Endereço").fill("https://ia.olaria.invalid/v1");
    await press(card.getByRole("button", { name: "Salvar" }));
    await card.getByText("ia.olaria.invalid").first().waitFor();
    expect(await card.getByLabel("Chave", { exact: true }).inputValue()).toBe("");
    await press(card.getByRole("button", { name: "Testar" }));
    await card.getByRole("alert").waitFor();
    await card.scrollIntoViewIfNeeded();
    await screenshot(page, `ai-settings-${size}`);
    expect(await seriousViolations(page)).toEqual([]);

    await page.goto("/ChatGPT");
    await page.getByText("ia.olaria.invalid").waitFor();
    const stored = await storedIn(page);
    expect(stored).toContain("aiText");
    expect(stored).not.toContain(key);

    await page.goto("/settings");
    await press(card.getByRole("button", { name: /plataforma/ }));
    await expect.poll(() => card.getByText("ia.olaria.invalid").count()).toBe(0);
    await context.close();
  },
);
