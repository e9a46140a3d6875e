import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { findTargetHandler } from "hono/utils/handler";
import { beforeAll, describe, expect, test } from "vitest";
import { collections } from "../contracts/sync.ts";
import { testTime } from "../contracts/testing/clock.ts";
import { schema } from "../db/index.ts";
import { givenCompany, givenContact, givenTicket, testDatabase } from "../db/testing/given.ts";
import { readSeen } from "./http/reference/complete-specs.ts";
import { type Answers, declaredAnswers } from "./http/reference/describe.ts";
import type { Specs } from "./http/reference/reference.ts";
import { answerProblem } from "./testing/check-answers.ts";
import { type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";
import { HIDDEN, secretField } from "./testing/note-answers.ts";

let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** Creates a company whose Ana has a ticket with a message and a tag. */
async function givenDesk() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const contact = await givenContact({ companyId, name: "Helena Sampaio" });
  const ticket = await givenTicket({
    companyId,
    contactId: contact.id,
    queueId: queue.id,
    connectionId: connection.id,
    status: "open",
    userId: ana.id,
    unreadMessages: 2,
  });
  const [messageId, tagId] = [randomUUID(), randomUUID()];
  await testDatabase().company(companyId, async (tx) => {
    const message = { companyId, id: messageId, ticketId: ticket.id, contactId: contact.id, queueId: queue.id };
    await tx.insert(schema.messages).values({ ...message, fromMe: false, body: "Tem a jarra azul?" });
    await tx.update(schema.tickets).set({ lastMessageId: messageId }).where(eq(schema.tickets.id, ticket.id));
    await tx.insert(schema.tags).values({ companyId, id: tagId, name: "Orçamento", color: "#b0670c", isKanban: true });
    await tx.insert(schema.ticketTags).values({ companyId, ticketId: ticket.id, tagId });
  });
  const client = await givenSignedIn(given, ana);
  const adminClient = await givenSignedIn(given, company.admin);
  return { ...company, contact, ticket, messageId, tagId, client, adminClient };
}

