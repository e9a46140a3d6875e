import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandType } from "../contracts/commands/index.ts";
import { usualHours } from "../contracts/hours.ts";
import { usualCampaignSettings } from "../contracts/marketing/campaigns.ts";
import { testNow } from "../contracts/testing/clock.ts";
import { givenAgent, givenCompany } from "../db/testing/given.ts";
import { readPayments } from "../outside/payments/index.ts";
import { type StartedMeta, startMeta } from "../sandbox/testing/start-meta.ts";
import { type ContractNames, contractRows } from "./testing/contract-rows.ts";
import { enableAi, type GivenAi, givenAi } from "./testing/given-ai.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";
import { givenPaidAhead } from "./testing/given-billing.ts";
import { givenContractDesk } from "./testing/given-contract-desk.ts";
import { readSetupTable, setupProfiles } from "./testing/setup-table.ts";

const planFor = ({ contactId, tomorrow }: ContractNames) => ({
  body: "Até amanhã!",
  contactId,
  sendAt: `${tomorrow}T15:00`,
});

/** Returns a body with which the call succeeds for a permitted user. */
function bodyOf(call: string, names: ContractNames): unknown {
  const queue = { name: `Fila ${names.newNumber}`, color: `#${names.freeColor}`, schedules: usualHours };
  const bodies: Record<string, unknown> = {
    "POST /whatsapp": { name: `Loja ${names.newNumber}` },
    "PUT /whatsapp/{freeConnectionId}": { name: `Loja ${names.newNumber}` },
    "POST /whatsappsession/{whatsappId}/pairing-code": { number: "+55 (31) 95550-0148" },
    "POST /facebook/login": {},
    "POST /facebook": { facebookUserId: names.facebookUserId, facebookUserToken: names.facebookUserToken },
    "POST /queue": queue,
    "PUT /queue/{freeQueueId}": queue,
    "POST /queue-options": { title: "Troca", message: "", option: 2, queueId: names.freeQueueId, parentId: null },
    "PUT /queue-options/{optionId}": { title: "Troca", message: "", option: 1, queueId: names.freeQueueId },
    "POST /users": { name: "Nova", email: names.newEmail, password: "Segredo-1", profile: "user", queueIds: [] },
    "PUT /users/{freeUserId}": { name: "Outro nome", profile: "supervisor" },
    "PUT /settings/userRating": { key: "userRating", value: "enabled" },
    "PUT /companies/{companyId}/schedules": { id: names.companyId, schedules: usualHours },
    "POST /contacts": { name: "Nova pessoa", number: names.newNumber, email: "", extraInfo: [] },
    "PUT /contacts/{contactId}": { name: "Outro nome", number: names.number, email: "", extraInfo: [] },
    "PUT /contacts/block/{contactId}": { active: false },
    "POST /contacts/{contactId}/consent": { state: "out", reason: "Pediu por telefone" },
    "POST /contacts/{contactId}/merge": { contactId: names.freeContactId },
    "POST /tags": { name: `Tag ${names.newNumber}` },
    "POST /tags (column)": { name: `Coluna ${names.newNumber}`, kanban: 1 },
    "PUT /tags/kanban": { tagIds: [names.tagId] },
    "PUT /tags/{tagId}": { name: `Outra ${names.newNumber}` },
    "POST /quick-messages": { shortcode: "oi", message: "Olá!", geral: false },
    "POST /quick-messages (general)": { shortcode: "oi", message: "Olá!", geral: true },
    "PUT /quick-messages/{quickId}": { shortcode: "oi", message: "Outra", geral: false },
    "PUT /quick-messages/{generalQuickId}": { shortcode: "oi", message: "Outra", geral: true },
    "POST /contact-lists": { name: "Clientes" },
    "PUT /contact-lists/{listId}": { name: "VIP" },
    "POST /contact-lists/{listId}/contacts": { kind: "contacts", contactIds: [names.contactId] },
    "POST /contact-lists/{listId}/check": {},
    "POST /contact-list-items": { name: "Nina", number: names.newNumber, contactListId: names.listId },
    "POST /contact-list-items/delete": { ids: [names.listItemId] },
    "PUT /contact-list-items/{listItemId}": { name: "Nina", number: names.newNumber },
    "POST /enviar-email": { email: "a@b.example", assunto: "Oi", mensagem: "Olá" },
    "POST /agendar-envio-email": {
      ...{ email: "a@b.example", assunto: "Oi", mensagem: "Olá" },
      sendAt: `${names.tomorrow}T15:00`,
    },
    "POST /mails": { to: ["a@b.example"], subject: "Oi", body: "Olá" },
    "POST /schedules": planFor(names),
    "POST /schedules (for another)": { ...planFor(names), userId: names.freeUserId },
    "PUT /schedules/{scheduleId}": { body: "Outras palavras" },
    "POST /campaigns": { name: "Volta às aulas" },
    "PUT /campaigns/{campaignId}": { name: "Outro nome" },
    "POST /campaigns/{campaignId}/start": { confirm: true },
    "POST /campaigns/{plannedCampaignId}/schedule": {},
    "POST /campaigns/{cancelledCampaignId}/restart": { confirm: true },
    "POST /campaign-settings": { settings: usualCampaignSettings },
    "POST /openai": { prompt: "Escreva um aviso" },
    "PUT /ai/server": { url: "https://ia.olaria.example/v1", model: "geral", key: "chave" },
    "POST /subscription/upgrade": { planId: names.planId },
    "POST /subscription": {
      ...{ invoiceId: names.invoiceId, firstName: "Marina Duarte", address2: "Rua do Barro 12" },
      ...{ city: "Belo Horizonte", state: "MG", zipcode: "30110-000", country: "BR" },
    },
  };
  return bodies[call];
}

