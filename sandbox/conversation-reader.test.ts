import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, expect, inject, test } from "vitest";
import { schema } from "../db/index.ts";
import { givenCompany, givenTicket, testDatabase } from "../db/testing/given.ts";
import { DEMO_PASSWORD } from "../domain/account/users/index.ts";
import { openConversationReader } from "./conversation-reader.ts";

const sql = postgres(inject("ownerUrl"), { max: 1, onnotice: () => {} });
afterAll(() => sql.end());
const reader = openConversationReader(sql);

test("the conversation reader distinguishes an agent's answers from the bot's, and returns the acks and whether the ticket was transferred", async () => {
  const { companyId, connection, ana } = await givenCompany();
  const ticket = await givenTicket({ companyId, connectionId: connection.id, status: "open", userId: ana.id });
  const message = { companyId, ticketId: ticket.id, contactId: ticket.contactId, connectionId: connection.id };
  const own = { ...message, fromMe: true, chatKey: "chat" };
  await testDatabase().company(companyId, (tx) =>
    tx.insert(schema.messages).values([
      { ...message, id: randomUUID(), fromMe: false, providerId: "question", chatKey: "chat" },
      { ...own, id: randomUUID(), providerId: "menu", userId: ana.id, origin: "menu", ack: 2 },
      { ...own, id: randomUUID(), providerId: "phone", userId: null, ack: 1 },
      { ...own, id: randomUUID(), providerId: "answer", userId: ana.id, ack: 3 },
      { ...own, id: randomUUID(), providerId: "other chat", userId: ana.id },
    ]),
  );
  const happens = (type: "accepted" | "transferred") =>
    testDatabase().company(companyId, (tx) =>
      tx.insert(schema.ticketEvents).values({ companyId, id: randomUUID(), ticketId: ticket.id, type }),
    );
  await happens("accepted");
  const read = () => reader.readConversation(connection.id, ["question", "menu", "phone", "answer", "lost"]);
  const before = await read();
  expect(before.wasTransferred).toBe(false);
  expect(before.messages.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: "answer", count: 1, ack: 3, isAgents: true },
    { id: "menu", count: 1, ack: 2, isAgents: false },
    { id: "phone", count: 1, ack: 1, isAgents: false },
    { id: "question", count: 1, ack: 0, isAgents: false },
  ]);

  await happens("transferred");
  expect((await read()).wasTransferred).toBe(true);
});

test("the demo account is that of the demo company's agent, with its published password", async () => {
  const { companyId, ana } = await givenCompany();
  await testDatabase().company(companyId, (tx) =>
    tx.update(schema.users).set({ email: "ana@demo.example", name: "Ana Lima" }).where(eq(schema.users.id, ana.id)),
  );
  const account = { name: "Ana Lima", email: "ana@demo.example", password: DEMO_PASSWORD };
  expect(await reader.readDemoAccount()).toEqual(account);
  await testDatabase().company(companyId, (tx) =>
    tx
      .update(schema.users)
      .set({ email: `${ana.id}@example.com` })
      .where(eq(schema.users.id, ana.id)),
  );
  expect(await reader.readDemoAccount()).toBeNull();
});

test("the conversation reader returns nothing for another connection's messages with the same id, nor for an unknown connection", async () => {
  const { companyId, connection } = await givenCompany();
  const ticket = await givenTicket({ companyId, connectionId: connection.id });
  const message = { companyId, ticketId: ticket.id, contactId: ticket.contactId, connectionId: connection.id };
  await testDatabase().company(companyId, (tx) =>
    tx
      .insert(schema.messages)
      .values({ ...message, id: randomUUID(), fromMe: false, providerId: "same", chatKey: "chat" }),
  );
  const other = await givenCompany();
  const nothing = { messages: [], wasTransferred: false };
  expect(await reader.readConversation(other.connection.id, ["same"])).toEqual(nothing);
  expect(await reader.readConversation("page:1", ["same"])).toEqual(nothing);
});