describe("tickets", () => {
  test("have the names of their contact, queue and user, read alone, listed and on the board", async () => {
    const { ticket, contact, queue, connection, ana, tagId, client } = await givenDesk();
    const wire = {
      id: ticket.id,
      uuid: ticket.id,
      number: ticket.number,
      status: "open",
      isGroup: false,
      lastMessage: "Tem a jarra azul?",
      unreadMessages: 2,
      chatbot: false,
      createdAt: iso,
      updatedAt: iso,
      userId: ana.id,
      user: { id: ana.id, name: "Ana" },
      queueId: queue.id,
      queue: { id: queue.id, name: "Vendas", color: "#1d7f52" },
      whatsappId: connection.id,
      whatsapp: { id: connection.id, name: "Loja" },
      contactId: contact.id,
      contact: { id: contact.id, name: "Helena Sampaio", number: contact.number, profilePicUrl: "" },
      tags: [{ id: tagId, name: "Orçamento", color: "#b0670c" }],
    };
    for (const path of [`/tickets/${ticket.id}`, `/tickets/u/${ticket.id}`]) {
      const { body } = await client.get(path);
      expect(body).toMatchObject({ ...wire, contact: { email: "", disableBot: false, extraInfo: [] } });
    }
    for (const path of ["/tickets?status=open&pageNumber=1&showAll=false", "/tickets/kanban?teste=true"]) {
      expect((await client.get(path)).body).toMatchObject({ tickets: [wire], hasMore: false });
    }
    const filtered = [
      `tags=["${tagId}"]`,
      `queueIds=["${queue.id}"]&status=open`,
      "searchParam=helena",
      "searchParam=jarra",
      "withUnreadMessages=true",
    ];
    for (const query of filtered) expect((await client.get(`/tickets?${query}`)).body.tickets).toHaveLength(1);
    expect((await client.get(`/tickets?tags=["${randomUUID()}"]`)).body.tickets).toEqual([]);
    expect((await client.get("/tags/kanban")).body).toEqual({
      lista: [{ id: tagId, name: "Orçamento", color: "#b0670c" }],
    });
  });

  test("are listed 40 per page", async () => {
    const { companyId, queue, client } = await givenDesk();
    for (let count = 0; count < 41; count += 1) await givenTicket({ companyId, queueId: queue.id });
    for (const list of ["/tickets?withUnreadMessages=false", `/tickets/kanban?queueIds=["${queue.id}"]&teste=true`]) {
      const pages = [1, 2].map((page) => client.get(`${list}&pageNumber=${page}`));
      const [first, second] = (await Promise.all(pages)).map(({ body }) => body);
      expect([first.tickets.length, first.hasMore, second.tickets.length, second.hasMore]).toEqual([
        40,
        true,
        2,
        false,
      ]);
    }
  });

  test("of the board are the open and pending ones of the user's queues; a move keeps one kanban tag", async () => {
    const { companyId, queue, support, connection, client, ana, ticket } = await givenDesk();
    const place = { companyId, connectionId: connection.id, queueId: queue.id };
    const open = await givenTicket({ ...place, status: "open", userId: ana.id });
    const pending = await givenTicket(place);
    await givenTicket({ ...place, status: "closed" });
    await givenTicket({ ...place, queueId: support.id });
    const [one, two, plain] = [randomUUID(), randomUUID(), randomUUID()];
    await testDatabase().company(companyId, (tx) =>
      tx
        .insert(schema.tags)
        .values([one, two, plain].map((id) => ({ companyId, id, name: id, color: "#b0670c", isKanban: id !== plain }))),
    );
    type Card = { id: string; tags: { id: string }[] };
    const cards = async () => (await client.get("/tickets/kanban?teste=true")).body.tickets as Card[];
    expect((await cards()).map(({ id }) => id).toSorted()).toEqual([ticket.id, open.id, pending.id].toSorted());
    for (const tag of [plain, one, two])
      expect((await client.send("PUT", `/ticket-tags/${open.id}/${tag}`)).status).toBe(201);
    const tagsOf = async () => (await cards()).find(({ id }) => id === open.id)?.tags.map(({ id }) => id);
    expect((await tagsOf())?.toSorted()).toEqual([plain, two].toSorted());
    expect((await client.send("DELETE", `/ticket-tags/${open.id}`)).status).toBe(200);
    expect(await tagsOf()).toEqual([plain]);
  });

  test("are started, returned, accepted, transferred, closed and reopened by PUT with the changed fields", async () => {
    const { companyId, connection, queue, support, ana, bia, client } = await givenDesk();
    const contact = await givenContact({ companyId });
    const whatsappId = connection.id;
    const started = await client.send("POST", "/tickets", {
      contactId: contact.id,
      userId: ana.id,
      status: "open",
      queueId: queue.id,
      whatsappId,
    });
    expect(started).toMatchObject({ status: 200, body: { status: "open", userId: ana.id, whatsappId } });
    const { id } = started.body;
    const again = await client.send("POST", "/tickets", { contactId: contact.id, queueId: queue.id, whatsappId });
    expect(again).toMatchObject({ status: 400, body: { code: "ERR_OTHER_OPEN_TICKET", details: { ticketId: id } } });
    const steps: [change: object, expected: object][] = [
      [
        { status: "pending", userId: null },
        { status: "pending", userId: null },
      ],
      [
        { status: "open", userId: ana.id },
        { status: "open", userId: ana.id },
      ],
      [{ status: "closed", userId: ana.id }, { status: "closed" }],
      [
        { status: "open", userId: ana.id, queueId: queue.id },
        { status: "open", userId: ana.id },
      ],
      [
        { userId: bia.id, queueId: support.id },
        { id, uuid: id, status: "open" },
      ],
    ];
    for (const [change, expected] of steps) {
      expect(await client.send("PUT", `/tickets/${id}`, change)).toMatchObject({ status: 200, body: expected });
    }
    expect((await client.get(`/tickets/${id}`)).status).toBe(404);
  });

  test("accepted by another agent get 409 with that agent's name", async () => {
    const { companyId, queue, admin, ana, client } = await givenDesk();
    const taken = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: admin.id });
    const { status, body } = await client.send("PUT", `/tickets/${taken.id}`, { status: "open", userId: ana.id });
    expect([status, body]).toMatchObject([409, { code: "ERR_TICKET_NOT_PENDING", details: { userName: "Marina" } }]);
  });
});

