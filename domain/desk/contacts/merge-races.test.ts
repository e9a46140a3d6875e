import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DomainError } from "../../../contracts/domain-error.ts";
import { testNow } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { acting, atDesk, textFrom } from "../../testing.ts";
import { applyReceipt, receiveMessage, sendMessage } from "../messages/index.ts";
import { closeTicket, reopenTicket, transferTicket } from "../tickets/index.ts";
import { updateContact } from "./index.ts";

const { contacts, messages, tickets } = schema;

/** Refusals by rules are allowed in a race; any other error, above all a deadlock, fails the test. */
const rulesOnly = (error: unknown) => {
  if (!(error instanceof DomainError)) throw error;
};

test("merging while agents answer, close, transfer and edit loses nothing and never deadlocks", async () => {
  const { companyId, connection, support, admin } = await givenCompany();
  for (let round = 0; round < 8; round += 1) {
    const [lid, phone] = [`88${round}0017`, `55319666${String(10_000 + round)}`];
    const first = (sender: { lid?: string; phone?: string }) =>
      atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id, { sender })));
    const [byLid, byPhone] = [await first({ lid }), await first({ phone })];
    const received: string[] = [];
    const sent: string[] = [];
    const receive = async (sender: { lid?: string; phone?: string }) => {
      const { messageId } = await first(sender);
      if (messageId) received.push(messageId);
    };
    const reply = async (ticketId: string) => {
      const id = randomUUID();
      await acting(admin, (ctx) => sendMessage(ctx, { id, ticketId, body: "Já vejo." }));
      sent.push(id);
      await atDesk(companyId, (ctx) =>
        ctx.db.update(messages).set({ providerId: id, chatKey: phone }).where(eq(messages.id, id)),
      );
      const receipt = { connectionId: connection.id, providerIds: [id], ack: 2 as const, at: testNow() };
      await atDesk(companyId, (ctx) => applyReceipt(ctx, receipt));
    };
    const ticketIds = [byLid.ticketId, byPhone.ticketId] as string[];
    const people = ticketIds.flatMap((ticketId) => [
      () => reply(ticketId),
      () => reply(ticketId),
      () => acting(admin, (ctx) => closeTicket(ctx, ticketId)),
      () => acting(admin, (ctx) => reopenTicket(ctx, ticketId)),
      () => acting(admin, (ctx) => transferTicket(ctx, ticketId, { queueId: support.id, userId: null })),
    ]);
    const living = await atDesk(companyId, (ctx) => ctx.db.select().from(contacts));
    const edits = living.slice(-2).map(
      ({ id }) =>
        () =>
          acting(admin, (ctx) => updateContact(ctx, id, { email: `r${round}@teste.example` })),
    );
    const phones = [{ lid }, { phone }, { lid, phone }, { lid }, { lid, phone }, { phone }];
    const work = [...people, ...edits].map((step) => async () => void (await step().catch(rulesOnly)));
    await Promise.all([...work, ...phones.map((sender) => () => receive(sender))].map((step) => step()));

    const [people_, rows, desk] = await atDesk(companyId, async (ctx) => [
      await ctx.db.select().from(contacts),
      await ctx.db.select().from(messages),
      await ctx.db.select().from(tickets),
    ]);
    expect(people_.filter((contact) => !contact.mergedIntoId)).toHaveLength(round + 1);
    const stored = new Set(rows.map((row) => row.id));
    for (const id of [byLid.messageId, byPhone.messageId, ...received, ...sent]) expect(stored).toContain(id);
    const kept = people_.find((contact) => contact.id === desk.at(-1)?.contactId);
    expect(kept?.mergedIntoId ?? null).toBeNull();
    const open = desk.filter((ticket) => ticket.status !== "closed").map((ticket) => ticket.contactId);
    expect(new Set(open).size).toBe(open.length);
    const contactOf = new Map(desk.map((ticket) => [ticket.id, ticket.contactId]));
    for (const row of rows) expect(row.contactId).toBe(contactOf.get(row.ticketId));
  }
});
