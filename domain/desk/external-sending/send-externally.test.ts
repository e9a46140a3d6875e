import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenPhoneNumber, givenTicket } from "../../../db/testing/given.ts";
import { givenConnection } from "../../../db/testing/given-chat.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { atDesk, refusal } from "../../testing.ts";
import { optOut } from "../consent/index.ts";
import { sendExternally } from "./index.ts";
import type { ExternalSend } from "./send-externally.ts";

const { connections, contacts, externalSends, messages, tickets } = schema;

const folder = mkdtempSync(join(tmpdir(), "balcao-external-"));
afterAll(() => rmSync(folder, { recursive: true }));
const store = openDiskFileStore(join(folder, "files"));

let companyId: string;
let stranger: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
  stranger = await givenCompany();
});

const text = (content: string, name = "lista.txt", body = "") => ({ name, body, bytes: Buffer.from(content) });

async function givenSender(values: Partial<typeof connections.$inferInsert> = {}) {
  const connectionId = await givenConnection(companyId, values);
  const wanted: ExternalSend = { connectionId, number: givenPhoneNumber(), body: "Saiu!", files: [], key: null };
  return {
    connectionId,
    number: wanted.number,
    send: (more: Partial<ExternalSend> = {}) =>
      atDesk(companyId, (ctx) => sendExternally(ctx, store, { ...wanted, ...more })),
    sent: () =>
      atDesk(companyId, (ctx) =>
        ctx.db
          .select()
          .from(messages)
          .where(eq(messages.connectionId, connectionId))
          .orderBy(asc(messages.createdAt), asc(messages.seq)),
      ),
  };
}

test("an unknown number becomes a contact, whose message is due in a closed ticket", async () => {
  const { connectionId, number, send, sent } = await givenSender();
  const answer = await send();
  expect(answer.number).toBe(number);
  const [message] = await sent();
  expect(await sent()).toHaveLength(1);
  expect(message).toMatchObject({
    id: answer.messages[0]?.id,
    body: "Saiu!",
    fromMe: true,
    userId: null,
    origin: null,
  });
  expect(message?.sendAfter).not.toBeNull();
  const rows = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(tickets).where(eq(tickets.connectionId, connectionId)),
  );
  expect(rows).toMatchObject([{ id: answer.ticketId, contactId: answer.contactId, status: "closed" }]);
});

test("a message joins the open ticket on its connection, and leaves its status, agent and bot", async () => {
  const { connectionId, send } = await givenSender();
  const contact = await givenContact({ companyId });
  const place = { companyId, contactId: contact.id, connectionId };
  await givenTicket({ ...place, status: "closed" });
  const open = await givenTicket({ ...place, status: "pending", isBot: true });
  await givenTicket({ ...place, connectionId: await givenConnection(companyId), status: "open" });
  const answer = await send({ number: contact.number });
  expect(answer).toMatchObject({ ticketId: open.id, contactId: contact.id, number: contact.number });
  const [ticket] = await atDesk(companyId, (ctx) => ctx.db.select().from(tickets).where(eq(tickets.id, open.id)));
  expect(ticket).toMatchObject({ status: "pending", isBot: true, lastMessageId: answer.messages[0]?.id });
});

test("each file is a message of its own with its caption, and the call's text is not sent beside them", async () => {
  const { send, sent } = await givenSender();
  const answer = await send({ body: "unused", files: [text("a,b", "um.txt", "Primeira"), text("c", "dois.txt")] });
  const rows = await sent();
  expect(rows.map(({ id, mediaType }) => ({ id, mediaType }))).toEqual(answer.messages);
  expect(rows.map(({ body, mediaName, mediaType, mediaState }) => [body, mediaName, mediaType, mediaState])).toEqual([
    ["Primeira", "um.txt", "document", "ready"],
    ["", "dois.txt", "document", "ready"],
  ]);
});

