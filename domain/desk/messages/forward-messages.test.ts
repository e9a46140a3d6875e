import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { forwardMessages, listMedia } from "./index.ts";

const { messages, tickets, files } = schema;

async function given() {
  const company = await givenCompany();
  const { companyId, queue, connection, ana } = company;
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  const ticket = await givenTicket({ ...place, status: "open", userId: ana.id });
  const fileId = randomUUID();
  const file = { companyId, id: fileId, name: "nota.pdf", size: 3, sha256: "0".repeat(64), isComplete: true };
  await atDesk(companyId, (ctx) => ctx.db.insert(files).values({ ...file, mimetype: "application/pdf" }));
  const write = async (message: Partial<typeof messages.$inferInsert>) => {
    const row = { ...place, ticketId: ticket.id, contactId: ticket.contactId, fromMe: false, id: randomUUID() };
    await atDesk(companyId, (ctx) => ctx.db.insert(messages).values({ ...row, ...message }));
    return row.id;
  };
  const text = await write({ body: "Segue a nota" });
  const document = await write({
    mediaType: "document",
    fileId,
    mediaState: "ready",
    mediaName: "nota.pdf",
    mediaMimetype: "application/pdf",
    mediaSize: 3,
  });
  const forward = (messageIds: string[], contactIds: string[], id: string = randomUUID(), agent: GivenAgent = ana) =>
    acting(agent, (ctx) => forwardMessages(ctx, id, { messageIds, contactIds, queueId: null, ticketId: ticket.id }));
  const inTicketsOf = (contactId: string) =>
    atDesk(companyId, (ctx) =>
      ctx.db
        .select({ message: messages, ticket: tickets })
        .from(messages)
        .innerJoin(tickets, and(eq(tickets.companyId, messages.companyId), eq(tickets.id, messages.ticketId)))
        .where(eq(messages.contactId, contactId))
        .orderBy(messages.createdAt, messages.seq),
    );
  return { ...company, place, ticket, fileId, write, text, document, forward, inTicketsOf };
}

test("a forward reaches each contact once and in order, in the open ticket or a new one, sharing the file", async () => {
  const { companyId, place, ana, fileId, text, document, forward, inTicketsOf } = await given();
  const [helena, nina] = [await givenContact({ companyId }), await givenContact({ companyId })];
  const open = await givenTicket({ ...place, contactId: helena.id, status: "open", userId: ana.id });
  const id = randomUUID();
  for (const _time of ["first", "again"]) await forward([text, document], [helena.id, nina.id], id);
  for (const contact of [helena, nina]) {
    const sent = await inTicketsOf(contact.id);
    expect(sent.map(({ message }) => message)).toMatchObject([
      { body: "Segue a nota", mediaType: "chat", fromMe: true, userId: ana.id, sendAfter: expect.any(Date) },
      {
        body: "",
        mediaType: "document",
        fileId,
        mediaName: "nota.pdf",
        mediaState: "ready",
        sendAfter: expect.any(Date),
      },
    ]);
    expect(new Set(sent.map(({ ticket }) => ticket.id)).size).toBe(1);
    expect(sent[0]?.ticket).toMatchObject({ status: "open", userId: ana.id, queueId: place.queueId });
  }
  expect((await inTicketsOf(helena.id))[0]?.ticket.id).toBe(open.id);
});

test("a forward is all or nothing: a contact whose ticket is another agent's refuses all", async () => {
  const { companyId, place, bia, text, forward, inTicketsOf } = await given();
  const [helena, nina] = [await givenContact({ companyId }), await givenContact({ companyId })];
  const foreign = { ...place, contactId: nina.id, status: "open" as const, userId: bia.id };
  await givenTicket(foreign);
  const refused = await refusal(forward([text], [helena.id, nina.id]));
  expect(refused).toMatchObject({ code: "ERR_NO_PERMISSION", details: { userName: "Bia" } });
  expect(await inTicketsOf(helena.id)).toEqual([]);
});

test("contact cards and locations are forwarded unchanged", async () => {
  const { companyId, write, forward, inTicketsOf } = await given();
  const helena = await givenContact({ companyId });
  const card = { mediaType: "vcard" as const, body: "BEGIN:VCARD\nFN:Ivo\nEND:VCARD" };
  const place = { mediaType: "locationMessage" as const, body: "-19.93,-43.93\nLoja" };
  await forward([await write(card), await write(place)], [helena.id]);
  expect(await inTicketsOf(helena.id)).toMatchObject([{ message: card }, { message: place }]);
});

test("deleted messages, missing files and unreadable messages cannot be forwarded", async () => {
  const { companyId, write, forward } = await given();
  const helena = await givenContact({ companyId });
  for (const kind of [
    { body: "apagada", isDeleted: true },
    { mediaType: "image" as const, mediaState: "pending" as const },
    { mediaType: "unsupported" as const, body: "" },
  ])
    expect(await refusal(forward([await write(kind)], [helena.id]))).toMatchObject({
      code: "ERR_MESSAGE_NOT_FORWARDABLE",
    });
});

test("messages that the user may not read, and contacts of another company, are refused", async () => {
  const { companyId, ticket, bia, text, document, forward } = await given();
  const other = await givenCompany();
  const theirs = await givenContact({ companyId: other.companyId });
  const helena = await givenContact({ companyId });
  expect(await refusal(forward([text], [theirs.id]))).toMatchObject({ code: "ERR_NO_CONTACT_FOUND" });
  expect(await refusal(forward([text, document], [helena.id], randomUUID(), bia))).toMatchObject({
    code: "ERR_NO_MESSAGE_FOUND",
  });
  expect(await refusal(forward([text], [theirs.id], randomUUID(), other.admin))).toMatchObject({
    code: "ERR_NO_MESSAGE_FOUND",
  });
  expect(await refusal(acting(bia, (ctx) => listMedia(ctx, ticket.id, {})))).toMatchObject({
    code: "ERR_NO_TICKET_FOUND",
  });
});

test("a conversation's media include all readable tickets of its contact, newest first", async () => {
  const { place, support, ticket, ana, document, write } = await given();
  const earlier = await givenTicket({ ...place, contactId: ticket.contactId, status: "closed" });
  const media = { fileId: randomUUID(), mediaState: "ready" as const };
  const later = new Date(testTime() + 60_000);
  const old = new Date(testTime() - 60_000);
  const photo = await write({ ...media, mediaType: "image", createdAt: later });
  const film = await write({ ...media, mediaType: "video", ticketId: earlier.id, createdAt: old });
  await write({ ...media, mediaType: "audio", createdAt: later });
  await write({ ...media, mediaType: "image", isDeleted: true, createdAt: later });
  const foreign = { ...place, contactId: ticket.contactId, status: "closed" as const, queueId: support.id };
  const { id: ticketId } = await givenTicket(foreign);
  await write({ ...media, mediaType: "image", queueId: support.id, ticketId, createdAt: later });
  const pages = await Promise.all(
    [1, 2].map((page) => acting(ana, (ctx) => listMedia(ctx, ticket.id, { page, limit: 2 }))),
  );
  expect(pages.map(({ messages: rows, hasMore }) => [rows.map(({ id }) => id), hasMore])).toEqual([
    [[photo, document], true],
    [[film], false],
  ]);
});
