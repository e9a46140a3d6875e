import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test } from "vitest";
import { displayModes, seriousViolations } from "./desk/access.ts";
import { agent } from "./desk/agent.ts";
import { browser, phone, press, screenshot } from "./desk/browser.ts";
import { customer } from "./desk/customer.ts";

afterAll(async () => (await browser()).close());

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

test.each(displayModes)(
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

test.each(displayModes)(
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
