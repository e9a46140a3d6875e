import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testNow } from "../contracts/testing/clock.ts";
import { type CompanyDb, schema } from "../db/index.ts";
import { givenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../db/testing/given.ts";
import { givenSignedIn, json } from "./testing/given-app.ts";
import { allReceived, givenLive, listenLive } from "./testing/given-live.ts";
import { mailedCode } from "./testing/mailed-code.ts";

/** Covers calls that clients of this family make, beyond the fields that contract-rows.ts lists. */
const { tickets, messages, files, quickMessages, ticketNotes, schedules } = schema;

let given: Awaited<ReturnType<typeof givenLive>>;
beforeAll(async () => {
  given = await givenLive();
});
afterAll(() => given.stop());

const NOW = new Date("2026-11-26T12:00:00.000Z");
type Rows = { id: string }[];
const signIn = (email: string, password: string) => given.app.request("/auth/login", json("POST", { email, password }));

async function givenDesk() {
  const company = await givenCompany();
  const { companyId, queue, ana } = company;
  const inside = <T>(work: (tx: CompanyDb) => Promise<T>) => testDatabase().company(companyId, work);
  const ticket = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open", unreadMessages: 2 });
  const addMessage = (columns: Partial<typeof messages.$inferInsert>) =>
    inside(async (tx) => {
      const id = randomUUID();
      const place = { companyId, id, ticketId: ticket.id, contactId: ticket.contactId };
      await tx.insert(messages).values({ fromMe: false, body: "", ...columns, ...place });
      await tx.update(tickets).set({ lastMessageId: id }).where(eq(tickets.id, ticket.id));
      return id;
    });
  const unread = async () => {
    const [row] = await inside((tx) => tx.select().from(tickets).where(eq(tickets.id, ticket.id)));
    return row?.unreadMessages;
  };
  return { ...company, ticket, inside, addMessage, unread };
}

describe("GET /messages/{ticketId}?pageNumber=1", () => {
  const opened = (ticketId: string, page = 1) => `/messages/${ticketId}?pageNumber=${page}`;

  test("marks the ticket as read for an agent who may answer it, and emits updateUnread", async () => {
    const { companyId, ticket, ana, unread } = await givenDesk();
    const client = await givenSignedIn(given, ana);
    const ofAna = await listenLive(given.url, client, { notification: true });
    await allReceived(given, companyId, [ofAna]);
    ofAna.received.length = 0;
    expect((await client.get(opened(ticket.id, 2))).status).toBe(200);
    expect(await unread()).toBe(2);
    expect((await client.get(opened(ticket.id))).status).toBe(200);
    expect(await unread()).toBe(0);
    await allReceived(given, companyId, [ofAna]);
    expect(ofAna.named("ticket")).toMatchObject([{ action: "updateUnread", ticketId: ticket.id }]);
    ofAna.close();
  });

  test("says `read: false` of the unread messages alone to a viewer, and of a new message to the agent until it is opened", async () => {
    const { companyId, ticket, queue, admin, ana, bia, inside, addMessage } = await givenDesk();
    await inside((tx) => tx.insert(schema.userQueues).values({ companyId, userId: bia.id, queueId: queue.id }));
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 9, 12, minute));
    await addMessage({ body: "lida", createdAt: at(1) });
    await addMessage({ body: "nova", createdAt: at(2) });
    await addMessage({ body: "resposta", fromMe: true, ack: 2, createdAt: at(3) });
    const lastId = await addMessage({ body: "mais nova", createdAt: at(4) });
    const reads = async (client: Awaited<ReturnType<typeof givenSignedIn>>) => {
      const { body } = await client.get(opened(ticket.id));
      return (body.messages as { body: string; read: boolean }[]).map((one) => [one.body, one.read]);
    };
    const viewer = await givenSignedIn(given, bia);
    const unread = [
      ["lida", true],
      ["nova", false],
      ["resposta", false],
      ["mais nova", false],
    ];
    expect(await reads(viewer)).toEqual(unread);
    // An admin may answer it, but it is Ana's.
    expect(await reads(await givenSignedIn(given, admin))).toEqual(unread);
    const client = await givenSignedIn(given, ana);
    const ofAna = await listenLive(given.url, client, { notification: true, chats: [ticket.id] });
    const received = await addMessage({ body: "agora", createdAt: at(5) });
    await inside((tx) => tx.update(tickets).set({ unreadMessages: 3 }).where(eq(tickets.id, ticket.id)));
    await allReceived(given, companyId, [ofAna]);
    expect(ofAna.named("appMessage")).toContainEqual(
      expect.objectContaining({ action: "create", message: expect.objectContaining({ id: received, read: false }) }),
    );
    ofAna.received.length = 0;
    await inside((tx) => tx.update(messages).set({ body: "mais nova!" }).where(eq(messages.id, lastId)));
    await allReceived(given, companyId, [ofAna]);
    expect(ofAna.named("appMessage")).toMatchObject([{ action: "update", message: { id: lastId, read: false } }]);
    expect((await reads(client)).filter(([body]) => body !== "resposta").every(([, read]) => read)).toBe(true);
    ofAna.received.length = 0;
    await inside((tx) => tx.update(messages).set({ body: "agora!" }).where(eq(messages.id, received)));
    await allReceived(given, companyId, [ofAna]);
    expect(ofAna.named("appMessage")).toMatchObject([{ action: "update", message: { id: received, read: true } }]);
    ofAna.close();
  });

  test("leaves it unread for a colleague who may only view it, for a cookie alone, and for another company", async () => {
    const { companyId, ticket, queue, ana, bia, inside, unread } = await givenDesk();
    await inside((tx) => tx.insert(schema.userQueues).values({ companyId, userId: bia.id, queueId: queue.id }));
    const looking = await givenSignedIn(given, bia);
    expect((await looking.get(opened(ticket.id))).status).toBe(200);
    const { cookie } = await givenSignedIn(given, ana);
    expect((await given.app.request(opened(ticket.id), { headers: { cookie } })).status).toBe(200);
    const stranger = await givenSignedIn(given, (await givenCompany()).admin);
    expect((await stranger.get(opened(ticket.id))).status).toBe(404);
    expect(await unread()).toBe(2);
  });
});