test.each<[string, Partial<ExternalSend>, string]>([
  ["no phone number", { number: "12" }, "ERR_WAPP_INVALID_CONTACT"],
  ["a blank text", { body: " \n" }, "ERR_MESSAGE_EMPTY"],
  ["an empty file beside a full one", { files: [text("a"), text("")] }, "ERR_MESSAGE_EMPTY"],
  ["a file that its content belies", { files: [text("MZ", "foto.png")] }, "ERR_FILE_TYPE"],
])("a call with %s is refused, stores nothing and leaves its key unused", async (_what, values, code) => {
  const { send, sent } = await givenSender();
  const key = randomUUID();
  const people = () => atDesk(companyId, (ctx) => ctx.db.select({ id: contacts.id }).from(contacts));
  const before = await people();
  expect((await refusal(send({ ...values, key }))).code).toBe(code);
  expect([await sent(), await people()]).toEqual([[], before]);
  await send({ key });
  expect(await sent()).toHaveLength(1);
});

test("a page, a deleted connection and another company's connection send nothing", async () => {
  const page = await givenSender({ channel: "instagram" });
  expect((await refusal(page.send())).code).toBe("ERR_CHANNEL_WITHOUT_NUMBERS");
  const { connectionId, send } = await givenSender();
  expect((await refusal(send({ connectionId: stranger.connection.id }))).code).toBe("ERR_UNKNOWN_TOKEN");
  await atDesk(companyId, (ctx) => ctx.db.delete(connections).where(eq(connections.id, connectionId)));
  expect((await refusal(send())).code).toBe("ERR_UNKNOWN_TOKEN");
});

test("a key returns its first answer for the same recipient and content, and is refused for another", async () => {
  const { number, send, sent } = await givenSender();
  const key = "pedido 7";
  const first = await send({ key });
  expect(await send({ key, number: `+${number}` })).toEqual(first);
  const others: Partial<ExternalSend>[] = [
    { body: "Saiu" },
    { number: givenPhoneNumber() },
    { files: [text("Saiu!")] },
  ];
  for (const other of others) expect((await refusal(send({ key, ...other }))).code).toBe("ERR_KEY_REUSED");
  expect(await sent()).toHaveLength(1);
});

test("with files a key compares their names, captions and bytes, and ignores the call's text", async () => {
  const { send, sent } = await givenSender();
  const key = "nota 1";
  const first = await send({ key, files: [text("a", "um.txt", "Nota")] });
  expect(await send({ key, body: "another", files: [text("a", "um.txt", "Nota")] })).toEqual(first);
  for (const file of [text("b", "um.txt", "Nota"), text("a", "dois.txt", "Nota"), text("a", "um.txt", "")])
    expect((await refusal(send({ key, files: [file] }))).code).toBe("ERR_KEY_REUSED");
  expect(await sent()).toHaveLength(1);
});

test("a key belongs to its connection, and without a key each call is a message", async () => {
  const [one, other] = [await givenSender(), await givenSender()];
  await one.send({ key: "a" });
  await other.send({ key: "a" });
  await other.send();
  await other.send();
  expect([await one.sent(), await other.sent()].map(({ length }) => length)).toEqual([1, 3]);
  const keys = await atDesk(companyId, (ctx) =>
    ctx.db.select().from(externalSends).where(eq(externalSends.connectionId, other.connectionId)),
  );
  expect(keys).toHaveLength(1);
});

test("simultaneous calls with one key send one message and get the same answer", async () => {
  const { send, sent } = await givenSender();
  const answers = await Promise.all([1, 2, 3, 4].map(() => send({ key: "junto" })));
  expect(new Set(answers.map(({ messages: [message] }) => message?.id)).size).toBe(1);
  expect(await sent()).toHaveLength(1);
});

test("marketing is refused for a person who opted out; the same message without the mark is sent", async () => {
  const { send, sent } = await givenSender();
  const { contactId } = await send({ marketing: true });
  const cause = { source: "message", wording: "SAIR", messageId: randomUUID(), campaignId: null } as const;
  await atDesk(companyId, (ctx) => optOut(ctx, contactId, cause));
  const key = "promoção";
  expect((await refusal(send({ marketing: true, key }))).code).toBe("ERR_OPTED_OUT");
  expect(await sent()).toHaveLength(1);
  await send({ key });
  expect(await sent()).toHaveLength(2);
});
