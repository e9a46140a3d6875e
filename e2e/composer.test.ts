import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { type Agent, agent } from "./desk/agent.ts";
import { browser, look, phone } from "./desk/browser.ts";
import { customer } from "./desk/customer.ts";

afterAll(async () => (await browser()).close());

async function conversation(name: string, options?: Parameters<typeof agent>[1]) {
  const [ana, writer] = await Promise.all([agent("ana@demo.example", options), customer(name)]);
  await writer.writes("Pode me explicar por áudio?");
  await ana.waiting();
  await ana.acceptButton(name).click();
  await ana.composer().waitFor();
  return { ana, writer };
}

/** The Chromium that npm brings has no microphones: a tone stands in, behind the browser's own interface. */
async function setMicrophone(page: Page, state: "blocked" | "hums"): Promise<void> {
  await page.evaluate((wanted) => {
    const media = {
      async getUserMedia() {
        if (wanted === "blocked") throw new DOMException("Permission denied", "NotAllowedError");
        const context = new AudioContext();
        const [tone, out] = [context.createOscillator(), context.createMediaStreamDestination()];
        tone.connect(out);
        tone.start();
        await context.resume();
        return out.stream;
      },
    };
    Object.defineProperty(navigator, "mediaDevices", { value: media, configurable: true });
  }, state);
}

const record = ({ page }: Agent) => page.getByRole("button", { name: "Gravar áudio" });
const recording = ({ page }: Agent) => page.getByRole("region", { name: "Gravação de áudio" });

/** Sends a recording in the moment in which it begins: from outside the page that may take longer than what is too short. */
function sendAtOnce(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        const watch = new MutationObserver(() => {
          const region = document.querySelector('[aria-label="Gravação de áudio"]');
          if (!document.body.textContent?.includes("Gravando.")) return;
          const buttons = [...(region?.querySelectorAll("button") ?? [])];
          const send = buttons.find((button) => button.textContent?.trim() === "Enviar");
          if (!send || send.disabled) return;
          watch.disconnect();
          send.click();
          done();
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
  );
}

test("a voice message is recorded, paused, sent, and reaches the phone once; a slip of the finger does not", async () => {
  const { ana, writer } = await conversation("Vera Antunes", { viewport: phone });
  await setMicrophone(ana.page, "blocked");
  await record(ana).click();
  await ana.page.getByText("O microfone está bloqueado para esta página").waitFor();
  await look(ana.page, "composer-mic-blocked-phone");

  await setMicrophone(ana.page, "hums");
  const letGo = sendAtOnce(ana.page);
  await record(ana).click();
  await letGo;
  await ana.page.getByText("Áudio curto demais").waitFor();

  await record(ana).click();
  await expect.poll(() => recording(ana).getByRole("timer").textContent()).toBe("00:02");
  await look(ana.page, "composer-recording-phone");
  await recording(ana).getByRole("button", { name: "Pausar a gravação" }).click();
  await ana.page.getByText("Em pausa.").waitFor();
  await recording(ana).getByRole("button", { name: "Descartar" }).click();
  await ana.composer().waitFor();

  await record(ana).click();
  await expect.poll(() => recording(ana).getByRole("timer").textContent()).toBe("00:02");
  await recording(ana).getByRole("button", { name: "Enviar" }).click();
  await ana.log().getByRole("button", { name: "Ouvir áudio" }).waitFor();
  await expect
    .poll(async () => (await writer.received()).map(({ type, receivedCount }) => [type, receivedCount]), {
      timeout: 20_000,
    })
    .toEqual([["audio", 1]]);
  await ana.context.close();
});

test("an emoji is found by its name and stands where the caret was", async () => {
  const { ana, writer } = await conversation("Célio Barros");
  await ana.composer().fill("Chegou!");
  await ana.composer().evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6));
  await ana.page.getByRole("button", { name: "Emoji" }).click();
  await ana.page.getByRole("searchbox", { name: "Buscar emoji" }).fill("coração vermelho");
  await ana.page.getByRole("gridcell", { name: "coração vermelho" }).waitFor();
  await look(ana.page, "composer-emoji");
  await ana.page.getByRole("gridcell", { name: "coração vermelho" }).click();
  await ana.page.keyboard.press("Escape");
  await expect.poll(() => ana.composer().inputValue()).toBe("Chegou❤️!");
  await ana.composer().press("Enter");
  await expect
    .poll(async () => (await writer.received()).map(({ body }) => body), { timeout: 20_000 })
    .toEqual([expect.stringContaining("Chegou❤️!")]);
  await ana.context.close();
});