/** Returns the same as a device's command; null: there is no command for it. */
function commandOf(call: string, names: ContractNames): [CommandType, object] | null {
  const commands: Record<string, [CommandType, object]> = {
    "POST /tags": ["tag.create", { name: `Tag ${names.newNumber}` }],
    "POST /tags (column)": ["tag.create", { name: `Coluna ${names.newNumber}`, isKanban: true }],
    "POST /contacts": ["contact.create", { name: "Nova pessoa", number: names.newNumber }],
    "POST /quick-messages": ["quickMessage.create", { shortcode: "oi", message: "Olá!", isGeneral: false }],
    "POST /quick-messages (general)": ["quickMessage.create", { shortcode: "oi", message: "Olá!", isGeneral: true }],
    "PUT /quick-messages/{generalQuickId}": [
      "quickMessage.update",
      { quickMessageId: names.generalQuickId, change: { message: "Outra" }, baseRev: Number.MAX_SAFE_INTEGER },
    ],
    "DELETE /quick-messages/{generalQuickId}": ["quickMessage.delete", { quickMessageId: names.generalQuickId }],
    "POST /schedules": ["schedule.create", planFor(names)],
    "POST /schedules (for another)": ["schedule.create", { ...planFor(names), userId: names.freeUserId }],
    "PUT /schedules/{scheduleId}": [
      "schedule.change",
      { scheduleId: names.scheduleId, body: "Outras palavras", baseRev: Number.MAX_SAFE_INTEGER },
    ],
    "DELETE /schedules/{scheduleId}": ["schedule.delete", { scheduleId: names.scheduleId }],
    "DELETE /ticket-notes/{noteId}": ["note.delete", { noteId: names.noteId, ticketId: names.ticketId }],
  };
  return commands[call] ?? null;
}

const rows = readSetupTable();

let meta: StartedMeta;
let ai: GivenAi;
let atMeta: Pick<ContractNames, "facebookUserId" | "facebookUserToken">;
let given: GivenApp;
const staticPix = readPayments({ PIX_KEY: "conta@balcao.example", PIX_NAME: "Balcão", PIX_CITY: "Belo Horizonte" });
let company: Awaited<ReturnType<typeof givenCompany>>;
/** The rows that refused calls name. */
let refused: ContractNames;
let clients: Record<(typeof setupProfiles)[number] | "stranger", Client>;
beforeAll(async () => {
  meta = await startMeta();
  ai = await givenAi();
  given = await givenApp({ meta: meta.config, ai: ai.config, payments: staticPix });
  const { helena } = meta.people;
  atMeta = { facebookUserId: helena.id, facebookUserToken: await meta.token(helena, { addInstagram: true }) };
  company = await givenCompany();
  await enableAi(company.companyId, ["chat"]);
  refused = await givenContractDesk(company, atMeta);
  const supervisor = await givenAgent({
    companyId: company.companyId,
    profile: "supervisor",
    queueIds: [company.queue.id],
  });
  clients = {
    admin: await givenSignedIn(given, company.admin),
    supervisor: await givenSignedIn(given, supervisor),
    user: await givenSignedIn(given, company.ana),
    stranger: await givenSignedIn(given, (await givenCompany()).admin),
  };
});

afterAll(() => Promise.all([meta.stop(), ai.stop()]));

const expectedOf = (may: readonly string[], profile: string) => (may.includes(profile) ? "done" : "refused");

/**
 * `body`: instead of one with which the call succeeds. A call that is refused changes nothing, so those `expected` to be
 * refused share their rows.
 */
