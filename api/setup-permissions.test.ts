import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { givenAgent, givenCompany } from "../db/testing/given.ts";
import type { CommandType } from "../sync/contracts/commands.ts";
import { type ContractNames, contractRows } from "./testing/contract-rows.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";
import { givenContractDesk } from "./testing/given-contract-desk.ts";

/**
 * Who may set the desk up (service-desk.md §6), for REST and for devices: `-` is refused with 403, and another
 * company's admin finds none of it (404) whoever may.
 */
const table = `
  call                                                 | admin | supervisor | user
  GET /dashboard?days=7                                | yes   | -          | -
  GET /whatsapp/{whatsappId}                           | yes   | yes        | yes
  POST /whatsapp                                       | yes   | -          | -
  PUT /whatsapp/{freeConnectionId}                     | yes   | -          | -
  POST /whatsappsession/{freeConnectionId}             | yes   | -          | -
  PUT /whatsappsession/{freeConnectionId}              | yes   | -          | -
  POST /whatsappsession/{whatsappId}/pairing-code      | yes   | -          | -
  DELETE /whatsappsession/{freeConnectionId}           | yes   | -          | -
  POST /whatsapp-restart                               | yes   | -          | -
  DELETE /whatsapp/{freeConnectionId}                  | yes   | -          | -
  GET /queue/{freeQueueId}                             | yes   | yes        | yes
  POST /queue                                          | yes   | -          | -
  PUT /queue/{freeQueueId}                             | yes   | -          | -
  POST /queue-options                                  | yes   | -          | -
  PUT /queue-options/{optionId}                        | yes   | -          | -
  DELETE /queue-options/{optionId}                     | yes   | -          | -
  DELETE /queue/{freeQueueId}                          | yes   | -          | -
  POST /users                                          | yes   | -          | -
  PUT /users/{freeUserId}                              | yes   | -          | -
  GET /users/{freeUserId}/sessions                     | yes   | -          | -
  DELETE /users/{freeUserId}/sessions/{freeSessionId}  | yes   | -          | -
  DELETE /users/{freeUserId}                           | yes   | -          | -
  PUT /settings/userRating                             | yes   | -          | -
  PUT /companies/{companyId}/schedules                 | yes   | -          | -
  POST /contacts                                       | yes   | yes        | yes
  PUT /contacts/{contactId}                            | yes   | yes        | yes
  PUT /contacts/block/{contactId}                      | yes   | yes        | yes
  DELETE /contacts/{freeContactId}                     | yes   | -          | -
  POST /contacts/{contactId}/merge                     | yes   | yes        | -
  DELETE /contacts/merges/{mergeId}                    | yes   | yes        | -
  POST /tags                                           | yes   | yes        | yes
  POST /tags (column)                                  | yes   | yes        | -
  PUT /tags/{tagId}                                    | yes   | yes        | -
  DELETE /tags/{tagId}                                 | yes   | yes        | -
  POST /quick-messages                                 | yes   | yes        | yes
  POST /quick-messages (general)                       | yes   | yes        | -
  PUT /quick-messages/{quickId}                        | yes   | yes        | yes
  DELETE /quick-messages/{quickId}                     | yes   | yes        | yes
  PUT /quick-messages/{generalQuickId}                 | yes   | yes        | -
  DELETE /quick-messages/{generalQuickId}              | yes   | yes        | -
  DELETE /ticket-notes/{noteId}                        | yes   | -          | -
`;

const hours = [
  ["Segunda-feira", "monday"],
  ["Terça-feira", "tuesday"],
  ["Quarta-feira", "wednesday"],
  ["Quinta-feira", "thursday"],
  ["Sexta-feira", "friday"],
  ["Sábado", "saturday"],
  ["Domingo", "sunday"],
].map(([weekday, weekdayEn]) => ({ weekday, weekdayEn, startTime: "08:00", endTime: "18:00" }));