describe("messages", () => {
  test("are listed in ascending order, 20 per page, the newest on page 1", async () => {
    const { companyId, ticket, contact, queue, ana, messageId, client } = await givenDesk();
    await testDatabase().company(companyId, async (tx) => {
      for (let count = 1; count <= 21; count += 1) {
        const createdAt = new Date(testTime() + count * 1000);
        await tx.insert(schema.messages).values({
          companyId,
          id: randomUUID(),
          ticketId: ticket.id,
          contactId: contact.id,
          fromMe: true,
          userId: ana.id,
          queueId: queue.id,
          quotedId: count === 21 ? messageId : null,
          body: `resposta ${count}`,
          ack: 2,
          createdAt,
        });
      }
    });
    const first = await client.get(`/messages/${ticket.id}?pageNumber=1`);
    expect(first.body.hasMore).toBe(true);
    expect(first.body.messages).toHaveLength(20);
    expect(first.body.messages.at(-1)).toMatchObject({
      fromMe: true,
      body: "resposta 21",
      createdAt: iso,
      ack: 2,
      read: false,
      isDeleted: false,
      mediaType: "chat",
      mediaUrl: null,
      ticketId: ticket.id,
      queueId: queue.id,
      queue: { name: "Vendas" },
      quotedMsg: { id: messageId, body: "Tem a jarra azul?", fromMe: false, contact: { name: "Helena Sampaio" } },
    });
    const second = await client.get(`/messages/${ticket.id}?pageNumber=2`);
    expect(second.body).toMatchObject({
      hasMore: false,
      messages: [{ id: messageId, contact: { name: "Helena Sampaio" } }, { body: "resposta 1" }],
    });
  });

  test("are sent as JSON with their quote, once per id, and deleted for everyone", async () => {
    const { ticket, messageId, client } = await givenDesk();
    const quoted = (await client.get(`/messages/${ticket.id}`)).body.messages[0];
    const sent = { id: randomUUID(), read: 1, fromMe: true, mediaUrl: "", body: "Tem sim!", quotedMsg: quoted };
    for (const _time of ["first", "again"]) {
      const { status, body } = await client.send("POST", `/messages/${ticket.id}`, sent);
      expect([status, body]).toMatchObject([
        200,
        { id: sent.id, body: "Tem sim!", quotedMsg: { id: messageId }, ack: 0 },
      ]);
    }
    expect((await client.get(`/messages/${ticket.id}`)).body.messages).toHaveLength(2);
    expect((await client.send("DELETE", `/messages/${sent.id}`)).status).toBe(200);
    const after = (await client.get(`/messages/${ticket.id}`)).body.messages;
    expect(after.at(-1)).toMatchObject({ id: sent.id, isDeleted: true });
    const theirs = await client.send("DELETE", `/messages/${messageId}`);
    expect([theirs.status, theirs.body.code]).toEqual([400, "ERR_DELETE_WAPP_MSG"]);
    const empty = await client.send("POST", `/messages/${ticket.id}`, { body: "  ", quotedMsg: null });
    expect([empty.status, empty.body.code]).toEqual([400, "ERR_MESSAGE_EMPTY"]);
  });
});