async function ask(client: Client, call: string, { body, expected }: { body?: string; expected: "done" | "refused" }) {
  const names = expected === "done" ? await givenContractDesk(company, atMeta) : refused;
  if (call === "POST /subscription/upgrade") await givenPaidAhead(names);
  const [method = "", path = ""] = call.replace(/ \(.*\)$/, "").split(" ");
  const known: Record<string, string> = { ...names };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "");
  if (body === undefined || method === "GET") {
    const query = body === undefined ? "" : "?pageNumber=0&searchParam=x";
    const answer = await client.send(method, `${address}${query}`, bodyOf(call, names));
    return { status: answer.status, code: (answer.body as { code?: string } | null)?.code ?? null };
  }
  const headers = { "content-type": "application/json" };
  const answer = await client.request(address, { method, body, headers });
  return { status: answer.status, code: (await answer.json()).code };
}

/** Calls not in the table: open to every user within what they see, or the same verb as another row. */
const elsewhere =
  /\/(mails\/\{|tickets|messages|chats|ticket-tags|ticket-notes$|tags\/sync|companies\/cadastro|sign-up\/|forgetpassword|media-upload|toggleDisableBot|contacts\/(import|upload)|contact-lists\/[^/]+\/upload)/;

test("every administration call that changes data has a row in the table", () => {
  const listed = new Set(rows.map(({ call }) => call.replace(/ \(.*\)$/, "")));
  const missing = contractRows
    // Calls of super users: super-users.test.ts.
    .filter(({ status = 200, by }) => status < 300 && by !== "super")
    .map(({ call }) => call.replace(/\/$/, ""))
    .filter((call) => !call.startsWith("GET ") && !listed.has(call) && !elsewhere.test(call));
  expect([...new Set(missing)]).toEqual([]);
});

describe("by REST", () => {
  test.each(rows)("$call: $may", async ({ call, may }) => {
    const found: string[] = [];
    for (const profile of setupProfiles) {
      const { status, code } = await ask(clients[profile], call, { expected: expectedOf(may, profile) });
      if (status < 300) found.push(profile);
      else expect([profile, status, code]).toEqual([profile, 403, "ERR_NO_PERMISSION"]);
    }
    expect(found).toEqual(may);
  });

  const refusing = rows.filter(({ call, may }) => !call.includes("(") && may.length < setupProfiles.length);
  test.each(refusing)(
    "$call: refused for the permission, not for the shape of its body or query",
    async ({ call, may }) => {
      for (const profile of setupProfiles.filter((one) => !may.includes(one)))
        for (const body of ['"x"', "{"]) {
          const { status, code } = await ask(clients[profile], call, { body, expected: "refused" });
          expect([profile, body, status, code]).toEqual([profile, body, 403, "ERR_NO_PERMISSION"]);
        }
    },
  );

  test("a wrong body without a living session is refused for the session", async () => {
    const headers = { "content-type": "application/json" };
    for (const path of ["/contacts", "/queue", "/enviar-email", "/subscription"])
      expect((await given.app.request(path, { method: "POST", headers, body: "{" })).status).toBe(401);
    const client = await givenSignedIn(given, company.bia);
    await client.send("DELETE", "/auth/logout");
    for (const path of ["/contacts", "/queue", "/enviar-email", "/subscription"])
      expect((await client.request(path, { method: "POST", headers, body: '"x"' })).status).toBe(401);
  });

  test.each(rows.filter(({ call }) => call.includes("{")))("$call gets 404 from another company", async ({ call }) => {
    const { status, code } = await ask(clients.stranger, call, { expected: "refused" });
    expect([status, code]).toEqual([404, expect.stringMatching(/^ERR_NO_\w+_FOUND$/)]);
  });
});

describe("by a device", () => {
  const told = rows.filter(({ call }) => commandOf(call, {} as ContractNames) !== null);
  test.each(told)("$call: $may", async ({ call, may }) => {
    const found: string[] = [];
    for (const profile of setupProfiles) {
      const names = may.includes(profile) ? await givenContractDesk(company, atMeta) : refused;
      // Rows without a revision count as newer than anything a device has seen.
      await given.sequencer.run(company.companyId);
      const [type, payload] = commandOf(call, names) ?? ["tag.create", {}];
      const command = { id: randomUUID(), type, payload, createdAt: testNow().toISOString() };
      const { body } = await clients[profile].send("POST", "/sync/commands", { commands: [command] });
      const [result] = (body as { results: { status: string; code: string | null }[] }).results;
      if (result?.status === "applied") found.push(profile);
      else expect([profile, result?.code]).toEqual([profile, "ERR_NO_PERMISSION"]);
    }
    expect(found).toEqual(may);
  });
});