test.each([0, "0", "", null])(
  "sendIdQueue %j in POST and PUT /whatsapp means no queue, answered as 0",
  async (sendIdQueue) => {
    const { admin, queue } = await givenCompany();
    const client = await givenSignedIn(given, admin);
    const body = { name: "Filial", timeSendQueue: "0", sendIdQueue, queueIds: [] };
    const made = await client.send("POST", "/whatsapp", body);
    expect([made.status, made.body]).toMatchObject([200, { sendIdQueue: 0 }]);
    const path = `/whatsapp/${made.body.id}`;
    const redirecting = { ...body, timeSendQueue: "5", sendIdQueue: queue.id };
    expect((await client.send("PUT", path, redirecting)).body).toMatchObject({ sendIdQueue: queue.id });
    const changed = await client.send("PUT", path, body);
    expect([changed.status, changed.body]).toMatchObject([200, { sendIdQueue: 0 }]);
    expect((await client.get(path)).body).toMatchObject({ sendIdQueue: 0 });
    const { body: listed } = await client.get("/whatsapp");
    expect((listed as unknown as { sendIdQueue: unknown }[]).map((one) => one.sendIdQueue)).toContain(0);
  },
);

test("GET /contacts/list returns up to 1,000 contacts in the language's order, and searchParam filters them", async () => {
  const { companyId, ana, inside } = await givenDesk();
  const named = ["Dona Iracema", "Débora Falcão", "Cliente 7", "Cláudia", "ana"];
  for (const name of named) await givenContact({ companyId, name });
  const client = await givenSignedIn(given, ana);
  const names = async (search = "") => {
    const { body } = await client.get(`/contacts/list?searchParam=${search}`);
    return (body as unknown as { name: string }[]).map(({ name }) => name);
  };
  const sorted = ["ana", "Cláudia", "Cliente 7", "Débora Falcão", "Dona Iracema"];
  expect((await names()).filter((name) => named.includes(name))).toEqual(sorted);
  expect(await names("claudia")).toEqual(["Cláudia"]);
  expect(await names("dona")).toEqual(["Dona Iracema"]);
  const many = Array.from({ length: 1_100 }, (_, n) => ({ companyId, id: randomUUID(), name: `Z ${n}`, search: "z" }));
  await inside((tx) => tx.insert(schema.contacts).values(many));
  expect(await names()).toHaveLength(1_000);
  const { body } = await client.get("/contacts?pageNumber=1");
  expect((body.contacts as { name: string }[]).slice(0, 3).map(({ name }) => name)).toEqual(sorted.slice(0, 3));
});

