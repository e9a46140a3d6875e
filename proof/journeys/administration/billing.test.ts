import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { givenPhoneNumber } from "../../../db/testing/phone-numbers.ts";
import { seriousViolations } from "../desk/access.ts";
import { at } from "../desk/agent.ts";
import { desktop, openBrowser, password, phone, press, screenshot } from "../desk/browser.ts";
import {
  asOwner,
  connectFirstNumber,
  givenNextInvoice,
  sandbox,
  setDueIn,
  signUpCompany,
} from "../desk/new-company.ts";
import { usually } from "../desk/sizes.ts";

type Charge = { id: string; provider: string; code: string | null };

const padded = (number: number) => String(number).padStart(4, "0");
const dueDateOf = (companyId: string) =>
  asOwner(async (sql) => {
    const [row] = await sql<{ due: Date }[]>`select due_date as due from companies where id = ${companyId}`;
    return row?.due.getTime() ?? 0;
  });

/** Opens the checkout of an invoice and goes to the ways to pay. The address is remembered after the first time. */
async function goToPay(page: Page, number: number, isFirst: boolean) {
  await page.goto("/financeiro");
  const pay = page.getByRole("button", { name: `PAGAR a fatura ${padded(number)}` });
  if (page.viewportSize()?.width === phone.width) {
    await press(
      page
        .getByRole("button", { name: /jornada/ })
        .filter({ hasText: /Em Aberto|Vencido/ })
        .first(),
    );
  }
  await press(pay);
  const dialog = page.getByRole("dialog");
  if (isFirst) {
    await dialog.getByLabel("Nome completo").fill("Bia Nogueira Café ME");
    await dialog.getByLabel("Endereço").fill("Rua das Laranjeiras, 48");
    await dialog.getByLabel("Cidade").fill("Belo Horizonte");
    await dialog.getByLabel("Estado").fill("MG");
    await dialog.getByLabel("CEP").fill("30140-000");
  }
  await dialog.getByLabel("Nome completo").waitFor();
  await press(dialog.getByRole("button", { name: "Avançar" }));
  await press(dialog.getByRole("button", { name: /^Continuar com/ }));
  await press(dialog.getByRole("button", { name: "PAGAR", exact: true }));
  await dialog.getByText("Esperando o pagamento cair").waitFor();
  return dialog;
}

/** Pays on the provider's page, which the checkout opens in a new tab. */
async function payOnPage(context: BrowserContext, page: Page, way: RegExp) {
  const opened = context.waitForEvent("page");
  await press(page.getByRole("dialog").getByRole("link", { name: way }));
  const shop = await opened;
  const card = shop.getByLabel("Número do cartão");
  await shop.getByRole("button", { name: "Pagar", exact: true }).or(card).first().waitFor();
  if (await card.isVisible()) {
    await card.fill("4242 4242 4242 4242");
    await shop.locator("#card-expiry").fill("12/34");
    await shop.locator("#card-code").fill("123");
  }
  await press(shop.getByRole("button", { name: "Pagar", exact: true }).first());
  return shop;
}

async function payPix(page: Page) {
  const code = await page.getByLabel("Código Pix para copiar").inputValue();
  const { charges } = await sandbox<{ charges: Charge[] }>("/payments/charges");
  const charge = charges.find((one) => one.code === code);
  await sandbox(`/payments/charges/efi/${charge?.id}`, { action: "pay" });
}

