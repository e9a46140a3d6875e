import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { givenPassword } from "../../../api/testing/given-app.ts";
import {
  type Action,
  allActions,
  givenPermissionDesk,
  type PermissionDesk,
  type PermissionRow,
  readTable,
  sharedTable,
  ticketTable,
} from "../../../api/testing/permission-table.ts";
import { openBrowser, press, signIn } from "../desk/browser.ts";

/** Returns the actions that the screen of a ticket offers. */
async function offered(page: Page, ticketId: string): Promise<Set<Action>> {
  const visit = (path: string) => page.evaluate((to) => window.history.pushState({}, "", to), path);
  const conversation = page.getByRole("region", { name: /^Conversa com/ });
  // Else the buttons may be those of the ticket before, which is drawn until this one has loaded.
  await visit("/tickets");
  await conversation.waitFor({ state: "detached" });
  await visit(`/tickets/${ticketId}`);
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
  // The composer is mounted after the messages are painted.
  await conversation.locator("[data-composer-space]").waitFor({ state: "detached" });
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
    // A waiting ticket is read before it is accepted: its composer appears with the acceptance.
    wanted[column] = allActions.filter(
      (action) => mayDo.has(action) && !(action === "write" && column.startsWith("waits")),
    );
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

const admins: readonly string[] = ["admin"];
const managers: readonly string[] = ["admin", "supervisor of Vendas"];
const supers: readonly string[] = ["super, no queue"];
const everyone: readonly string[] = [...managers, "agent of Vendas", ...supers];

/** service-desk.md §2 and §6: screens in the menu of these people, also by address. */
const screens: { path: string; name: string; heading?: string; people: readonly string[] }[] = [
  { path: "/", name: "Painel", people: admins },
  { path: "/connections", name: "Conexões", people: admins },
  { path: "/queues", name: "Filas", people: admins },
  { path: "/users", name: "Usuários", people: admins },
  { path: "/messages-api", name: "API de mensagens", people: admins },
  { path: "/financeiro", name: "Financeiro", heading: "Faturas", people: admins },
  { path: "/settings", name: "Configurações", people: admins },
  { path: "/campaigns", name: "Campanhas", people: managers },
  { path: "/contact-lists", name: "Listas de contatos", people: managers },
  { path: "/campaigns-config", name: "Ritmo e variáveis", people: managers },
  { path: "/tickets", name: "Atendimentos", people: everyone },
  { path: "/contacts", name: "Contatos", people: everyone },
  { path: "/schedules", name: "Agendamentos", people: everyone },
  { path: "/quick-messages", name: "Respostas rápidas", people: everyone },
  { path: "/tags", name: "Tags", people: everyone },
  { path: "/todolist", name: "Tarefas", people: everyone },
  { path: "/chats", name: "Chat interno", people: everyone },
  { path: "/Kanban", name: "Kanban", people: everyone },
  { path: "/EmailLis", name: "E-mail em grupo", people: everyone },
  { path: "/ChatGPT", name: "ChatGPT", heading: "Geração de Textos com IA", people: everyone },
  { path: "/helps", name: "Ajuda", people: everyone },
  { path: "/announcements", name: "Informativos", people: supers },
];

test.each(everyone)("the menu and the addresses of %s lead to permitted screens only", async (person) => {
  const agent = desk.people[person];
  if (!agent) throw new Error(`the permission table has no user named ${person}`);
  const { email } = await givenPassword(agent);
  const context = await openBrowser();
  const page = await signIn(context, email);
  const menu = page.getByRole("navigation").first();
  const listed = screens.filter(({ people }) => people.includes(person)).map(({ name }) => name);
  const found = (await menu.getByRole("link").allTextContents()).map((text) => text.replace(/\d+$/, "").trim());
  expect(found.toSorted()).toEqual(listed.toSorted());
  for (const { path, name: listedAs, heading: name = listedAs, people } of screens) {
    if (people.includes(person)) {
      await press(menu.getByRole("link", { name: new RegExp(`^${listedAs}`) }));
      await page.waitForURL((url) => url.pathname === path);
      await page.getByRole("heading", { name, level: 1 }).or(page.getByRole("heading", { name })).first().waitFor();
      // A toast of the refused screen before may still be shown.
      await expect.poll(() => page.getByText("Acesso não permitido").count()).toBe(0);
      continue;
    }
    await page.goto(path);
    if (path === "/") await page.waitForURL("**/tickets");
    else if (path === "/announcements") {
      await page.getByText("Acesso não permitido.").first().waitFor();
      await page.waitForURL((url) => url.pathname !== path);
    } else await page.getByRole("heading", { name: "Acesso não permitido" }).waitFor();
  }
  await context.close();
});