describe("contacts", () => {
  test("are created, read, changed, blocked, listed and deleted", async () => {
    const { client, adminClient } = await givenDesk();
    const form = {
      name: "Nina Prado",
      number: "5531987654777",
      email: "",
      disableBot: false,
      extraInfo: [{ name: "Bairro", value: "Savassi" }],
    };
    const made = await client.send("POST", "/contacts", { ...form, companyId: "ignored" });
    expect(made).toMatchObject({ status: 200, body: { ...form, id: expect.any(String), active: true } });
    const { id } = made.body;
    const twice = await client.send("POST", "/contacts", form);
    expect(twice).toMatchObject({ status: 400, body: { code: "ERR_DUPLICATED_CONTACT", details: { contactId: id } } });
    const [field] = made.body.extraInfo;
    const change = {
      ...made.body,
      name: "Nina P.",
      extraInfo: [
        { ...field, value: "Lourdes" },
        { id: "", name: "Loja", value: "2" },
      ],
    };
    const changed = await client.send("PUT", `/contacts/${id}`, change);
    expect(changed.body).toMatchObject({
      name: "Nina P.",
      extraInfo: [{ name: "Bairro", value: "Lourdes" }, { name: "Loja" }],
    });
    for (const [field, value] of [
      ["name", "N"],
      ["name", "N".repeat(51)],
      ["email", "nina@"],
    ] as const) {
      const refused = await client.send("PUT", `/contacts/${id}`, { ...changed.body, [field]: value });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: "ERR_VALIDATION", fields: { [field]: [expect.any(String)] } },
      });
    }
    expect((await client.send("PUT", `/contacts/block/${id}`, { active: false })).status).toBe(200);
    expect((await client.send("PUT", `/contacts/toggleDisableBot/${id}`)).body).toEqual({ id, disableBot: true });
    expect((await client.get(`/contacts/${id}`)).body).toMatchObject({ active: false, disableBot: true });
    const listed = await client.get("/contacts/?searchParam=nina&pageNumber=1&contactTag=[]");
    expect(listed.body).toMatchObject({
      contacts: [{ id, name: "Nina P.", active: false, tickets: [] }],
      hasMore: false,
    });
    expect((await client.get("/contacts/list?searchParam=NÍNA")).body).toEqual([
      { id, name: "Nina P.", number: form.number },
    ]);
    expect((await client.send("DELETE", `/contacts/${id}`)).status).toBe(403);
    expect((await adminClient.send("DELETE", `/contacts/${id}`)).status).toBe(200);
    expect((await client.get(`/contacts/${id}`)).body.code).toBe("ERR_NO_CONTACT_FOUND");
  });

  test("are listed with the time of their last message", async () => {
    const { contact, client } = await givenDesk();
    const { body } = await client.get("/contacts?searchParam=helena");
    expect(body.contacts).toMatchObject([{ id: contact.id, tickets: [{ updatedAt: iso }] }]);
  });
});

describe("connections", () => {
  test("use the interface's names, and never return a token", async () => {
    const { queue, client, adminClient } = await givenDesk();
    const form = {
      name: "Loja Centro",
      greetingMessage: "Olá!",
      complationMessage: "Obrigada!",
      outOfHoursMessage: "",
      ratingMessage: "",
      isDefault: false,
      token: "a-token-of-24-characters",
      provider: "beta",
      timeSendQueue: "15",
      sendIdQueue: queue.id,
      queueIds: [queue.id],
    };
    expect((await client.send("POST", "/whatsapp", form)).body.code).toBe("ERR_NO_PERMISSION");
    const made = await adminClient.send("POST", "/whatsapp", form);
    const { queueIds: _, token: secret, ...same } = form;
    const wire = {
      ...same,
      token: "",
      timeSendQueue: "15",
      channel: "whatsapp",
      qrcode: "",
      queues: [{ id: queue.id, name: "Vendas" }],
    };
    expect(made).toMatchObject({ status: 200, body: { ...wire, updatedAt: iso } });
    const { id } = made.body;
    // The form sends back every field it received; without queueIds the queues stay.
    const kept = await adminClient.send("PUT", `/whatsapp/${id}`, { ...made.body, complationMessage: "Até logo!" });
    expect(kept.body).toMatchObject({ ...wire, complationMessage: "Até logo!" });
    const opened = (await adminClient.get(`/whatsapp/${id}?session=0`)).body;
    expect(opened).toMatchObject({ token: "" });
    expect(JSON.stringify([made.body, kept.body, opened])).not.toContain(secret);
    expect((await client.get(`/whatsapp/${id}`)).body).toMatchObject({
      token: "",
      qrcode: "",
      complationMessage: "Até logo!",
    });
    const listed = (await client.get("/whatsapp/?session=0")).body;
    expect(listed).toMatchObject([
      { name: "Loja", isDefault: true },
      { id, name: "Loja Centro", isDefault: false },
    ]);
    expect(await adminClient.send("POST", "/whatsapp", { ...form, token: "" })).toMatchObject({
      status: 400,
      body: { code: "ERR_WAPP_NAME_TAKEN" },
    });
    expect((await adminClient.send("DELETE", `/whatsapp/${id}`)).status).toBe(200);
    expect((await adminClient.get(`/whatsapp/${id}`)).body.code).toBe("ERR_NO_WAPP_FOUND");
  });

  test("are connected, given a new code, disconnected and restarted", async () => {
    const { companyId, connection, adminClient, client } = await givenDesk();
    const lease = async () => {
      const rows = await testDatabase().company(companyId, (tx) => tx.select().from(schema.connectionLeases));
      return rows.map(({ desired, request }) => ({ desired, request }));
    };
    const session = `/whatsappsession/${connection.id}`;
    for (const [method, path] of [
      ["POST", session],
      ["PUT", session],
      ["DELETE", session],
      ["POST", "/whatsapp-restart/"],
    ]) {
      expect((await client.send(method ?? "", path ?? "")).status).toBe(403);
    }
    expect(await lease()).toEqual([{ desired: "down", request: 0 }]);
    expect((await adminClient.send("POST", session)).status).toBe(200);
    expect(await lease()).toEqual([{ desired: "up", request: 1 }]);
    expect((await adminClient.send("PUT", session)).status).toBe(200);
    expect((await adminClient.get(`/whatsapp/${connection.id}`)).body).toMatchObject({ status: "OPENING", qrcode: "" });
    expect((await adminClient.send("POST", "/whatsapp-restart/")).status).toBe(200);
    expect((await adminClient.send("DELETE", session)).status).toBe(200);
    expect((await lease()).map(({ desired }) => desired)).toEqual(["down"]);
  });
});

