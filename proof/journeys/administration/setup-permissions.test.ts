import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { ContractNames } from "../../../api/testing/contract-rows.ts";
import { givenPassword } from "../../../api/testing/given-app.ts";
import { givenContractDesk } from "../../../api/testing/given-contract-desk.ts";
import { readSetupTable, type SetupProfile, setupProfiles } from "../../../api/testing/setup-table.ts";
import { type GivenAgent, givenAgent, givenCompany } from "../../../db/testing/given.ts";
import { openBrowser, signIn } from "../desk/browser.ts";

/** Finds the control of a call; a function that opens a dialog also closes it. */
type Finder = (page: Page, names: ContractNames) => Locator | Promise<boolean>;
type Screen = {
  path: (names: ContractNames) => string;
  shown: (page: Page) => Locator;
  calls: Record<string, Finder>;
};

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const list = (name: string) => (page: Page) => page.getByRole("table", { name });

/** Time in which data from the server appears, in ms. */
const LOADED_MS = 4_000;
/** A busy machine may need this long to draw a control that the table gives. */
const BUSY_MS = 30_000;

/** Pages on which a control is looked for that the table gives. */
const expecting = new WeakSet<Page>();

/** Returns whether the control is there; one that the table gives is waited for. */
const appears = (control: Locator, waitMs = 0): Promise<boolean> => {
  const timeout = expecting.has(control.page()) ? BUSY_MS : waitMs;
  if (timeout === 0) return control.isVisible();
  return control.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
};

/** Opens a dialog by its button, if there is one, and looks for an element in it. */
async function within(page: Page, opener: Locator, find: (dialog: Locator) => Locator): Promise<boolean> {
  if (!(await appears(opener))) return false;
  await opener.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").first().waitFor();
  // Data from the server appears a moment after the dialog's fields.
  const found = await appears(find(dialog), LOADED_MS);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  return found;
}

/** Returns whether the menu of the add button offers Facebook pages. */
async function pagesAreOffered(page: Page): Promise<boolean> {
  const opener = button(page, "Adicionar");
  if (!(await appears(opener))) return false;
  await opener.click();
  const entry = page.getByRole("menuitem", { name: "Página do Facebook" });
  await entry.waitFor();
  await page.keyboard.press("Escape");
  await entry.waitFor({ state: "hidden" });
  return true;
}

/** Returns whether merging is offered when two contacts are selected. */
async function mergeIsOffered(page: Page): Promise<boolean> {
  for (const place of [1, 2]) await page.getByRole("row").nth(place).getByRole("checkbox").press("Space");
  const bar = page.getByRole("region", { name: "Contatos selecionados" });
  await bar.getByText("2 selecionados").waitFor();
  const isOffered = await bar.getByRole("button", { name: "Unir contatos" }).isVisible();
  await bar.getByRole("button", { name: "Limpar seleção" }).click();
  await bar.waitFor({ state: "hidden" });
  return isOffered;
}

/** Returns whether another user's note can be deleted. */
async function notesCanBeDeleted(page: Page): Promise<boolean> {
  const note = page.getByRole("listitem").filter({ hasText: "Boleto" });
  const drawer = page.getByRole("textbox", { name: "Escreva uma observação" });
  const opener = page.getByRole("button", { name: /^Dados do contato/ }).first();
  await drawer.or(opener).first().waitFor();
  if (!(await drawer.isVisible())) await opener.click();
  await note.waitFor();
  return note.getByRole("button", { name: "Excluir observação" }).isVisible();
}