test("GET /tickets?date= with an ISO instant selects the company's local day of that instant", async () => {
  const { companyId, queue, ana, inside } = await givenDesk();
  await inside((tx) => tx.delete(tickets));
  // 22:30 on March 8 in São Paulo, which is March 9 in UTC.
  const evening = new Date("2026-03-09T01:30:00.000Z");
  const ticket = await givenTicket({ companyId, queueId: queue.id, createdAt: evening });
  const client = await givenSignedIn(given, ana);
  const found = async (date: string) => {
    const { status, body } = await client.get(`/tickets?date=${encodeURIComponent(date)}`);
    return status === 200 ? (body.tickets as { id: string }[]).map(({ id }) => id) : status;
  };
  expect(await found("2026-03-09T02:59:59.000Z")).toEqual([ticket.id]);
  expect(await found("2026-03-08T00:00:00-03:00")).toEqual([ticket.id]);
  expect(await found("2026-03-08")).toEqual([ticket.id]);
  expect(await found("2026-03-09T03:00:00.000Z")).toEqual([]);
  expect(await found("2026-03-09")).toEqual([]);
  for (const wrong of ["ontem", "2026-02-30", "2026-13-01T00:00:00Z"]) expect(await found(wrong)).toBe(400);
});

test("GET /ticket-notes/list sorts newest first, GET /schedules by sendAt, newest first", async () => {
  const { companyId, ticket, ana, inside } = await givenDesk();
  const at = (day: number) => new Date(Date.UTC(2026, 2, day, 15));
  const writer = { userId: ana.id, userName: "Ana" };
  await inside(async (tx) => {
    for (const day of [2, 1, 3]) {
      const note = { companyId, id: randomUUID(), ticketId: ticket.id, note: `dia ${day}`, createdAt: at(day) };
      await tx.insert(ticketNotes).values({ ...note, ...writer });
      const planned = { companyId, id: randomUUID(), contactId: ticket.contactId, userId: ana.id };
      await tx.insert(schedules).values({ ...planned, body: `dia ${day}`, sendAt: at(day) });
    }
  });
  const client = await givenSignedIn(given, ana);
  const days = ["dia 3", "dia 2", "dia 1"];
  const notes = (await client.get(`/ticket-notes/list?ticketId=${ticket.id}`)).body as unknown as { note: string }[];
  expect(notes.map(({ note }) => note)).toEqual(days);
  const planned = (await client.get("/schedules/?pageNumber=1")).body.schedules as { body: string }[];
  expect(planned.map(({ body }) => body)).toEqual(days);
});

test("GET /messages/{ticketId} returns a sticker as an image", async () => {
  const { ticket, ana, addMessage } = await givenDesk();
  const quotedId = await addMessage({ mediaType: "sticker" });
  await addMessage({ body: "Que lindo!", quotedId });
  const client = await givenSignedIn(given, ana);
  const { body } = await client.get(`/messages/${ticket.id}?pageNumber=1`);
  expect(body.messages).toMatchObject([{ mediaType: "image" }, { quotedMsg: { mediaType: "image" } }]);
});