describe("the lists for pickers", () => {
  test("contain queues, tags and quick messages", async () => {
    const { companyId, queue, support, tagId, ana, client } = await givenDesk();
    const quick = {
      companyId,
      id: randomUUID(),
      shortcode: "pix",
      message: "Nossa chave é…",
      isGeneral: true,
      userId: ana.id,
    };
    await testDatabase().company(companyId, (tx) => tx.insert(schema.quickMessages).values(quick));
    const queues = (await client.get("/queue")).body;
    expect(new Set(queues.map(({ id }: { id: string }) => id))).toEqual(new Set([queue.id, support.id]));
    expect(queues[0]).toMatchObject({ name: expect.any(String), color: expect.any(String), greetingMessage: "" });
    expect((await client.get("/tags/list")).body).toEqual([{ id: tagId, name: "Orçamento", color: "#b0670c" }]);
    expect((await client.get(`/quick-messages/list?companyId=${companyId}&userId=${ana.id}`)).body).toEqual([
      {
        id: quick.id,
        shortcode: "pix",
        message: "Nossa chave é…",
        geral: true,
        userId: ana.id,
        status: true,
        isMedia: false,
        mediaName: null,
        mediaPath: null,
      },
    ]);
  });
});

test("the reference lists every call that a user can make", async () => {
  const specs = await (await given.app.request("/openapi.json")).json();
  const described = new Set(
    Object.entries(specs.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    ),
  );
  const hidden = new Set(["GET /openapi.json", "GET /docs", "GET /docs/reference.css", "GET /metrics"]);
  const routes = given.app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(routes)].filter((route) => !described.has(route) && !hidden.has(route))).toEqual([]);
  const page = await (await given.app.request("/docs")).text();
  expect(page).toContain("/tickets/{id}");
  // It loads nothing: addresses stand only in the texts of examples.
  expect(page).not.toMatch(/<script|<img|\b(src|href|url)\s*[=(]\s*["']?(https?:)?\/\//i);
});

type Parameter = {
  in: string;
  name: string;
  description?: string;
  schema?: { type?: string; format?: string; default?: unknown };
  content?: Record<string, { schema: { type?: string } }>;
  explode?: boolean;
};
type Described = { responses: Responses; parameters?: Parameter[]; security?: object[] };

/** The operations of the reference. */
async function describedOperations() {
  const specs: Specs = await (await given.app.request("/openapi.json")).json();
  return Object.entries(specs.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Described>).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      ...described,
    })),
  );
}
/** Operations without the refusal of a missing session. */
const withoutSession = [
  "DELETE /auth/logout",
  "GET /health",
  "GET /metrics",
  "GET /plans/all",
  "GET /plans/list",
  "GET /public/media/:fileId",
  "GET /ready",
  "GET /sign-up",
  "GET /webhooks/meta",
  "POST /auth/reset",
  "POST /companies/cadastro",
  "POST /forgetpassword/:email",
  "POST /resetpasswords/:email/:token/:newPassword",
  "POST /sign-up/code",
  "POST /sign-up/confirm",
  "POST /sign-up/link",
  "POST /webhooks/asaas",
  "POST /webhooks/efi",
  "POST /webhooks/mercadopago",
  "POST /webhooks/meta",
  "POST /webhooks/stripe",
];
type Responses = Record<string, { content?: Record<string, { schema?: object; example?: unknown }> }>;