/** Every administration screen with the control of each call of the table. */
const screens: Screen[] = [
  {
    path: () => "/",
    // Titles are drawn before the data has come.
    shown: (page) => button(page, "Filtrar"),
    calls: { "GET /dashboard?days=7": (page) => button(page, "Filtrar") },
  },
  {
    path: () => "/connections",
    shown: list("Conexões"),
    calls: {
      "POST /whatsapp": (page) => button(page, "Adicionar"),
      "POST /facebook/login": (page) => pagesAreOffered(page),
      "PUT /whatsapp/{freeConnectionId}": (page, { freeConnectionId }) => button(page, `Editar ${freeConnectionId}`),
      "POST /whatsappsession/{freeConnectionId}": (page, { freeConnectionId }) =>
        button(page, `Tentar de novo: ${freeConnectionId}`),
      "PUT /whatsappsession/{freeConnectionId}": (page, { freeConnectionId }) =>
        button(page, `Novo QR Code: ${freeConnectionId}`),
      "DELETE /whatsappsession/{freeConnectionId}": (page) => button(page, /^Desconectar: /).first(),
      "POST /whatsapp-restart": (page) => button(page, "Reiniciar conexões"),
      "DELETE /whatsapp/{freeConnectionId}": (page, { freeConnectionId }) =>
        button(page, `Excluir ${freeConnectionId}`),
    },
  },
  {
    path: () => "/queues",
    shown: list("Filas"),
    calls: {
      "POST /queue": (page) => button(page, "Adicionar fila"),
      "PUT /queue/{freeQueueId}": (page, { freeQueueId }) => button(page, `Editar ${freeQueueId}`),
      "POST /queue-options": (page, { freeQueueId }) =>
        within(page, button(page, `Editar ${freeQueueId}`), (dialog) =>
          dialog.getByRole("button", { name: "Opção", exact: true }),
        ),
      "PUT /queue-options/{optionId}": (page, { freeQueueId }) =>
        within(page, button(page, `Editar ${freeQueueId}`), (dialog) => dialog.getByText("Boleto").first()),
      "DELETE /queue-options/{optionId}": (page, { freeQueueId }) =>
        within(page, button(page, `Editar ${freeQueueId}`), (dialog) =>
          dialog.getByRole("button", { name: "Excluir Boleto" }),
        ),
      "DELETE /queue/{freeQueueId}": (page, { freeQueueId }) => button(page, `Excluir ${freeQueueId}`),
    },
  },
  {
    path: () => "/users",
    shown: list("Usuários"),
    calls: {
      "POST /users": (page) => button(page, "Adicionar usuário"),
      "PUT /users/{freeUserId}": (page) => button(page, "Editar Livre"),
      "GET /users/{freeUserId}/sessions": (page) =>
        within(page, button(page, "Editar Livre"), (dialog) => dialog.getByRole("region", { name: "Sessões" })),
      "DELETE /users/{freeUserId}/sessions/{freeSessionId}": (page) =>
        within(page, button(page, "Editar Livre"), (dialog) =>
          dialog.getByRole("button", { name: "Encerrar a sessão em Chrome, Linux" }),
        ),
      "DELETE /users/{freeUserId}": (page) => button(page, "Excluir Livre"),
    },
  },
  {
    path: () => "/settings",
    shown: (page) => page.getByRole("switch", { name: "Avaliações" }),
    calls: { "PUT /settings/userRating": (page) => page.getByRole("switch", { name: "Avaliações", disabled: false }) },
  },
  {
    path: () => "/contacts",
    shown: list("Contatos"),
    calls: {
      "POST /contacts": (page) => button(page, "Adicionar"),
      "POST /contacts/{contactId}/merge": (page) => mergeIsOffered(page),
      "PUT /contacts/{contactId}": (page) => button(page, "Editar Helena Sampaio").first(),
      "PUT /contacts/block/{contactId}": (page) => button(page, "Bloquear Helena Sampaio").first(),
      "DELETE /contacts/{freeContactId}": (page) => button(page, "Excluir Livre"),
    },
  },
  {
    path: () => "/numbers",
    shown: (page) => page.getByRole("list", { name: "Números a conferir" }),
    calls: {
      "POST /contacts/misread/{misreadContactId}": (page) => button(page, /^Corrigir o número de /).first(),
      "DELETE /contacts/misread/{numberFixId}": (page) => button(page, /^Desfazer a correção de /).first(),
    },
  },
  {
    path: () => "/tags",
    shown: list("Tags"),
    calls: {
      "POST /tags": (page) => button(page, "Nova tag"),
      "POST /tags (column)": (page) =>
        within(page, button(page, "Nova tag"), (dialog) => dialog.getByRole("switch", { name: "Coluna do Kanban" })),
      "PUT /tags/{tagId}": (page, { tagId }) => button(page, `Editar ${tagId}`),
      "DELETE /tags/{tagId}": (page, { tagId }) => button(page, `Excluir ${tagId}`),
    },
  },
  {
    path: () => "/quick-messages",
    shown: list("Respostas rápidas"),
    calls: {
      "POST /quick-messages": (page) => button(page, "Nova resposta"),
      "POST /quick-messages (general)": (page) =>
        within(page, button(page, "Nova resposta"), (dialog) => dialog.getByLabel("Geral, para todos")),
      "PUT /quick-messages/{quickId}": (page) => rowOf(page, "Só minha").getByRole("button", { name: "Editar /oi" }),
      "DELETE /quick-messages/{quickId}": (page) =>
        rowOf(page, "Só minha").getByRole("button", { name: "Excluir /oi" }),
      "PUT /quick-messages/{generalQuickId}": (page) =>
        rowOf(page, "Geral").getByRole("button", { name: "Editar /oi" }),
      "DELETE /quick-messages/{generalQuickId}": (page) =>
        rowOf(page, "Geral").getByRole("button", { name: "Excluir /oi" }),
    },
  },
  {
    path: () => "/schedules",
    shown: (page) => page.getByRole("table"),
    calls: {
      "POST /schedules": (page) => button(page, "Novo agendamento"),
      "PUT /schedules/{scheduleId}": (page, names) => isOnPlan(page, names, "Editar"),
      "DELETE /schedules/{scheduleId}": (page, names) => isOnPlan(page, names, "Excluir"),
    },
  },
  {
    path: () => "/campaigns",
    shown: (page) => button(page, "Nova campanha").first(),
    calls: { "POST /campaigns": (page) => button(page, "Nova campanha").first() },
  },
  {
    path: () => "/campaigns-config",
    // Shown once the settings are loaded.
    shown: (page) => button(page, "Salvar").first(),
    calls: { "POST /campaign-settings": (page) => button(page, "Salvar").first() },
  },
  {
    path: () => "/contact-lists",
    shown: list("Listas de contatos"),
    calls: {
      "POST /contact-lists": (page) => button(page, "Adicionar").first(),
      "PUT /contact-lists/{listId}": (page) => button(page, /^Editar /).first(),
      "DELETE /contact-lists/{listId}": (page) => button(page, /^Excluir /).first(),
    },
  },
  {
    path: ({ listId }) => `/contact-lists/${listId}/contacts`,
    shown: (page) => page.getByRole("region", { name: "Resumo da lista" }),
    calls: {
      "POST /contact-list-items": (page) => button(page, "Adicionar").first(),
      "POST /contact-lists/{listId}/contacts": (page) => button(page, "Trazer contatos").first(),
      "PUT /contact-list-items/{listItemId}": (page) => button(page, /^Editar /).first(),
      "DELETE /contact-list-items/{listItemId}": (page) => button(page, /^Excluir /).first(),
    },
  },
  {
    path: () => "/financeiro",
    shown: list("Faturas"),
    calls: {
      "POST /subscription": (page) => button(page, /^PAGAR a fatura /).first(),
      "GET /invoices/{paidInvoiceId}/receipt": (page) => button(page, /^Recibo da fatura /).first(),
    },
  },
  {
    path: ({ ticketId }) => `/tickets/${ticketId}`,
    shown: (page) => page.getByRole("region", { name: /^Conversa com/ }),
    calls: { "DELETE /ticket-notes/{noteId}": (page) => notesCanBeDeleted(page) },
  },
];

