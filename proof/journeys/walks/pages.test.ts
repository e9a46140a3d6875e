import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { displayModes, seriousViolations } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { phone, press, screenshot } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";
import { twoAdmins } from "../desk/two-admins.ts";

/** Users of the stand-in for Meta's login. */
const helena = { id: "10160000000000101", name: "Helena Prates", page: "Oficina de Torno", account: "@oficinadetorno" };
const caio = { id: "10160000000000102", name: "Caio Bastos", page: "Feira do Barro", account: "@feiradobarro" };
type Person = typeof helena;

const connected = (page: Page, name: string) =>
  page
    .getByRole("row")
    .or(page.getByRole("listitem"))
    .filter({ hasText: name })
    .getByText("Conectada", { exact: true })
    .first()
    // Meta's sign-in and the connector's answer, on a busy machine.
    .waitFor({ timeout: 60_000 });

async function connections(page: Page) {
  await page.goto("/connections");
  await page.getByRole("heading", { name: "Conexões", level: 1 }).waitFor();
}

async function beginLogin(page: Page, entry: string) {
  await press(page.getByRole("button", { name: "Adicionar" }));
  await press(page.getByRole("menuitem", { name: entry }));
  await page.getByRole("heading", { name: "Login de teste do Facebook" }).waitFor();
}

/** Approves the login for this page only. */
async function approve(page: Page, person: Person) {
  await page.getByRole("heading", { name: "Login de teste do Facebook" }).waitFor();
  const form = page.getByRole("form", { name: person.name });
  for (const box of await form.getByRole("checkbox").all()) await box.uncheck();
  await form.getByRole("checkbox", { name: person.page }).check();
  await press(form.getByRole("button", { name: `Continuar como ${person.name}` }));
}

test.each(
  usually("phone", [
    ["on a desktop", undefined, helena, displayModes[0]?.name],
    ["on a phone", phone, caio, displayModes[2]?.name],
  ]),
)(
  "a page and its Instagram account are connected, disconnected, connected again and deleted %s, seen in a second browser",
  async (_where, viewport, person, look1) => {
    const [marina, watching] = await twoAdmins({ viewport });
    const { page } = marina;
    const names = [person.page, person.account];
    await Promise.all([connections(page), connections(watching.page)]);
    await press(page.getByRole("button", { name: "Adicionar" }));
    await page.getByRole("menuitem", { name: "Conta do Instagram" }).waitFor();
    await screenshot(page, `connections-add-${look1}`);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await beginLogin(page, "Conta do Instagram");
    await screenshot(page, `meta-login-${look1}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(page.getByRole("button", { name: "Cancelar" }));
    await page.getByText("Você saiu do login do Facebook sem conectar nada.").waitFor();
    await screenshot(page, `meta-cancelled-${look1}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(page.getByRole("button", { name: "Entrar de novo" }));
    await approve(page, person);
    for (const name of names) await Promise.all([connected(page, name), connected(watching.page, name)]);
    expect(new URL(page.url()).search).toBe("");
    // A fading toast has too little contrast for axe.
    await page.getByText(/^Conectado: /).waitFor({ state: "hidden" });
    await screenshot(page, `connections-pages-${look1}`);
    expect(await seriousViolations(page)).toEqual([]);

    await marina.act(person.account, `Editar ${person.account}`);
    await press(page.getByRole("dialog").getByRole("tab", { name: "Mensagens" }));
    await page.getByRole("dialog").getByLabel("Mensagem de saudação").fill("Oi! Já respondemos.");
    await screenshot(page, `connection-page-dialog-${look1}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(page.getByRole("dialog").getByRole("button", { name: "Salvar" }));
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

    await page.getByText("Conexão salva").waitFor({ state: "hidden" });
    const taken = await fetch(`${inject("deskUrl")}/sandbox/meta/revoke`, {
      method: "POST",
      body: JSON.stringify({ person: person.id }),
    });
    expect(taken.status).toBe(200);
    for (const name of names)
      await watching.record(name).getByText("O acesso dado pelo Facebook venceu ou foi retirado.").waitFor();
    if (marina.onPhone) await press(marina.record(person.account).getByRole("button"));
    await page.getByText("Conecte de novo com o login de quem é dono da página.").first().waitFor();
    await screenshot(page, `connections-expired-${look1}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(page.getByRole("button", { name: `Conectar de novo: ${person.account}` }));
    await approve(page, person);
    for (const name of names) await Promise.all([connected(page, name), connected(watching.page, name)]);

    // Another company cannot connect the page meanwhile.
    const other = await agent("admin@outra.example");
    await connections(other.page);
    await beginLogin(other.page, "Página do Facebook");
    await approve(other.page, person);
    await other.page.getByText("Esta página já está conectada em outra empresa.").waitFor();
    await screenshot(other.page, `meta-elsewhere-${look1}`);
    await other.context.close();

    await marina.act(person.page, `Desconectar: ${person.page}`);
    await page.getByRole("alertdialog").getByText("As mensagens desta página deixam de chegar").waitFor();
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Desconectar" }));
    await watching.record(person.page).getByText("Desconectada", { exact: true }).waitFor();
    for (const name of names) {
      await marina.act(name, `Excluir ${name}`);
      await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
      await expect.poll(() => watching.record(name).count()).toBe(0);
    }
    await Promise.all([marina.context.close(), watching.context.close()]);
  },
);

test("without an app at Meta the entries are disabled and explain why", async () => {
  const marina = await agent("admin@demo.example");
  const { page } = marina;
  await page.route("**/facebook/login", (route) => route.fulfill({ json: { isSetUp: false } }));
  await connections(page);
  await press(page.getByRole("button", { name: "Adicionar" }));
  for (const entry of ["Página do Facebook", "Conta do Instagram"]) {
    const item = page.getByRole("menuitem", { name: entry });
    await item.getByText("O Balcão ainda não foi preparado para o Facebook e o Instagram.").waitFor();
    await expect.poll(() => item.isDisabled()).toBe(true);
  }
  await expect.poll(() => page.getByRole("menuitem", { name: "Número de WhatsApp" }).isDisabled()).toBe(false);
  await screenshot(page, "connections-not-set-up");
  expect(await seriousViolations(page)).toEqual([]);
  await marina.context.close();
});