/** A body with which the call works, for whoever may. */
function bodyOf(call: string, names: ContractNames): unknown {
  const queue = { name: `Fila ${names.newNumber}`, color: `#${names.freeColor}`, schedules: hours };
  const bodies: Record<string, unknown> = {
    "POST /whatsapp": { name: `Loja ${names.newNumber}` },
    "PUT /whatsapp/{freeConnectionId}": { name: `Loja ${names.newNumber}` },
    "POST /whatsappsession/{whatsappId}/pairing-code": { number: "+55 (31) 95550-0148" },
    "POST /queue": queue,
    "PUT /queue/{freeQueueId}": queue,
    "POST /queue-options": { title: "Troca", message: "", option: 2, queueId: names.freeQueueId, parentId: null },
    "PUT /queue-options/{optionId}": { title: "Troca", message: "", option: 1, queueId: names.freeQueueId },
    "POST /users": { name: "Nova", email: names.newEmail, password: "segredo1", profile: "user", queueIds: [] },
    "PUT /users/{freeUserId}": { name: "Outro nome", profile: "supervisor" },
    "PUT /settings/userRating": { key: "userRating", value: "enabled" },
    "PUT /companies/{companyId}/schedules": { id: names.companyId, schedules: hours },
    "POST /contacts": { name: "Nova pessoa", number: names.newNumber, email: "", extraInfo: [] },
    "PUT /contacts/{contactId}": { name: "Outro nome", number: names.number, email: "", extraInfo: [] },
    "PUT /contacts/block/{contactId}": { active: false },
    "POST /contacts/{contactId}/merge": { contactId: names.freeContactId },
    "POST /tags": { name: `Tag ${names.newNumber}` },
    "POST /tags (column)": { name: `Coluna ${names.newNumber}`, kanban: 1 },
    "PUT /tags/{tagId}": { name: `Outra ${names.newNumber}` },
    "POST /quick-messages": { shortcode: "oi", message: "Olá!", geral: false },
    "POST /quick-messages (general)": { shortcode: "oi", message: "Olá!", geral: true },
    "PUT /quick-messages/{quickId}": { shortcode: "oi", message: "Outra", geral: false },
    "PUT /quick-messages/{generalQuickId}": { shortcode: "oi", message: "Outra", geral: true },
  };
  return bodies[call];
}

/** The same by a device's outbox, where there is a command for it. */
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
    "DELETE /ticket-notes/{noteId}": ["note.delete", { noteId: names.noteId, ticketId: names.ticketId }],
  };
  return commands[call] ?? null;
}

const [, ...lines] = table
  .split("\n")
  .filter((line) => line.trim())
  .map((line) => line.split("|").map((cell) => cell.trim()));
const profiles = ["admin", "supervisor", "user"] as const;
const rows = lines.map(([call = "", ...cells]) => ({
  call,
  may: profiles.filter((_, place) => cells[place] === "yes"),
}));

let given: GivenApp;
let company: Awaited<ReturnType<typeof givenCompany>>;
let clients: Record<(typeof profiles)[number] | "stranger", Client>;
beforeAll(async () => {
  given = await givenApp();
  company = await givenCompany();
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

async function ask(client: Client, call: string) {
  const names = await givenContractDesk(company);
  const [method = "", path = ""] = call.replace(/ \(.*\)$/, "").split(" ");
  const known: Record<string, string> = { ...names };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "");
  const { status, body } = await client.send(method, address, bodyOf(call, names));
  return { status, code: (body as { error?: string } | null)?.error ?? null };
}

/** Anybody's, within what they see; or of the same verb as a row that is there. */
const elsewhere =
  /\/(tickets|messages|ticket-tags|ticket-notes$|tags\/sync|schedules|media-upload|toggleDisableBot|contacts\/(import|upload))/;

test("every call of the setting up that changes something has its row", () => {
  const listed = new Set(rows.map(({ call }) => call.replace(/ \(.*\)$/, "")));
  const missing = contractRows
    .filter(({ status = 200 }) => status < 300)
    .map(({ call }) => call.replace(/\/$/, ""))
    .filter((call) => !call.startsWith("GET ") && !listed.has(call) && !elsewhere.test(call));
  expect([...new Set(missing)]).toEqual([]);
});

describe("by REST", () => {
  test.each(rows)("$call: $may", async ({ call, may }) => {
    const found: string[] = [];
    for (const profile of profiles) {
      const { status, code } = await ask(clients[profile], call);
      if (status < 300) found.push(profile);
      else expect([profile, status, code]).toEqual([profile, 403, "ERR_NO_PERMISSION"]);
    }
    expect(found).toEqual(may);
  });

  test.each(rows.filter(({ call }) => call.includes("{")))(
    "$call finds nothing of another company",
    async ({ call }) => {
      const { status, code } = await ask(clients.stranger, call);
      // A setting and one's own company are everybody's own words: there a stranger changes their own.
      if (call.includes("/settings/")) return;
      expect([status, code]).toEqual([404, expect.stringMatching(/^ERR_NO_\w+_FOUND$/)]);
    },
  );
});

describe("by a device", () => {
  const told = rows.filter(({ call }) => commandOf(call, {} as ContractNames) !== null);
  test.each(told)("$call: $may", async ({ call, may }) => {
    const found: string[] = [];
    for (const profile of profiles) {
      const names = await givenContractDesk(company);
      // What has no number yet is newer than anything a device has seen.
      await given.sequencer.run(company.companyId);
      const [type, payload] = commandOf(call, names) ?? ["tag.create", {}];
      const command = { id: randomUUID(), type, payload, createdAt: new Date().toISOString() };
      const { body } = await clients[profile].send("POST", "/sync/commands", { commands: [command] });
      const [result] = (body as { results: { status: string; code: string | null }[] }).results;
      if (result?.status === "applied") found.push(profile);
      else expect([profile, result?.code]).toEqual([profile, "ERR_NO_PERMISSION"]);
    }
    expect(found).toEqual(may);
  });
});