/** Returns whether the schedules of tomorrow offer the action, once they have loaded. */
async function isOnPlan(page: Page, { tomorrow }: ContractNames, offer: string): Promise<boolean> {
  const words = { day: "numeric", month: "long", timeZone: "UTC" } as const;
  const day = new Intl.DateTimeFormat("pt-BR", words).format(Date.parse(tomorrow));
  if ((await page.getByRole("button", { name: `Abrir ${day}:` }).count()) === 0)
    await page.getByRole("button", { name: "Próximo" }).click();
  await page
    .getByRole("button", { name: /^\d\d:\d\d Helena Sampaio, / })
    .first()
    .waitFor();
  return (await page.getByRole("button", { name: `${offer} agendamento: Helena Sampaio` }).count()) > 0;
}

const ofCampaigns = "in a campaign's row or dialog, by its status: journey campaigns";
const readByScreen = "read when its screen opens: journeys campaigns, contact-lists, billing, email and ai-text";

const forIntegrators = "a call for integrators; the screen uses one of its own";
const ofAiServer = "in the options of the settings, in the form of the AI server";

/** Calls without a control on these screens, with the reason or the journey that covers their control. */
const callsWithoutControl: Record<string, string> = {
  "GET /whatsapp/{whatsappId}": "every user may read a connection's name, but only admins have the screen",
  "GET /facebook/login": "requested when the menu entry of a page is chosen: journey pages",
  "POST /facebook": "sent after Meta's login: journey pages",
  "GET /contacts/misread": readByScreen,
  "DELETE /contacts/merges/{mergeId}": "in the card of a merged contact: journey contact-merge",
  "GET /queue/{freeQueueId}": "every user may read a queue's name, but only admins have the screen",
  "POST /whatsappsession/{whatsappId}/pairing-code":
    "in the pairing dialog, which needs a connection that waits for a code: journey connections",
  "GET /first-steps": "the checklist of a company that has not answered a customer yet: journey first-steps",
  "POST /whatsapp/{freeConnectionId}/token": "in the dialog of a connection: journey connections",
  "DELETE /whatsapp/{freeConnectionId}/token": "in the dialog of a connection with a token: journey connections",
  "POST /schedules (for another)": "no screen creates schedules for another user",
  "PUT /campaigns/{campaignId}": ofCampaigns,
  "POST /campaigns/{campaignId}/duplicate": ofCampaigns,
  "POST /campaigns/{campaignId}/start": ofCampaigns,
  "POST /campaigns/{plannedCampaignId}/schedule": ofCampaigns,
  "POST /campaigns/{runningCampaignId}/cancel": ofCampaigns,
  "POST /campaigns/{runningCampaignId}/duplicate": ofCampaigns,
  "POST /campaigns/{cancelledCampaignId}/restart": ofCampaigns,
  "DELETE /campaigns/{campaignId}": ofCampaigns,
  "GET /campaigns/{campaignId}": ofCampaigns,
  "GET /campaigns/{campaignId}/preview": readByScreen,
  "GET /campaigns/{campaignId}/preview/excluded": "in the dry run of a campaign with excluded people: component tests",
  "GET /campaigns/{campaignId}/report": readByScreen,
  "GET /campaigns/{campaignId}/recipients": readByScreen,
  "GET /campaigns": readByScreen,
  "GET /campaign-settings": readByScreen,
  "POST /openai": forIntegrators,
  "GET /ai": readByScreen,
  "GET /ai/server": ofAiServer,
  "PUT /ai/server": ofAiServer,
  "DELETE /ai/server": ofAiServer,
  "POST /ai/server/test": ofAiServer,
  "PUT /tags/kanban": "in a dialog that the tags screen offers from two lanes on",
  "POST /enviar-email": forIntegrators,
  "POST /agendar-envio-email": forIntegrators,
  "POST /mails": "on a screen of its own that everyone has: journey email",
  "GET /mails": readByScreen,
  "GET /mail-setup": readByScreen,
  "POST /mail-setup/test": "in the options of the settings: component tests of the mail server's card",
  "GET /invoices/all": readByScreen,
  "GET /subscription": readByScreen,
  "POST /subscription/upgrade": "offered on the subscription between two invoices: journey billing",
  "GET /contact-lists": readByScreen,
  "GET /contact-lists/list": readByScreen,
  "GET /contact-lists/{listId}": readByScreen,
  "GET /contact-lists/{listId}/summary": readByScreen,
  "GET /contact-list-items/{listItemId}": readByScreen,
  "POST /campaigns/{runningCampaignId}/resend":
    "in the report of a campaign with failed recipients: component tests of the report",
  "POST /contact-lists/{listId}/check": "shown where people of the list were not checked: journey contact-lists",
  "POST /contact-list-items/delete": "in the selection of a list's people: component tests of the list",
  "POST /contacts/{contactId}/consent": "in the contact's data beside a conversation: component tests of the section",
  "PUT /companies/{companyId}/schedules": "a tab of the settings of a company with opening hours: journey settings",
};

