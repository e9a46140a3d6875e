import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CompanyDb, schema } from "../db/index.ts";
import { givenCompany, givenContact, givenTicket, testDatabase } from "../db/testing/given.ts";
import { givenSignedIn } from "./testing/given-app.ts";
import { allHeard, givenLive, listenLive } from "./testing/given-live.ts";

/** Covers calls that clients of this family make, beyond the fields that contract-rows.ts lists. */
const { tickets, messages, files, quickMessages, ticketNotes, schedules } = schema;

let given: Awaited<ReturnType<typeof givenLive>>;
beforeAll(async () => {
  given = await givenLive();
});
afterAll(() => given.stop());

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
    await allHeard(given, companyId, [ofAna]);
    ofAna.heard.length = 0;
    expect((await client.get(opened(ticket.id, 2))).status).toBe(200);
    expect(await unread()).toBe(2);
    expect((await client.get(opened(ticket.id))).status).toBe(200);
    expect(await unread()).toBe(0);
    await allHeard(given, companyId, [ofAna]);
    expect(ofAna.named("ticket")).toMatchObject([{ action: "updateUnread", ticketId: ticket.id }]);
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

test.each([0, "0", "", null])("sendIdQueue %j in POST and PUT /whatsapp means no queue", async (sendIdQueue) => {
  const { admin } = await givenCompany();
  const client = await givenSignedIn(given, admin);
  const body = { name: "Filial", timeSendQueue: "0", sendIdQueue, queueIds: [] };
  const made = await client.send("POST", "/whatsapp", body);
  expect([made.status, made.body]).toMatchObject([200, { sendIdQueue: null }]);
  const changed = await client.send("PUT", `/whatsapp/${made.body.id}`, body);
  expect([changed.status, changed.body]).toMatchObject([200, { sendIdQueue: null }]);
});

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
  // The reader is not in the message's queue, so neither its text nor its file name is returned.
  await inside((tx) => tx.update(messages).set({ queueId: queue.id }));
  await inside((tx) => tx.update(tickets).set({ queueId: null, userId: bia.id }));
  const other = await givenSignedIn(given, bia);
  expect((await other.get(`/tickets/${ticket.id}`)).body.lastMessage).toBe("");
});

describe("POST /messages/{ticketId} with exactly [shortcode]", () => {
  async function givenQuickMessage() {
    const desk = await givenDesk();
    const { companyId, ana, admin, inside } = desk;
    const fileId = randomUUID();
    const file = {
      companyId,
      id: fileId,
      name: "cardapio.png",
      mimetype: "image/png",
      kind: "image" as const,
      size: 3,
    };
    await inside(async (tx) => {
      await tx.insert(files).values({ ...file, sha256: "0".repeat(64), isComplete: true });
      await tx.insert(quickMessages).values([
        { companyId, id: randomUUID(), shortcode: "cardápio", message: "", fileId, isGeneral: true, userId: admin.id },
        { companyId, id: randomUUID(), shortcode: "oi", message: "Olá!", isGeneral: true, userId: admin.id },
        { companyId, id: randomUUID(), shortcode: "minha", message: "", fileId, userId: admin.id },
      ]);
    });
    const client = await givenSignedIn(given, ana);
    const send = async (body: string) => (await client.send("POST", `/messages/${desk.ticket.id}`, { body })).body;
    return { send, fileId };
  }

  test("sends the file of the quick message", async () => {
    const { send, fileId } = await givenQuickMessage();
    expect(await send("[cardápio]")).toMatchObject({ mediaType: "image", fileId, body: "" });
  });

  test("sends plain text when no such file applies: unknown, without media, a colleague's own, or inside other text", async () => {
    const { send } = await givenQuickMessage();
    for (const body of ["[nada]", "[oi]", "[minha]", "Veja [cardápio]"])
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
    const command = { id: randomUUID(), type: "ticket.transfer", payload, createdAt: new Date().toISOString() };
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
      return [status, body.error];
    };
    expect(await transfer(ticket.id, stranger.bia.id)).toEqual([404, "ERR_NO_USER_FOUND"]);
    expect(await transfer(stranger.ticket.id, ana.id)).toEqual([404, "ERR_NO_TICKET_FOUND"]);
  });
});