test.each([
  ["a document with its name", "nota.pdf", { mediaType: "document", mediaName: "nota.pdf" }],
  ["a picture without a name", "Imagem", { mediaType: "image", mediaName: "" }],
  ["a sticker", "Figurinha", { mediaType: "sticker" }],
  ["an unknown kind", "Mensagem não compatível", { mediaType: "unsupported" }],
  ["a picture with a caption", "A jarra", { mediaType: "image", mediaName: "foto.png", body: "A jarra" }],
] as const)("lastMessage of %s is %j", async (_what, expected, columns) => {
  const { ticket, ana, bia, queue, addMessage, inside } = await givenDesk();
  await addMessage(columns);
  const client = await givenSignedIn(given, ana);
  expect((await client.get(`/tickets/${ticket.id}`)).body.lastMessage).toBe(expected);
  // The conversation goes along with its ticket: who is not in the message's queue reads it, too.
  await inside((tx) => tx.update(messages).set({ queueId: queue.id }));
  await inside((tx) => tx.update(tickets).set({ queueId: null, userId: bia.id }));
  const other = await givenSignedIn(given, bia);
  expect((await other.get(`/tickets/${ticket.id}`)).body.lastMessage).toBe(expected);
});

describe("POST /messages/{ticketId} with [shortcode] in the body", () => {
  async function givenQuickMessage() {
    const desk = await givenDesk();
    const { companyId, ana, admin, inside, ticket } = desk;
    const fileOf = (id: string) => ({
      ...{ companyId, id, name: "cardapio.png", mimetype: "image/png", kind: "image" as const, size: 3 },
      ...{ sha256: "0".repeat(64), isComplete: true },
    });
    const [fileId, otherId] = [randomUUID(), randomUUID()];
    const general = { companyId, isGeneral: true, userId: admin.id };
    await inside(async (tx) => {
      await tx.insert(files).values([fileOf(fileId), fileOf(otherId)]);
      await tx.insert(quickMessages).values([
        { ...general, id: randomUUID(), shortcode: "cardápio", message: "De hoje", fileId },
        { ...general, id: randomUUID(), shortcode: "mapa", message: "Aqui", fileId: otherId },
        { ...general, id: randomUUID(), shortcode: "oi", message: "Olá!" },
        { companyId, id: randomUUID(), shortcode: "minha", message: "Minha", fileId, userId: admin.id },
      ]);
    });
    const client = await givenSignedIn(given, ana);
    const send = async (body: string, id = randomUUID()) =>
      (await client.send("POST", `/messages/${ticket.id}`, { id, body })).body;
    const sent = async () =>
      (await inside((tx) => tx.select().from(messages).where(eq(messages.ticketId, ticket.id)))).map(
        ({ body, mediaType, fileId: file }) => ({ body, mediaType, fileId: file }),
      );
    return { client, send, sent, fileId, otherId };
  }

  test("the list of quick messages gives the brackets of those with a file, and the record gives its text", async () => {
    const { client } = await givenQuickMessage();
    const listed = (await client.get("/quick-messages/list")).body as unknown as { id: string; shortcode: string }[];
    const menu = listed.find(({ shortcode }) => shortcode === "cardápio");
    expect(menu).toMatchObject({ message: "[cardápio]", isMedia: true, status: true });
    expect(listed.find(({ shortcode }) => shortcode === "oi")).toMatchObject({ message: "Olá!", status: true });
    expect((await client.get(`/quick-messages/${menu?.id}`)).body).toMatchObject({ message: "De hoje" });
  });

  test("sends the file of the quick message with its text, also inside a longer body", async () => {
    const { send, fileId } = await givenQuickMessage();
    expect(await send("[cardápio]")).toMatchObject({ mediaType: "image", fileId, body: "De hoje" });
    expect(await send("*Ana:*\n[cardápio] 😀")).toMatchObject({ fileId, body: "*Ana:*\nDe hoje 😀" });
  });

  test("sends one message for each file, once also when the call is repeated", async () => {
    const { send, sent, fileId, otherId } = await givenQuickMessage();
    const id = randomUUID();
    for (let call = 0; call < 2; call++)
      expect(await send("Veja: [cardápio] [mapa]", id)).toMatchObject({ id, fileId, body: "Veja: De hoje" });
    const expected = [
      { body: "Veja: De hoje", mediaType: "image", fileId },
      { body: "Aqui", mediaType: "image", fileId: otherId },
    ];
    expect(await sent()).toEqual(expect.arrayContaining(expected));
    expect(await sent()).toHaveLength(2);
  });

  test("sends plain text when no such file applies: unknown, without media, or a colleague's own", async () => {
    const { send } = await givenQuickMessage();
    for (const body of ["[nada]", "[oi]", "[minha]", "Custa [10] reais", "[[cardapio]]"])
      expect(await send(body)).toMatchObject({ mediaType: "chat", body, fileId: null });
  });

  test("does not read another company's quick message", async () => {
    await givenQuickMessage();
    const { ticket, ana } = await givenDesk();
    const client = await givenSignedIn(given, ana);
    const { body } = await client.send("POST", `/messages/${ticket.id}`, { body: "[cardápio]" });
    expect(body).toMatchObject({ mediaType: "chat", body: "[cardápio]", fileId: null });
  });
});

