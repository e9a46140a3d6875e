import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { at, givenConnection, NOW, ticketOf } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { deskTexts } from "../../ground/texts/index.ts";
import { atDesk } from "../../testing.ts";
import { receiveCall } from "./index.ts";

const { contacts, messages, settings, ticketEvents, tickets } = schema;
type Call = Parameters<typeof receiveCall>[1];

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>) => atDesk(companyId, work, NOW);
const takeCalls = (value: "enabled" | "disabled") =>
  desk((ctx) =>
    ctx.db
      .insert(settings)
      .values({ companyId, key: "call", value })
      .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: { value } }),
  );

async function givenCaller() {
  const connectionId = await givenConnection(companyId);
  const { id: contactId, number: phone } = await givenContact({ companyId });
  const call: Call = { connectionId, callId: randomUUID(), party: { phone }, isVideo: false, at: NOW };
  const ofContact = () => desk((ctx) => ctx.db.select().from(tickets).where(eq(tickets.contactId, contactId)));
  return {
    contactId,
    connectionId,
    call: (values: Partial<Call> = {}) => desk((ctx) => receiveCall(ctx, { ...call, ...values })),
    tickets: ofContact,
    said: () =>
      desk((ctx) =>
        ctx.db
          .select({ body: messages.body, origin: messages.origin })
          .from(messages)
          .where(eq(messages.contactId, contactId)),
      ),
    async events() {
      const [ticket] = await ofContact();
      return desk((ctx) =>
        ctx.db
          .select({ type: ticketEvents.type, details: ticketEvents.details })
          .from(ticketEvents)
          .where(eq(ticketEvents.ticketId, ticket?.id ?? randomUUID()))
          .orderBy(asc(ticketEvents.id)),
      );
    },
  };
}

test("a call is recorded in the contact's ticket, and the contact is told that calls are not taken", async () => {
  await takeCalls("disabled");
  const { call, events, said } = await givenCaller();
  await call({ callId: "c1", isVideo: true });
  expect(await events()).toMatchObject([
    { type: "created" },
    { type: "call", details: { callId: "c1", isVideo: true } },
  ]);
  expect(await said()).toEqual([{ body: deskTexts.noCalls, origin: "notice" }]);
});

test("the same call is recorded and answered once", async () => {
  await takeCalls("disabled");
  const { call, events, said } = await givenCaller();
  await call();
  await call();
  expect([(await events()).length, (await said()).length]).toEqual([2, 1]);
  await call({ callId: randomUUID() });
  expect([(await events()).length, (await said()).length]).toEqual([3, 2]);
});

test("a call older than five minutes is recorded without an answer", async () => {
  await takeCalls("disabled");
  const { call, events, said } = await givenCaller();
  await call({ at: at(-300_000) });
  expect([(await events()).length, await said()]).toEqual([2, []]);
});

test("a company that takes calls sends no answer, and the ticket changes for the agents", async () => {
  await takeCalls("enabled");
  const { call, contactId, connectionId, said } = await givenCaller();
  const updatedAt = at(-60_000);
  const { id } = await givenTicket({ companyId, contactId, connectionId, status: "open", updatedAt });
  await call();
  expect(await said()).toEqual([]);
  expect(await ticketOf(companyId, id)).toMatchObject({ status: "open", updatedAt: NOW });
});

test("the call of a blocked contact opens no ticket", async () => {
  const { call, contactId, tickets: opened, said } = await givenCaller();
  await desk((ctx) => ctx.db.update(contacts).set({ isActive: false }).where(eq(contacts.id, contactId)));
  await call();
  expect([await opened(), await said()]).toEqual([[], []]);
});