test("the reference declares what each operation answers, and the refusals of a call without a session", async () => {
  const operations = await describedOperations();
  expect(operations.length).toBeGreaterThan(200);
  const silent = operations.filter(({ responses }) => !Object.keys(responses).some((status) => status < "400"));
  expect(silent.map(({ name }) => name)).toEqual([]);
  const open = operations.filter(({ responses }) => !responses["401"]).map(({ name }) => name);
  expect(open.toSorted()).toEqual(withoutSession);
  const optional = operations.filter(({ security }) => security !== undefined);
  expect(optional.map(({ name }) => name).toSorted()).toEqual(withoutSession);
  expect(optional.map(({ security }) => security)).toEqual(optional.map(() => [{}, { bearer: [] }]));
});

test("the reference declares how clients write parameters: numbers, ids, lists with commas and JSON", async () => {
  const operations = await describedOperations();
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  const of = (name: string, parameter: string) =>
    operations.find((one) => one.name === name)?.parameters?.find((one) => one.name === parameter);
  expect(of("GET /tags", "pageNumber")?.schema).toMatchObject({ type: "integer", default: 1 });
  expect(of("GET /tags/:id", "id")?.schema).toEqual({ type: "string", format: "uuid" });
  expect(of("GET /companies/usage", "ids")).toMatchObject({ schema: { type: "array" }, explode: false });
  expect(of("GET /contacts", "contactTag")?.content?.["application/json"]?.schema).toMatchObject({ type: "array" });
  expect(of("GET /sync/:collection", "checkpoint")?.content?.["application/json"]?.schema.type).toBe("object");
  expect(of("GET /sync/:collection", "collection")?.schema).toMatchObject({ enum: [...collections] });
  expect(of("PUT /settings/:key", "key")?.description).toBe("The key of the setting");
  const wrong = parameters.filter(
    ({ schema, explode }) =>
      (schema?.type === "array" && explode !== false) ||
      schema?.type === "object" ||
      (typeof schema?.default === "string" && schema.type !== "string"),
  );
  expect(wrong).toEqual([]);
  // A list of schemas is none of OpenAPI 3.1.
  expect(JSON.stringify(operations)).not.toContain('"items":[');
});

test("each example of the reference is an answer of its operation, and has no id or secret of a run", async () => {
  const { examples } = readSeen();
  const declared = new Map<string, Answers>(
    given.app.routes.flatMap(({ method, path, handler }) => {
      const answers = declaredAnswers.get(findTargetHandler(handler));
      return answers ? [[`${method} ${path}`, answers] as const] : [];
    }),
  );
  expect(Object.keys(examples).length).toBeGreaterThan(150);
  for (const [name, answers] of Object.entries(examples))
    for (const [status, example] of Object.entries(answers)) {
      const schema = declared.get(name)?.[Number(status) as 200];
      const problem = schema && !("media" in schema) ? answerProblem(schema, example) : "not declared";
      expect([name, status, problem]).toEqual([name, status, null]);
    }
  const ids = JSON.stringify(examples).match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [];
  expect(ids.filter((id) => !id.startsWith("01990000-0000-7000-8000-"))).toEqual([]);
  const secrets: unknown[] = [];
  JSON.stringify(examples, (name, value) => {
    if (typeof value === "string" && secretField.test(name)) secrets.push(value);
    return value;
  });
  expect(new Set(secrets)).toEqual(new Set([HIDDEN, ""]));
});

test("/ready reports whether the database is usable", async () => {
  const response = await given.app.request("/ready");
  expect([response.status, await response.json()]).toEqual([200, { status: "ready" }]);
});