describe("PUT /tickets/{id} with userId alone", () => {
  test("transfers the ticket into the colleague's only queue, like the command that names that queue", async () => {
    const { companyId, queue, support, ana, bia, ticket } = await givenDesk();
    const other = await givenTicket({ companyId, queueId: queue.id, userId: ana.id, status: "open" });
    const client = await givenSignedIn(given, ana);
    const handed = await client.send("PUT", `/tickets/${ticket.id}`, { userId: bia.id });
    // Ana may not see that queue, so the response is the id alone.
    expect([handed.status, handed.body.id]).toEqual([200, ticket.id]);
    const payload = { ticketId: other.id, queueId: support.id, userId: bia.id };
    const command = { id: randomUUID(), type: "ticket.transfer", payload, createdAt: testNow().toISOString() };
    const answer = await client.send("POST", "/sync/commands", { commands: [command] });
    expect(answer.body.results).toMatchObject([{ status: "applied" }]);
    const colleague = await givenSignedIn(given, bia);
    for (const { id } of [ticket, other])
      expect((await colleague.get(`/tickets/${id}`)).body).toMatchObject({ userId: bia.id, queueId: support.id });
  });

  test("answers 404 for another company's colleague and for another company's ticket", async () => {
    const { ana, ticket } = await givenDesk();
    const stranger = await givenDesk();
    const client = await givenSignedIn(given, ana);
    const transfer = async (ticketId: string, userId: string) => {
      const { status, body } = await client.send("PUT", `/tickets/${ticketId}`, { userId });
      return [status, body.code];
    };
    expect(await transfer(ticket.id, stranger.bia.id)).toEqual([404, "ERR_NO_USER_FOUND"]);
    expect(await transfer(stranger.ticket.id, ana.id)).toEqual([404, "ERR_NO_TICKET_FOUND"]);
  });
});

