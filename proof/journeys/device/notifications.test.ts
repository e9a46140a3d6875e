import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { seriousViolations } from "../desk/access.ts";
import { agent, at } from "../desk/agent.ts";
import { screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";

/** Counts the tones that this tab plays. */
async function countTones(page: Page): Promise<{ rings(): Promise<number> }> {
  await page.addInitScript(() => {
    const played = { tones: 0 };
    Object.assign(window, { played });
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      played.tones += 1;
      return make.call(this);
    };
  });
  await page.reload();
  await page
    .getByRole("tab", { name: /Abertos/ })
    .first()
    .click();
  return {
    rings: () => page.evaluate(() => (window as unknown as { played: { tones: number } }).played.tones / 2),
  };
}

type Shown = { title: string; body: string; ticketId: string | null };

/**
 * Returns the app's active service worker. Headless Chromium refuses to show notifications, so the worker stores
 * those that it is asked to show, as the system would.
 */
async function workerOf(context: BrowserContext, page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no service worker");
  await worker.evaluate(() => {
    type Kept = { title: string; body: string; tag: string; data: unknown; close(): void };
    const kept = new Map<string, Kept>();
    const { registration } = self as unknown as ServiceWorkerGlobalScope;
    Object.assign(self, { kept });
    Object.assign(registration, {
      async showNotification(title: string, { body = "", tag = "", data }: NotificationOptions) {
        kept.set(tag, { title, body, tag, data, close: () => kept.delete(tag) });
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        [...kept.values()].filter((one) => tag === undefined || one.tag === tag),
    });
  });
  return {
    shown: (): Promise<Shown[]> =>
      worker.evaluate(() => {
        const { kept } = self as unknown as { kept: Map<string, { title: string; body: string; data: Shown }> };
        return [...kept.values()].map(({ title, body, data }) => ({ title, body, ticketId: data.ticketId }));
      }),
    dismiss: () => worker.evaluate(() => (self as unknown as { kept: Map<string, unknown> }).kept.clear()),
    click: () =>
      worker.evaluate(() => {
        const { kept } = self as unknown as { kept: Map<string, unknown> };
        const [notification] = [...kept.values()];
        // Focusing a window requires a real click and fails here; everything else happens.
        const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
        self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
      }),
  };
}

/** Delivers a payload as a push service would, decrypted. */
async function deliver(context: BrowserContext, page: Page, payload: object): Promise<void> {
  const line = await context.newCDPSession(page);
  const registrationId = await new Promise<string>((resolve) => {
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
    void line.send("ServiceWorker.enable");
  });
  const origin = inject("deskUrl");
  await line.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(payload) });
  await line.detach();
}

test("a message alerts its agent by sound, bell and title, once in two tabs, until it is read", async () => {
  const ana = await agent("ana@demo.example");
  const second = await ana.context.newPage();
  await second.goto("/tickets");
  const secondTab = at(second, ana.context);
  const tabs = [await countTones(ana.page), await countTones(second)];
  const rings = async () => (await Promise.all(tabs.map((tab) => tab.rings()))).reduce((sum, one) => sum + one, 0);
  const bell = ana.page.getByRole("button", { name: /^Conversas não lidas/ });
  const countIn = async () => Number(/^\((\d+)\)/.exec(await ana.page.title())?.[1] ?? 0);
  await ana.synced();
  const before = await countIn();

  const nina = await customer("Nina Peçanha");
  await nina.writes("Vocês abrem no sábado?");
  await expect.poll(countIn).toBe(before + 1);
  await expect.poll(rings).toBe(1);
  await bell.click();
  await ana.page.getByText("Vocês abrem no sábado?").first().waitFor();
  await screenshot(ana.page, "avisos-sino");
  await ana.page.keyboard.press("Escape");
  await nina.writes("E no feriado?");
  await expect.poll(rings).toBe(2);

  await secondTab.waiting();
  await secondTab.accept("Nina Peçanha");
  await secondTab.log().getByText("E no feriado?").waitFor();
  await expect.poll(countIn).toBe(before);
  await second.bringToFront();
  await nina.writes("Obrigada!");
  await secondTab.log().getByText("Obrigada!").waitFor();
  expect(await rings()).toBe(2);

  await ana.page.bringToFront();
  await ana.page.getByRole("button", { name: "Volume das notificações" }).click();
  const slider = ana.page.getByRole("slider", { name: "Volume das notificações" });
  expect([await slider.getAttribute("step"), await slider.inputValue()]).toEqual(["0.1", "1"]);
  await slider.fill("0");
  expect(await ana.page.evaluate(() => localStorage.getItem("volume"))).toBe("0");
  await ana.page.keyboard.press("Escape");
  const played = await rings();
  const otto = await customer("Otto Lins");
  await otto.writes("Tem entrega?");
  await expect.poll(countIn).toBe(before + 1);
  // With the volume up again, the next message rings once: the one before has not rung.
  await ana.page.getByRole("button", { name: "Volume das notificações" }).click();
  await slider.fill("1");
  await ana.page.keyboard.press("Escape");
  expect(await rings()).toBe(played);
  const rute = await customer("Rute Lins");
  await rute.writes("E retirada?");
  await expect.poll(countIn).toBe(before + 2);
  await expect.poll(rings).toBeGreaterThan(played);
  expect(await rings()).toBe(played + 1);
  await ana.context.close();
});