let people: Record<SetupProfile, GivenAgent>;
let names: ContractNames;
beforeAll(async () => {
  const company = await givenCompany();
  const { companyId, queue } = company;
  const supervisor = await givenAgent({ companyId, name: "Sueli", profile: "supervisor", queueIds: [queue.id] });
  people = { admin: company.admin, supervisor, user: company.ana };
  names = await givenContractDesk(company);
});
/** Returns whether the screen opens for this user, once that is decided. */
async function opens(page: Page, screen: Screen): Promise<boolean> {
  await page.goto(screen.path(names));
  const shown = screen.shown(page);
  const refused = page.getByRole("heading", { name: "Acesso não permitido" });
  // The dashboard redirects users who may not see it.
  const isSentAway = () => screen.path(names) === "/" && new URL(page.url()).pathname === "/tickets";
  const decided = async () => (await shown.or(refused).first().isVisible()) || isSentAway();
  await expect.poll(decided, { message: screen.path(names) }).toBe(true);
  return shown.isVisible();
}

test("every call of the table has a control on a screen, or a reason", () => {
  const placed = [...screens.flatMap(({ calls }) => Object.keys(calls)), ...Object.keys(callsWithoutControl)];
  expect(placed.toSorted()).toEqual(
    readSetupTable()
      .map(({ call }) => call)
      .toSorted(),
  );
});

test.each(setupProfiles)("the screens offer %s exactly what the table says", async (profile) => {
  const { email } = await givenPassword(people[profile]);
  const context = await openBrowser();
  const page = await signIn(context, email);
  const wanted = readSetupTable()
    .filter(({ call, may }) => may.includes(profile) && !(call in callsWithoutControl))
    .map(({ call }) => call);
  const found: string[] = [];
  for (const screen of screens) {
    if (!(await opens(page, screen))) continue;
    // The controls that the user may not have come last: by then the screen is drawn.
    for (const isWanted of [true, false]) {
      if (isWanted) expecting.add(page);
      else expecting.delete(page);
      for (const [call, find] of Object.entries(screen.calls)) {
        if (wanted.includes(call) !== isWanted) continue;
        const there = find(page, names);
        if (there instanceof Promise ? await there : await appears(there)) found.push(call);
      }
    }
  }
  await context.close();
  expect(found.toSorted()).toEqual(wanted.toSorted());
});