describe("a super user and another company's people", () => {
  async function givenOwner() {
    const own = await givenCompany();
    const owner = await givenAgent({ companyId: own.companyId, profile: "admin", isSuper: true });
    return { own, client: await givenSignedIn(given, owner), admin: await givenSignedIn(given, own.admin) };
  }
  const rowsIn = (companyId: string) =>
    testDatabase().company(companyId, (tx) =>
      tx.select().from(schema.users).where(eq(schema.users.companyId, companyId)),
    );

  test("POST /companies without an admin makes one with the company's e-mail, who chooses a password by a mailed code", async () => {
    const { client } = await givenOwner();
    const email = `dona-${randomUUID()}@padaria.example`;
    const made = await client.send("POST", "/companies", { name: "Padaria Sol", email, phone: "", status: true });
    expect(made.status).toBe(200);
    const listed = (await client.get(`/users/list?companyId=${made.body.id}`)).body as unknown as Rows;
    expect(listed).toMatchObject([{ name: "Padaria Sol", email, profile: "admin" }]);
    expect((await signIn(email, "")).status).toBe(401);
    const code = await mailedCode(given.database, given.deps.config.secrets, email, "firstAccess");
    expect((await given.app.request("/auth/reset", json("POST", { email, code, password: "Segredo-1" }))).status).toBe(
      200,
    );
    expect((await signIn(email, "Segredo-1")).status).toBe(200);
    const again = await client.send("POST", "/companies", { name: "Padaria Lua", email, phone: "", status: true });
    expect([again.status, again.body]).toMatchObject([400, { fields: { email: ["taken"] } }]);
  });

  test("GET /users/list?companyId= lists that company's people, and nobody's own to another company's admin", async () => {
    const { own, client, admin } = await givenOwner();
    const other = await givenCompany();
    const names = async (answer: ReturnType<typeof client.get>) =>
      ((await answer).body as unknown as Rows).map(({ id }) => id).sort();
    const idsIn = async (companyId: string) => (await rowsIn(companyId)).map(({ id }) => id).sort();
    expect(await names(client.get(`/users/list?companyId=${other.companyId}`))).toEqual(await idsIn(other.companyId));
    expect(await names(client.get(`/users/list?companyId=${own.companyId}`))).toEqual(await idsIn(own.companyId));
    expect(await names(admin.get(`/users/list?companyId=${own.companyId}`))).toEqual(await idsIn(own.companyId));
    const refused = await admin.get(`/users/list?companyId=${other.companyId}`);
    expect([refused.status, refused.body.code]).toEqual([403, "ERR_NO_PERMISSION"]);
    expect((await client.get(`/users/list?companyId=${randomUUID()}`)).body).toEqual([]);
  });

  test("PUT /users/{id} of another company changes the name, the e-mail only before anybody signed in, and never a password", async () => {
    const { own, client, admin } = await givenOwner();
    const { companyId, ana } = await givenCompany();
    const path = `/users/${ana.id}`;
    const before = await rowsIn(own.companyId);
    const email = `outra-${randomUUID()}@teste.example`;
    expect((await client.send("PUT", path, { name: "Nova", companyId })).body).toMatchObject({
      id: ana.id,
      name: "Nova",
    });
    expect((await client.get(`${path}?companyId=${companyId}`)).body).toMatchObject({ id: ana.id, name: "Nova" });
    const withPassword = await client.send("PUT", path, { name: "Nova", companyId, password: "Segredo-1" });
    expect([withPassword.status, withPassword.body.code]).toEqual([400, "ERR_OTHERS_SIGN_IN"]);
    expect((await client.send("PUT", path, { email, companyId })).body).toMatchObject({ email });
    expect(await mailedCode(given.database, given.deps.config.secrets, email, "firstAccess")).toHaveLength(8);
    await testDatabase().company(companyId, (tx) =>
      tx.update(schema.companies).set({ lastSignInAt: NOW }).where(eq(schema.companies.id, companyId)),
    );
    const late = await client.send("PUT", path, { email: `x${email}`, companyId });
    expect([late.status, late.body.code]).toEqual([400, "ERR_OTHERS_SIGN_IN"]);
    const created = {
      name: "Eva",
      email: `x${email}`,
      password: "Segredo-1",
      profile: "admin",
      queueIds: [],
      companyId,
    };
    for (const stranger of [client, admin]) expect((await stranger.send("POST", "/users", created)).status).toBe(403);
    expect((await admin.send("PUT", path, { name: "Eva", companyId })).status).toBe(403);
    expect((await admin.get(`${path}?companyId=${companyId}`)).status).toBe(403);
    expect((await client.send("PUT", path, { name: "Eva" })).status).toBe(404);
    expect((await client.send("PUT", path, { name: "Eva", companyId: randomUUID() })).status).toBe(404);
    expect(await rowsIn(own.companyId)).toEqual(before);
  });
});
