import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenPassword } from "../api/testing/given-app.ts";
import {
  type Action,
  allActions,
  givenPermissionDesk,
  type PermissionDesk,
  type PermissionRow,
  readTable,
  sharedTable,
  ticketTable,
} from "../api/testing/permission-table.ts";
import { browser, openBrowser, signIn } from "./desk/browser.ts";

afterAll(async () => (await browser()).close());

/** Returns the actions that the screen of a ticket offers. */
async function offered(page: Page, ticketId: string): Promise<Set<Action>> {
  await page.evaluate((path) => window.history.pushState({}, "", path), `/tickets/${ticketId}`);
  const conversation = page.getByRole("region", { name: /^Conversa com/ });
  await expect
    .poll(async () => (await conversation.isVisible()) || new URL(page.url()).pathname === "/tickets")
    .toBe(true);
  if (!(await conversation.isVisible())) {
    await page.getByText("Acesso não permitido").first().waitFor();
    return new Set();
  }
  const found = new Set<Action>(["view"]);
  const add = async (action: Action, isThere: Promise<boolean>) => (await isThere) && found.add(action);
  // The header is complete once the ticket has loaded.
  await conversation.getByRole("button", { name: "Mais ações" }).waitFor();
  const button = (name: string) => conversation.getByRole("button", { name, exact: true }).first().isVisible();
  await add("write", conversation.getByRole("textbox", { name: /^Mensagem para/ }).isVisible());
  await add("accept", button("Aceitar"));
  await add("return", button("Devolver para a fila"));
  await add("transfer", button("Transferir"));
  await add("close", button("Resolver"));
  await add("reopen", button("Reabrir"));
  await add("tag", button("Tag"));
  await conversation.getByRole("button", { name: "Mais ações" }).click();
  await page.getByRole("menu").waitFor();
  await add("delete", page.getByRole("menuitem", { name: "Excluir atendimento" }).isVisible());
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" });
  await add("note", notesStand(page, conversation));
  return found;
}

async function notesStand(page: Page, conversation: ReturnType<Page["getByRole"]>): Promise<boolean> {
  const box = page.getByRole("textbox", { name: "Escreva uma observação" });
  if (!(await box.isVisible()))
    await conversation
      .getByRole("button", { name: /^Dados do contato/ })
      .first()
      .click();
  await box.waitFor();
  return box.isVisible();
}

async function walk(desk: PermissionDesk, { person, tickets }: PermissionRow) {
  const agent = desk.people[person];
  if (!agent) throw new Error(`the permission table has no user named ${person}`);
  const { email } = await givenPassword(agent);
  const context = await openBrowser();
  const page = await signIn(context, email);
  const found: Record<string, Action[]> = {};
  const wanted: Record<string, Action[]> = {};
  for (const [column, mayDo] of Object.entries(tickets)) {
    const on = await offered(page, desk.tickets[column]?.[0]?.id ?? "");
    found[column] = allActions.filter((action) => on.has(action));
    wanted[column] = allActions.filter((action) => mayDo.has(action));
  }
  await context.close();
  return { found, wanted };
}

let desk: PermissionDesk;
let sharing: PermissionDesk;
beforeAll(async () => {
  desk = await givenPermissionDesk();
  sharing = await givenPermissionDesk({ sharesAnswers: true });
});

test.each(readTable(ticketTable))("the screen offers $person exactly what the table says", async (row) => {
  const { found, wanted } = await walk(desk, row);
  expect(found).toEqual(wanted);
});

test.each(readTable(sharedTable))(
  "the screen offers $person exactly what the table says where everyone who sees an open ticket may answer it",
  async (row) => {
    const { found, wanted } = await walk(sharing, row);
    expect(found).toEqual(wanted);
  },
);

/** service-desk.md §2 and §6: screens in the menu of all profiles (`isForAll`) or of admins only, also by address. */
const screens = [
  { path: "/", name: "Painel", isForAll: false },
  { path: "/connections", name: "Conexões", isForAll: false },
  { path: "/queues", name: "Filas", isForAll: false },
  { path: "/users", name: "Usuários", isForAll: false },
  { path: "/messages-api", name: "API de mensagens", isForAll: false },
  { path: "/settings", name: "Configurações", isForAll: false },
  { path: "/tickets", name: "Atendimentos", isForAll: true },
  { path: "/contacts", name: "Contatos", isForAll: true },
  { path: "/schedules", name: "Agendamentos", isForAll: true },
  { path: "/quick-messages", name: "Respostas rápidas", isForAll: true },
  { path: "/tags", name: "Tags", isForAll: true },
  { path: "/todolist", name: "Tarefas", isForAll: true },
  { path: "/helps", name: "Ajuda", isForAll: true },
];

test.each(["admin", "supervisor of Vendas", "agent of Vendas"])(
  "the menu and the addresses of %s lead to permitted screens only",
  async (person) => {
    const agent = desk.people[person];
    if (!agent) throw new Error(`the permission table has no user named ${person}`);
    const { email } = await givenPassword(agent);
    const context = await openBrowser();
    const page = await signIn(context, email);
    const mayAll = person === "admin";
    const menu = page.getByRole("navigation").first();
    const listed = screens.filter(({ isForAll }) => mayAll || isForAll).map(({ name }) => name);
    const found = (await menu.getByRole("link").allTextContents()).map((text) => text.replace(/\d+$/, "").trim());
    expect(found.toSorted()).toEqual(listed.toSorted());
    for (const { path, name, isForAll } of screens) {
      await page.goto(path);
      if (mayAll || isForAll) {
        await page.getByRole("heading", { name, level: 1 }).or(page.getByRole("heading", { name })).first().waitFor();
        expect(await page.getByText("Acesso não permitido").count()).toBe(0);
      } else if (path === "/") await page.waitForURL("**/tickets");
      else await page.getByRole("heading", { name: "Acesso não permitido" }).waitFor();
    }
    await context.close();
  },
);
