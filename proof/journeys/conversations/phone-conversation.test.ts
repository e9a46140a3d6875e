import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { vasePng } from "../../../bin/demo/demo-media.ts";
import { check } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { phone, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { setMicrophone } from "../desk/microphone.ts";

/** A customer has written, and Ana has accepted the ticket on her phone. */
async function conversation(name: string, words: string) {
  const [ana, writer] = await Promise.all([agent("ana@demo.example", { viewport: phone }), customer(name)]);
  await writer.writes(words);
  await ana.waiting();
  await ana.accept(name);
  await ana.log().getByText(words).waitFor();
  return { ana, writer };
}

const button = ({ page }: Agent, name: string) => page.getByRole("button", { name, exact: true });
const tabBar = ({ page }: Agent) => page.getByRole("navigation", { name: "Partes da tela" });

type Watched = Window & { places?: { touched: number[]; clicked: number[] } };

/** Taps, and compares the positions of composer and tab bar at touchstart and at click. */
async function tapStill(target: Locator): Promise<void> {
  const page = target.page();
  await page.evaluate(() => {
    const parts = "textarea, section:has(textarea) button, nav";
    const places = () => [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect().top);
    const kept: Watched["places"] = { touched: [], clicked: [] };
    (window as Watched).places = kept;
    const once = { capture: true, once: true };
    document.addEventListener("touchstart", () => kept.touched.push(...places()), once);
    document.addEventListener("click", () => kept.clicked.push(...places()), once);
  });
  await target.tap();
  const { touched, clicked } = (await page.evaluate(() => (window as Watched).places)) ?? { touched: [], clicked: [1] };
  expect(clicked).toEqual(touched);
}

async function write({ page, composer }: Agent, text: string): Promise<void> {
  await tapStill(composer());
  await page.keyboard.insertText(text);
}

test("each button of the composer acts on the first tap, nothing moves, and the field keeps the focus", async () => {
  const { ana, writer } = await conversation("Odete Lobo", "Vocês têm travessa?");
  const { page } = ana;
  await check(page, "phone-composer-empty");
  await write(ana, "Temos sim.");
  await check(page, "phone-composer-typing");
  await tapStill(button(ana, "Enviar"));
  await ana.log().getByText("Temos sim.").waitFor();
  expect(await ana.composer().inputValue()).toBe("");
  expect(await ana.composer().evaluate((field) => field === document.activeElement)).toBe(true);

  await write(ana, Array.from({ length: 12 }, (_, line) => `Linha ${line + 1} do recado`).join("\n"));
  await check(page, "phone-composer-long");
  await ana.composer().fill("");

  await ana.composer().tap();
  const camera = page.waitForEvent("filechooser");
  await tapStill(button(ana, "Tirar foto"));
  await camera;
  await ana.composer().tap();
  await tapStill(button(ana, "Anexar"));
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Arquivo" }).tap();
  await (await chooser).setFiles({ name: "vaso.png", mimeType: "image/png", buffer: vasePng() });
  await button(ana, "Remover vaso.png").waitFor();
  await button(ana, "Enviar").tap();
  await expect.poll(async () => (await writer.received()).map(({ type }) => type)).toContain("image");

  await button(ana, "Resolver").tap();
  await page.getByText("Odete Lobo: atendimento resolvido").waitFor();
  await ana.context.close();
});

test("the tab bar is hidden when the keyboard opens, not when a field has the focus", async () => {
  const { ana } = await conversation("Nair Prado", "Que horas abrem?");
  await ana.composer().tap();
  expect(await tabBar(ana).isVisible()).toBe(true);
  // Resizes the viewport as an on-screen keyboard does.
  await ana.page.setViewportSize({ width: phone.width, height: phone.height - 300 });
  await tabBar(ana).waitFor({ state: "hidden" });
  await ana.page.setViewportSize(phone);
  await tabBar(ana).waitFor();
  await ana.context.close();
});

test("a message written offline waits on the phone, is listed in its outbox, and is sent once", async () => {
  const { ana, writer } = await conversation("Ester Falcão", "Quando chega?");
  const { page, context } = ana;
  await context.setOffline(true);
  await page
    .getByText(/^Sem internet/)
    .locator("visible=true")
    .first()
    .waitFor();
  await write(ana, "Chega amanhã.");
  await tapStill(button(ana, "Guardar na fila"));
  await ana.log().getByText("Chega amanhã.").waitFor();
  await check(page, "phone-composer-queued");
  await page.getByRole("button", { name: /^\d+ na fila$/ }).tap();
  await page.getByRole("dialog").getByText("Chega amanhã.").waitFor();
  await check(page, "phone-outbox");
  await page.getByRole("dialog").getByRole("button", { name: "Fechar" }).first().tap();
  await context.setOffline(false);
  await expect
    .poll(async () => (await writer.received()).map(({ body, receivedCount }) => [body, receivedCount]))
    .toEqual([[expect.stringContaining("Chega amanhã."), 1]]);
  await context.close();
});

/** Holds a finger on an element until another appears, then lifts it. */
async function longPress(target: Locator, appears: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("the element is not visible");
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await target.page().context().newCDPSession(target.page());
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [finger] });
  await appears.waitFor();
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await devtools.detach();
}