test("a push is shown while the desk is closed, and a click opens the ticket", async () => {
  const ana = await agent("ana@demo.example");
  const { page, context } = ana;
  await context.grantPermissions(["notifications"], { origin: inject("deskUrl") });
  const rosa = await customer("Rosa Bragança");
  await rosa.writes("Ainda tem a jarra azul?");
  await ana.waiting();
  await ana.accept("Rosa Bragança");
  await ana.log().getByText("Ainda tem a jarra azul?").waitFor();
  const ticketId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const system = await workerOf(context, page);

  await deliver(context, page, { name: "Rosa Bragança", text: "Oi?", ticketId });
  // A push about another ticket is shown, and the one before it is not.
  const other = { name: "Lia Bragança", text: "Bom dia!", ticketId: randomUUID() };
  await deliver(context, page, other);
  const { name: title, text: body } = other;
  await expect.poll(() => system.shown()).toEqual([{ title, body, ticketId: other.ticketId }]);
  await system.dismiss();

  await page.goto("/tickets");
  await deliver(context, page, { name: "Rosa Bragança", text: "Posso buscar hoje?", ticketId });
  await expect.poll(() => system.shown()).toEqual([{ title: "Rosa Bragança", body: "Posso buscar hoje?", ticketId }]);
  await deliver(context, page, { name: "Rosa Bragança", text: "", ticketId });
  await expect.poll(() => system.shown()).toEqual([{ title: "Rosa Bragança", body: "Nova mensagem", ticketId }]);

  await system.click();
  await page.waitForURL(`**/tickets/${ticketId}`);
  await ana.log().getByText("Ainda tem a jarra azul?").waitFor();
  expect(await system.shown()).toEqual([]);
  await context.close();
});

test("the notification settings can be changed and tested, and show the step that fails", async () => {
  const ana = await agent("ana@demo.example");
  const { page, context } = ana;
  await context.grantPermissions(["notifications"], { origin: inject("deskUrl") });
  await workerOf(context, page);
  await page.getByRole("button", { name: /^Conversas não lidas/ }).click();
  await page.getByRole("button", { name: "Configurar notificações" }).click();
  const dialog = page.getByRole("dialog", { name: "Notificações" });
  const words = dialog.getByRole("switch", { name: "Mostrar o texto da mensagem" });
  await words.click();
  await expect.poll(() => words.getAttribute("aria-checked")).toBe("false");
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Testar minhas notificações" }).click();
  await dialog.getByText("O navegador permite notificações").waitFor();
  // No browser of these journeys can reach a push service.
  await dialog.getByText("parou aqui").waitFor();
  await screenshot(page, "avisos-configurar");
  await page.reload();
  await page.getByRole("button", { name: /^Conversas não lidas/ }).click();
  await page.getByRole("button", { name: "Configurar notificações" }).click();
  await expect.poll(() => words.getAttribute("aria-checked")).toBe("false");
  await context.setOffline(true);
  await dialog.getByRole("switch", { name: "Atendimentos aguardando" }).click();
  await dialog.getByRole("alert").getByText("Sem internet").waitFor();
  await context.close();
});
