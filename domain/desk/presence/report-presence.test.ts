import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import {
  type GivenAgent,
  givenAgent,
  givenCompany,
  givenContact,
  givenTicket,
  testDatabase,
} from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import type { ChannelParty } from "../messages/index.ts";
import { listenToPresence, type PresenceNotice, reportContactTyping, reportPresence } from "./index.ts";

const { contactAddresses, contacts, messages } = schema;

let company: Awaited<ReturnType<typeof givenCompany>>;
let companyId: string;
let carla: GivenAgent;
const notices: PresenceNotice[] = [];
let notified: { stop(): Promise<void> };
beforeAll(async () => {
  company = await givenCompany();
  companyId = company.companyId;
  carla = await givenAgent({ companyId, name: "Carla", queueIds: [company.queue.id] });
  notified = await listenToPresence(testDatabase(), (notice) => {
    if (notice.companyId === companyId) notices.push(notice);
  });
});
afterAll(() => notified.stop());

const report = (agent: GivenAgent, ticketId: string, state: PresenceNotice["state"] = "typing") =>
  acting(agent, (ctx) => reportPresence(ctx, { ticketId, state }, "celular"));
const noticeOf = async (ticketId: string) => {
  const found = () => notices.filter((notice) => notice.ticketId === ticketId);
  await expect.poll(found).toHaveLength(1);
  return found()[0];
};

/** Creates Ana's open ticket in Vendas, in which the customer has written. */
async function givenAnasTicket(values: Partial<typeof schema.tickets.$inferInsert> = {}) {
  const { queue, connection, ana } = company;
  const place = { companyId, connectionId: connection.id };
  const ticket = await givenTicket({ ...place, queueId: queue.id, userId: ana.id, status: "open", ...values });
  let seq = 0;
  const write = (chatKey: string | null) =>
    atDesk(companyId, (ctx) =>
      ctx.db.insert(messages).values({
        ...{ ...place, id: randomUUID(), ticketId: ticket.id, contactId: ticket.contactId, fromMe: false, chatKey },
        seq: ++seq,
        createdAt: new Date(Date.UTC(2026, 2, 8, 12, 0, seq)),
      }),
    );
  await write("earlier@s.whatsapp.net");
  await write("last@s.whatsapp.net");
  await write(null);
  return ticket;
}

describe("reportPresence", () => {
  test("the notice of a user who may answer names the customer's latest chat", async () => {
    const { id, contactId } = await givenAnasTicket();
    await report(company.ana, id);
    expect(await noticeOf(id)).toEqual({
      companyId,
      ticketId: id,
      scope: { status: "open", queueId: company.queue.id, userId: company.ana.id, contactId },
      who: { userId: company.ana.id, name: "Ana", device: "celular" },
      state: "typing",
      answers: { connectionId: company.connection.id, chatKey: "last@s.whatsapp.net" },
    });
  });

  test("the customer does not see a colleague typing who may only read the ticket", async () => {
    const { id } = await givenAnasTicket();
    await report(carla, id, "viewing");
    expect(await noticeOf(id)).toMatchObject({ who: { name: "Carla" }, state: "viewing", answers: null });
  });

  test.each<[string, Partial<typeof schema.tickets.$inferInsert>]>([
    ["closed", { status: "closed" }],
    ["without a connection", { connectionId: null }],
  ])("nobody types to the customer of a ticket that is %s", async (_state, values) => {
    const { id } = await givenAnasTicket(values);
    await report(company.admin, id);
    expect(await noticeOf(id)).toMatchObject({ answers: null });
  });

  test("nobody types to a customer without a chat", async () => {
    const { id } = await givenTicket({ companyId, connectionId: company.connection.id, queueId: company.queue.id });
    await report(company.ana, id);
    expect(await noticeOf(id)).toMatchObject({ answers: null });
  });

  test("a ticket of another queue and one of another company do not exist", async () => {
    const { id } = await givenAnasTicket();
    expect(await refusal(report(company.bia, id))).toEqual({ code: "ERR_NO_TICKET_FOUND", details: { id } });
    const stranger = await givenCompany();
    expect((await refusal(report(stranger.admin, id))).code).toBe("ERR_NO_TICKET_FOUND");
  });
});

describe("reportContactTyping", () => {
  const typing = (party: ChannelParty, isTyping = true, connectionId = company.connection.id) =>
    atDesk(companyId, (ctx) => reportContactTyping(ctx, { connectionId, party, isTyping }));
  const numberOf = async (contactId: string) => {
    const [contact] = await atDesk(companyId, (ctx) =>
      ctx.db.select({ number: contacts.number }).from(contacts).where(eq(contacts.id, contactId)),
    );
    return contact?.number ?? "";
  };

  test.each([
    [true, "typing"],
    [false, "gone"],
  ])("the users at the ticket are told whether the customer is typing: %s", async (isTyping, state) => {
    const { id, contactId } = await givenAnasTicket();
    await typing({ phone: await numberOf(contactId) }, isTyping);
    expect(await noticeOf(id)).toEqual({
      companyId,
      ticketId: id,
      scope: { status: "open", queueId: company.queue.id, userId: company.ana.id, contactId },
      who: { userId: null, name: "Helena Sampaio", device: "" },
      state,
      answers: null,
    });
  });

  test("the customer is found by LID, and by the number without its ninth digit", async () => {
    const old = await givenContact({ companyId, number: "5531988887777" });
    const [byLid, byNumber] = [await givenAnasTicket(), await givenAnasTicket({ contactId: old.id })];
    const lid = String(testTime());
    const row = { companyId, id: randomUUID(), contactId: byLid.contactId, address: lid, matchKey: lid };
    await atDesk(companyId, (ctx) => ctx.db.insert(contactAddresses).values({ ...row, kind: "lid" }));
    await typing({ lid, phone: "5531900000000" });
    expect(await noticeOf(byLid.id)).toMatchObject({ state: "typing" });
    await typing({ phone: "553188887777" });
    expect(await noticeOf(byNumber.id)).toMatchObject({ state: "typing" });
  });

  test("a customer without an unclosed ticket on the connection is typing to nobody", async () => {
    const [closed, open] = [await givenAnasTicket({ status: "closed" }), await givenAnasTicket()];
    const phone = await numberOf(open.contactId);
    await typing({ phone: await numberOf(closed.contactId) });
    await typing({ phone }, true, randomUUID());
    await typing({ phone: "5531900000000" });
    await typing({});
    const { connection } = company;
    await atDesk(randomUUID(), (ctx) =>
      reportContactTyping(ctx, { connectionId: connection.id, party: { phone }, isTyping: true }),
    );
    // Notices arrive in the order of the commits, so none of the earlier reports published one.
    await typing({ phone }, false);
    expect(await noticeOf(open.id)).toMatchObject({ state: "gone" });
    expect(notices.map(({ ticketId }) => ticketId)).not.toContain(closed.id);
  });
});
