import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousViolations } from "../desk/access.ts";
import { openBrowser, phone, press, screenshot, signIn } from "../desk/browser.ts";
import { phonePage } from "../desk/phone-page.ts";
import { usually } from "../desk/sizes.ts";

/** Opens the sandbox page with the desk in its frame; on a phone each of its three views is a tab. */
async function openSandbox(page: Page, onPhone: boolean) {
  const desk = page.frameLocator("#desk");
  const box = desk.getByRole("textbox", { name: /^Mensagem para/ });
  await page.goto("/sandbox");
  await page.locator("#who-name").filter({ hasText: /./ }).waitFor();
  return {
    desk,
    view: async (name: "Cliente" | "Balcão" | "Mundo") => {
      if (onPhone) await press(page.getByRole("tab", { name }));
    },
    async accept(name: string) {
      await press(desk.getByRole("tab", { name: /Abertos/ }).first());
      await press(desk.getByRole("tab", { name: /Aguardando/ }).first());
      const button = desk.getByRole("button", { name: `Aceitar ${name}` });
      const list = desk.getByLabel("Lista de atendimentos").first();
      await list.waitFor();
      const isReached = async () => {
        if (!(await button.isVisible())) await scroll(page, list, onPhone);
        return button.isVisible();
      };
      await expect.poll(isReached, { interval: 150 }).toBe(true);
      await press(button);
      await box.waitFor();
    },
    async reply(text: string) {
      await press(box);
      await page.keyboard.insertText(text);
      await press(desk.getByRole("button", { name: /^(Enviar|Guardar na fila)/ }));
      await desk.getByRole("log").getByText(text).waitFor();
    },
    done: (count: number) =>
      expect.poll(() => page.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(`${count}`),
  };
}

/** Scrolls: other journeys may have pushed the row further down. */
async function scroll(page: Page, list: Locator, onPhone: boolean) {
  if (onPhone) await list.evaluate((rows) => rows.parentElement?.scrollBy(0, 300));
  else {
    await list.hover();
    await page.mouse.wheel(0, 300);
  }
}

test.each(
  usually("phone", [
    {
      where: "at a desk",
      size: "desktop",
      viewport: { width: 1440, height: 900 },
      name: "Sol Ensaio",
      number: "5531988776611",
    },
    { where: "by touch on a phone", size: "celular", viewport: phone, name: "Lia Ensaio", number: "5531988776612" },
  ]),
)(
  "the five steps of the sandbox are completed $where, each ticked by the server and the desk",
  async ({ size, viewport, name, number }) => {
    const onPhone = viewport === phone;
    const context = await openBrowser({ viewport });
    // The desk in the frame uses its browser's session.
    const page = await signIn(context, "ana@demo.example");
    const sandbox = await openSandbox(page, onPhone);
    const { desk } = sandbox;
    const customer = phonePage(page);
    const heard = (text: string) => page.getByRole("log", { name: "Conversa" }).getByText(text);

    await customer.connection("Loja Savassi");
    await customer.begin(name, number);
    await sandbox.done(0);
    // A message that is delivered twice is shown once.
    await sandbox.view("Mundo");
    await page.getByLabel("Entregar em dobro").check();
    await page.getByText("Cada mensagem é entregue em dobro").waitFor();
    await sandbox.view("Cliente");
    await customer.writes("Oi! Vocês têm caneca azul?");
    await heard("Oi! Vocês têm caneca azul?").waitFor();
    await sandbox.view("Balcão");
    await sandbox.accept(name);
    await desk.getByRole("log").getByText("Oi! Vocês têm caneca azul?").waitFor();
    await sandbox.reply("Temos sim! R$ 48 cada.");
    await sandbox.done(1);
    expect(await desk.getByRole("log").getByText("Oi! Vocês têm caneca azul?").count()).toBe(1);
    await sandbox.view("Mundo");
    await page.getByLabel("Entregar em dobro").uncheck();
    await page.getByText("Cada mensagem é entregue uma vez").waitFor();

    await sandbox.view("Cliente");
    await heard("Temos sim! R$ 48 cada.").waitFor();
    await press(page.getByRole("button", { name: "Ler tudo", exact: true }));
    await sandbox.done(2);

    await press(page.getByRole("button", { name: "Cortar a internet" }));
    await sandbox.view("Balcão");
    await desk.getByText("Sem internet").locator("visible=true").first().waitFor();
    await sandbox.reply("Aceitamos! A chave é o e-mail da loja.");
    await sandbox.reply("Separo agora mesmo.");
    await sandbox.done(3);
    if (onPhone) await expect.poll(() => page.getByLabel("2 neste aparelho").innerText()).toBe("2");
    await screenshot(page, `sandbox-${size}-sem-internet`);
    await sandbox.view("Cliente");
    await customer.writes("Aceita?");
    await heard("Aceita?").waitFor();
    expect(await heard("Aceitamos!").count()).toBe(0);
    await screenshot(page, `sandbox-${size}-cliente`);
    await sandbox.view("Mundo");
    expect(await page.getByRole("radio", { name: "Sem rede" }).isChecked()).toBe(true);
    await screenshot(page, `sandbox-${size}-mundo`);
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByRole("radio", { name: "Boa" }).check();
    await sandbox.done(4);
    await sandbox.view("Cliente");
    const answers = page.getByRole("article", { name: "O balcão respondeu" });
    await expect
      .poll(() =>
        answers
          .filter({ hasText: /Aceitamos|Separo/ })
          .locator(".body")
          .allInnerTexts(),
      )
      .toEqual([
        expect.stringContaining("Aceitamos! A chave é o e-mail da loja."),
        expect.stringContaining("Separo agora mesmo."),
      ]);
    expect(await page.getByText(/chegou \d×/).count()).toBe(0);

    await sandbox.view("Balcão");
    await desk.getByRole("log").getByText("Aceita?", { exact: true }).waitFor();
    if (onPhone) {
      await press(desk.getByRole("button", { name: /Mais/ }).first());
      await press(desk.getByRole("menuitem", { name: "Transferir" }));
    } else await press(desk.getByRole("button", { name: "Transferir" }));
    const dialog = desk.getByRole("dialog");
    await press(dialog.getByRole("button", { name: /Fila|Selecione uma fila/ }).first());
    await press(desk.getByRole("option", { name: "Suporte" }));
    await press(dialog.getByRole("button", { name: "Transferir" }));
    await sandbox.done(5);
    await page.getByText("Os cinco passos estão feitos").waitFor();
    await screenshot(page, `sandbox-${size}-feito`);

    // Another customer starts at the first step, with all simulated faults off.
    await press(page.getByRole("button", { name: "Recomeçar" }));
    await sandbox.done(0);
    await context.close();
  },
);

test("in a new browser the page is loaded once, and it follows a change of the language in the desk", async () => {
  const context = await openBrowser({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let loads = 0;
  page.on("load", () => loads++);
  await openSandbox(page, false);
  // The frame has shown the desk's sign-in, which stores the default language.
  await page.frameLocator("#desk").getByRole("button", { name: "Entrar" }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("locale"))).not.toBeNull();
  expect(loads).toBe(1);
  const other = await context.newPage();
  await other.goto("/sandbox");
  await other.evaluate(() => localStorage.setItem("locale", "en"));
  await page.getByRole("radio", { name: "Connected" }).waitFor({ state: "attached" });
  await expect.poll(() => loads).toBe(2);
  await context.close();
});

test("a first visitor enters as Ana in the frame, and the phone shows a number of her company", async () => {
  const context = await openBrowser({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const { desk } = await openSandbox(page, false);
  // Other journeys have done the first steps with their customer.
  await press(page.getByRole("button", { name: "Recomeçar" }));
  await page.getByText("se vier um menu do robô, responda 1").waitFor();
  await screenshot(page, "sandbox-primeira-visita");
  await press(page.getByRole("button", { name: "Entrar como Ana" }));
  await desk
    .getByRole("tab", { name: /Aguardando/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Entrar como Ana" }).waitFor({ state: "hidden" });
  const ofCompany = await page.evaluate(async () => {
    const all: { id: string; name: string; companyId: string }[] = await (await fetch("/sandbox/connections")).json();
    const shown = document.querySelector<HTMLInputElement>("#connections input:checked")?.value;
    const savassi = all.find(({ name }) => name === "Loja Savassi")?.companyId;
    return [all.find(({ id }) => id === shown)?.companyId, savassi];
  });
  expect(ofCompany[0]).toBe(ofCompany[1]);
  expect(ofCompany[0]).toBeTruthy();
  expect(await seriousViolations(page)).toEqual([]);
  await screenshot(page, "sandbox-como-ana");
  await context.close();
});

test("the connection is disconnected and comes back, and leaving the page restores the network", async () => {
  const context = await openBrowser();
  const page = await context.newPage();
  const sandbox = await openSandbox(page, false);
  await phonePage(page).connection("Loja Savassi");
  const line = (name: string) => page.getByRole("radio", { name });
  await expect.poll(() => line("Conectada").isChecked()).toBe(true);
  const status = page.locator("#shop-status");
  await line("Caída").check();
  await expect.poll(() => status.innerText()).not.toBe("online");
  await line("Conectada").check();
  await expect.poll(() => status.innerText(), { timeout: 60_000 }).toBe("online");

  const isReached = () =>
    page.evaluate(() =>
      fetch("/health").then(
        () => true,
        () => false,
      ),
    );
  await sandbox.desk.getByLabel("E-mail").waitFor();
  await line("Sem rede").check();
  await expect.poll(isReached).toBe(false);
  await page.goto("about:blank");
  await page.goto("/sandbox");
  await expect.poll(isReached).toBe(true);
  await expect.poll(() => line("Boa").isChecked()).toBe(true);
  await context.close();
});