test("a long press on a message opens its menu, which stays open when the finger is lifted", async () => {
  const { ana } = await conversation("Olga Brito", "Tem na cor azul?");
  const { page } = ana;
  // The line about the acceptance moves the messages up when it arrives.
  await ana.log().getByText("Ana Prado aceitou").waitFor();
  const reply = page.getByRole("menuitem", { name: "Responder" });
  await longPress(ana.log().getByText("Tem na cor azul?"), reply);
  await reply.tap();
  await page.getByRole("button", { name: "Cancelar resposta" }).waitFor();
  await ana.context.close();
});

test("the open conversation can be searched on the phone, also without a network", async () => {
  const { ana, writer } = await conversation("Rute Salles", "Quero o vaso azul");
  const { page, context } = ana;
  await writer.writes("e também a travessa");
  await ana.log().getByText("e também a travessa").waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Mais ações" }).tap();
  await page.getByRole("menuitem", { name: "Buscar nesta conversa" }).tap();
  await page.getByRole("searchbox", { name: "Buscar nesta conversa" }).fill("VASO");
  await page.getByText("1 de 1").waitFor();
  const hit = page.locator("[data-message][data-found]");
  expect(await hit.textContent()).toContain("Quero o vaso azul");
  await check(page, "phone-conversation-search");
  await page.getByRole("button", { name: "Fechar" }).tap();
  await expect.poll(() => hit.count()).toBe(0);
  await context.close();
});

const record = ({ page }: Agent) => page.getByRole("button", { name: "Gravar áudio" });
const recording = ({ page }: Agent) => page.getByRole("region", { name: "Gravação de áudio" });

/**
 * Sends a recording as soon as it starts, from inside the page: calls from outside could take longer than the limit
 * for a too short recording.
 */
function sendAtOnce(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        const watch = new MutationObserver(() => {
          const region = document.querySelector('[aria-label="Gravação de áudio"]');
          if (!document.body.textContent?.includes("Gravando para")) return;
          const buttons = [...(region?.querySelectorAll("button") ?? [])];
          const send = buttons.find((button) => button.textContent?.trim() === "Enviar áudio");
          if (!send || send.disabled) return;
          watch.disconnect();
          send.click();
          done();
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
  );
}

test("a voice message is recorded, paused and sent, and reaches the phone once; one that is too short is not sent", async () => {
  const { ana, writer } = await conversation("Vera Antunes", "Pode me explicar por áudio?");
  await setMicrophone(ana.page, "blocked");
  await record(ana).tap();
  await ana.page.getByText("O microfone está bloqueado para esta página").waitFor();
  await screenshot(ana.page, "composer-mic-blocked-phone");

  await setMicrophone(ana.page, "hums");
  const letGo = sendAtOnce(ana.page);
  await record(ana).tap();
  await letGo;
  await ana.page.getByText("Áudio curto demais").waitFor();

  await record(ana).tap();
  await expect.poll(() => recording(ana).getByRole("timer").textContent()).toBe("0:02");
  expect(await tabBar(ana).isVisible()).toBe(false);
  await check(ana.page, "composer-recording-phone");
  await recording(ana).getByRole("button", { name: "Pausar a gravação" }).tap();
  await ana.page.getByText(/guardado neste aparelho/).waitFor();
  await recording(ana).getByRole("button", { name: "Descartar" }).tap();
  await ana.composer().waitFor();

  await record(ana).tap();
  await expect.poll(() => recording(ana).getByRole("timer").textContent()).toBe("0:02");
  await recording(ana).getByRole("button", { name: "Enviar" }).tap();
  await ana.log().getByRole("button", { name: "Ouvir áudio" }).waitFor();
  await expect
    .poll(async () => (await writer.received()).map(({ type, receivedCount }) => [type, receivedCount]))
    .toEqual([["audio", 1]]);
  await ana.context.close();
});