test("an invoice is paid in each of the five ways: the due date moves, the screen says so, the list has the receipt", async () => {
  const { page, context, companyId } = await signUpCompany();
  const ways = ["efi", "stripe", "asaas", "mercadopago", "pix"] as const;
  for (const [index, way] of ways.entries()) {
    const number = await givenNextInvoice(companyId);
    const before = await dueDateOf(companyId);
    if (way === "pix") await sandbox("/payments/faults/efi", { fault: "down" });
    const dialog = await goToPay(page, number, index === 0);
    if (index === 0) {
      await screenshot(page, "checkout-desktop");
      expect(await seriousViolations(page)).toEqual([]);
    }
    if (way === "efi") await payPix(page);
    if (way === "stripe") await (await payOnPage(context, page, /^Cartão de crédito/)).close();
    if (way === "asaas") await (await payOnPage(context, page, /^Boleto bancário/)).close();
    if (way === "mercadopago") await (await payOnPage(context, page, /^MercadoPago/)).close();
    if (way === "pix") {
      await dialog.getByText(/Este Pix é confirmado por uma pessoa/).waitFor();
      await sandbox("/payments/faults/efi", { fault: "none" });
      await confirmByHand(companyId, number);
    }
    await dialog.getByText(/^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/).waitFor();
    expect(await dueDateOf(companyId)).toBeGreaterThan(before);
    await page.waitForURL((url) => url.pathname === "/");
  }
  await page.goto("/financeiro");
  await expect.poll(() => page.getByText("Pago", { exact: true }).count()).toBe(5);
  await screenshot(page, "invoices-desktop");
  await page
    .getByRole("button", { name: /^Recibo da fatura/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText("Bia Nogueira Café ME").waitFor();
  await screenshot(page, "receipt-desktop");
  expect(await seriousViolations(page)).toEqual([]);
});

/** A super user saw the money in the bank's statement. */
async function confirmByHand(companyId: string, number: number) {
  const id = await asOwner(async (sql) => {
    const [row] = await sql<{ id: string }[]>`select id from invoices where number = ${number}`;
    return row?.id;
  });
  const context = await openBrowser();
  const signedIn = await context.request.post("/auth/login", { data: { email: "admin@demo.example", password } });
  const { token } = await signedIn.json();
  const answer = await context.request.post(`/companies/${companyId}/invoices/${id}/paid`, {
    data: { reason: "Pix recebido no extrato" },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBeLessThan(300);
}

test.each(
  usually("desktop", [
    ["on a desktop", desktop],
    ["on a phone", phone],
  ]),
)(
  "a company upgrades between two invoices: the price is stated, the difference paid, and the plan changes %s",
  async (_where, viewport) => {
    const { page, companyId } = await signUpCompany({ viewport });
    // The end of a day, as due dates are stored: an upgrade does not move it.
    await asOwner(
      (sql) =>
        sql`update companies set trial_ends_at = null, due_date =
          date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' + interval '73 days - 1 millisecond'
          where id = ${companyId}`,
    );
    await asOwner((sql) => sql`delete from invoices where company_id = ${companyId}`);
    const before = await dueDateOf(companyId);
    await page.goto("/subscription");
    const plans = page.getByRole("region", { name: "Mudar de plano" });
    await plans.getByText("De R$ 129,90 para R$ 349,90: R$ 220,00 a mais por mês").waitFor();
    await plans.getByText(/^Agora: R\$\s528,00, a diferença de 73 dias, até/).waitFor();
    await screenshot(page, `subscription-plans-${viewport.width}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(plans.getByRole("button", { name: "Escolher Profissional" }));
    const dialog = page.getByRole("dialog");
    for (const [label, text] of [
      ["Nome completo", "Bia Nogueira Café ME"],
      ["Endereço", "Rua das Laranjeiras, 48"],
      ["Cidade", "Belo Horizonte"],
      ["CEP", "30140-000"],
    ] as const)
      await dialog.getByLabel(label).fill(text);
    await press(dialog.getByRole("button", { name: "Avançar" }));
    await screenshot(page, `checkout-plans-${viewport.width}`);
    await press(dialog.getByRole("button", { name: "Escolher Profissional" }));
    await dialog.getByText("De R$ 129,90 para R$ 349,90: R$ 220,00 a mais por mês").waitFor();
    await screenshot(page, `checkout-upgrade-${viewport.width}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(dialog.getByRole("button", { name: "PAGAR", exact: true }));
    await dialog.getByText("Esperando o pagamento cair").waitFor();
    await payPix(page);
    await dialog.getByText("Seu plano agora é Profissional.").waitFor();
    await screenshot(page, `checkout-upgraded-${viewport.width}`);
    expect(await dueDateOf(companyId)).toBe(before);
    await press(dialog.getByRole("button", { name: "Fechar", exact: true }).last());
    await page.getByRole("heading", { name: "Plano Profissional" }).waitFor();
  },
);

test("a company past its due date: the agent is refused with the date, the admin is led to pay, and all is back", async () => {
  const { page, companyId, context } = await signUpCompany({ viewport: phone });
  await page.goto("/users");
  const email = `agente@${companyId}.example`;
  await addAgent(page, email);
  // The due date first: its period is then the invoice's, so that the invoice job, which may run now, adds no second one.
  await setDueIn(companyId, -2);
  const number = await givenNextInvoice(companyId);

  const other = await openBrowser({ viewport: desktop });
  const agent = await other.newPage();
  await signInAt(agent, email);
  await agent.getByText(/Ops! Sua assinatura venceu \d\d\/\d\d\/\d{4}/).waitFor();
  await screenshot(agent, "overdue-agent-refused");

  // The admin's running session learns it with its next token.
  const errors: string[] = [];
  page.on("console", (said) => said.text().startsWith("Error:") && errors.push(said.text()));
  await page.reload();
  await page.goto("/tickets");
  await page.waitForURL(/\/financeiro$/);
  expect(errors).toEqual([]);
  await page.getByText(/Sua assinatura venceu em \d\d\/\d\d\/\d{4}/).waitFor();
  await page.getByText("Vencido", { exact: true }).waitFor();
  await press(page.getByRole("button", { name: "Abrir menu" }));
  const menu = page.getByRole("navigation", { name: "Menu" });
  await menu.getByText("As outras telas voltam com o pagamento.").waitFor();
  expect(await menu.getByRole("link").allInnerTexts()).toEqual(["Financeiro"]);
  await screenshot(page, "overdue-menu-phone");
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await goToPay(page, number, true);
  await screenshot(page, "checkout-phone");
  await payPix(page);
  await page
    .getByText(/Sua licença foi renovada até/)
    .first()
    .waitFor();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/tickets");
  await page
    .getByRole("tab", { name: /Abertos/ })
    .or(page.getByRole("heading", { name: /^(Vamos abrir|Faltam)/ }))
    .first()
    .waitFor();

  await signInAt(agent, email);
  await agent
    .getByRole("tab", { name: /Abertos/ })
    .first()
    .waitFor();
  await context.close();
});

test("31 days after the due date the number rests; after the payment it is up again and has what came meanwhile", async () => {
  const { page, companyId, context, name, onPhone } = await signUpCompany();
  const connectionId = await connectFirstNumber(page, name, onPhone);
  const status = async () => {
    const all = await sandbox<{ id: string; status: string }[]>("/connections");
    return all.find(({ id }) => id === connectionId)?.status;
  };
  expect(await status()).toBe("CONNECTED");
  await setDueIn(companyId, -31);
  await expect.poll(status).toBe("DISCONNECTED");
  const number = await givenNextInvoice(companyId);
  const from = givenPhoneNumber();
  await sandbox("/messages", { connectionId, from, name: "Cliente Paciente", body: "Ainda atendem?" });

  await page.reload();
  await page.waitForURL(/\/financeiro$/);
  await page.getByText(/Sua assinatura venceu em \d\d\/\d\d\/\d{4}/).waitFor();
  await goToPay(page, number, true);
  await payPix(page);
  await page
    .getByText(/Sua licença foi renovada até/)
    .first()
    .waitFor();
  await expect.poll(status).toBe("CONNECTED");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/tickets");
  const admin = at(page, context, onPhone);
  await admin.waiting();
  await admin.reach("Cliente Paciente", admin.acceptButton("Cliente Paciente"));
  await context.close();
});

async function signInAt(page: Page, email: string) {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await press(page.getByRole("button", { name: "Entrar" }));
}

async function addAgent(page: Page, email: string) {
  await press(page.getByRole("button", { name: "Adicionar usuário" }).first());
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Nome", { exact: true }).fill("Ana Atendente");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Senha", { exact: true }).fill(password);
  await press(dialog.getByRole("button", { name: "Salvar" }));
  await expect.poll(() => dialog.count()).toBe(0);
}
