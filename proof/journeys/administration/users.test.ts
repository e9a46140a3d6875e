import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { agent, at } from "../desk/agent.ts";
import { appIsStored, openBrowser, phone, press, screenshot, signIn } from "../desk/browser.ts";
import { usually } from "../desk/sizes.ts";
import { twoAdmins } from "../desk/two-admins.ts";

const users = async (page: Page) => {
  await page.goto("/users");
  await page.getByRole("heading", { name: "Usuários", level: 1 }).waitFor();
};
const save = (page: Page) => press(page.getByRole("dialog").getByRole("button", { name: "Salvar" }));

testDisplayModes(
  "the users screen and its dialog can be read and used",
  { email: "admin@demo.example", path: "/users", usual: "celular-escuro" },
  async (marina, { name }) => {
    const { page } = marina;
    await marina
      .record("Marina Duarte")
      .getByText(marina.onPhone ? "Você" : "online")
      .waitFor();
    const check = async (what: string) => {
      await screenshot(page, `${what}-${name}`);
      expect(await seriousViolations(page), what).toEqual([]);
    };
    await check("users");
    await marina.act("Marina Duarte", "Editar Marina Duarte");
    await page.getByText("Este aparelho").waitFor();
    await check("user-dialog");
    await page.getByText("Este aparelho").scrollIntoViewIfNeeded();
    await check("user-sessions");
    await page.getByRole("dialog").getByLabel("Nome", { exact: true }).fill("");
    await save(page);
    await page.getByText("Obrigatório").waitFor();
  },
);

test.each(
  usually("desktop", [
    ["on a desktop", undefined],
    ["on a phone", phone],
  ]),
)("a colleague's account is created, changed and deleted %s", async (_where, viewport) => {
  const first = viewport ? "Caio" : "Rui";
  const [name, email] = [`${first} Matos`, `${first.toLowerCase()}@demo.example`];
  const [marina, watching] = await twoAdmins({ viewport });
  const [{ page }, { page: second }] = [marina, watching];
  await Promise.all([users(page), users(second)]);
  await press(page.getByRole("button", { name: "Adicionar usuário" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Nome", { exact: true }).fill("R");
  await dialog.getByLabel("E-mail").fill("ana@demo.example");
  await dialog.getByLabel("Senha", { exact: true }).fill("Balcao123!");
  await save(page);
  await dialog.getByText("Muito curto!").waitFor();
  await dialog.getByLabel("Nome", { exact: true }).fill(name);
  await save(page);
  await dialog.getByText("Este e-mail já é de outra pessoa.").waitFor();
  await dialog.getByLabel("E-mail").fill(email);
  await press(dialog.getByRole("checkbox", { name: "Vendas" }));
  await save(page);
  await marina.record(name).getByText("Vendas").waitFor();
  await watching.record(name).waitFor();

  // The colleague works; an admin sees the session and ends it.
  const context = await openBrowser();
  const theirs = await signIn(context, email);
  await page.getByRole("searchbox").fill(first.toUpperCase());
  await expect.poll(() => marina.record("Marina Duarte").count()).toBe(0);
  await marina.act(name, `Editar ${name}`);
  await press(dialog.getByRole("button", { name: /^Encerrar a sessão em/ }));
  await dialog.getByText("Nenhuma sessão aberta.").waitFor();
  await theirs.waitForURL("**/login**");
  await press(dialog.getByRole("switch", { name: "Atendimentos sem fila" }));
  await save(page);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

  // The colleague takes a ticket and is deleted: the ticket returns to its queue.
  const again = await signIn(context, email);
  await press(again.getByRole("tab", { name: /Aguardando/ }).first());
  const accept = again.getByRole("button", { name: /^Aceitar (?!a próxima)/ }).first();
  const customer = (await accept.getAttribute("aria-label"))?.replace("Aceitar ", "") ?? "";
  await press(accept);
  await again.getByRole("log").waitFor();
  // The question counts the tickets that the server knows as the colleague's.
  await again.getByRole("log").getByText(`${name} aceitou`).waitFor();
  await marina.act(name, `Excluir ${name}`);
  await page.getByText("1 atendimento aberto volta para a fila.").waitFor();
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
  await expect.poll(() => watching.record(name).count()).toBe(0);
  await again.waitForURL("**/login**");
  await second.goto("/tickets");
  await watching.waiting();
  await watching.reach(customer, watching.acceptButton(customer));
  await Promise.all([marina.context.close(), watching.context.close(), context.close()]);
});

test("a list that was read before opens without a network with its time, read-only until the network is back", async () => {
  const before = await agent("admin@demo.example");
  const { context } = before;
  await users(before.page);
  await before.record("Ana Prado").waitFor();
  await appIsStored(before.page);
  await context.setOffline(true);
  await before.page.close();
  const marina = at(await context.newPage(), context);
  const { page } = marina;
  await users(page);
  await page.getByText(/^Lista de hoje, \d\d:\d\d\./).waitFor();
  await marina.record("Ana Prado").waitFor();
  const edit = page.getByRole("button", { name: "Editar Ana Prado" });
  expect(await edit.isDisabled()).toBe(true);
  await screenshot(page, "users-seen-last");
  await context.setOffline(false);
  await expect.poll(() => edit.isDisabled()).toBe(false);
  await expect.poll(() => page.getByText("Lista de hoje").count()).toBe(0);
  await context.close();
});

test("a user who changes their own password continues with the new session", async () => {
  const bia = await agent("bia@demo.example");
  const { page } = bia;
  await press(page.getByRole("button", { name: "Perfil" }));
  await press(page.getByRole("menuitem", { name: /perfil/i }));
  await page.getByLabel("Nova senha", { exact: true }).fill("Balcao123!");
  await page.getByLabel("Senha atual", { exact: true }).fill("Balcao123!");
  const old = (await bia.context.cookies()).find(({ name }) => name === "balcao_session")?.value;
  await save(page);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  const present = (await bia.context.cookies()).find(({ name }) => name === "balcao_session")?.value;
  expect(present).not.toBe(old);
  await page.reload();
  await bia.synced();
  await bia.context.close();
});
