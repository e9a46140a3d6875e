import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { schema } from "../../../../db/index.ts";
import { givenCompany, givenContact, givenPhoneNumber, givenTicket } from "../../../../db/testing/given.ts";
import { givenConnection } from "../../../../db/testing/given-chat.ts";
import { lockContacts, mergeContacts, phoneMatchKey } from "../../../desk/contacts/index.ts";
import { atDesk } from "../../../testing.ts";
import { campaignMessageId } from "../campaign-message.ts";
import { givenRunning, MONDAY } from "../testing/given-running.ts";
import { sendNextRecipient } from "./send-next-recipient.ts";

const { campaigns, connections, contacts, files, optOuts, tickets } = schema;

let companyId: string;
let shop: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});
// A connection of its own for each test: unsent messages of one campaign hold back the others.
beforeEach(async () => {
  shop = await givenConnection(companyId);
});

const later = (ms: number) => new Date(MONDAY.getTime() + ms);
const running = (given: Partial<Parameters<typeof givenRunning>[0]> = {}) =>
  givenRunning({ companyId, connectionIds: [shop], recipients: 1, ...given });
const contactsWith = (number: string) =>
  atDesk(companyId, (ctx) =>
    ctx.db
      .select()
      .from(contacts)
      .where(and(eq(contacts.companyId, companyId), eq(contacts.number, number))),
  );

test("a due recipient of a list gets a message, becomes a contact, and opens no ticket", async () => {
  const campaign = await running({ recipients: [{ name: "Ana Prado", email: "ana@casa.example" }] });
  expect(await campaign.send()).toBe("sent");
  const [recipient] = await campaign.recipients();
  const [contact] = await contactsWith(campaign.numbers[0] ?? "");
  expect(contact).toMatchObject({ name: "Ana Prado", email: "ana@casa.example" });
  expect(contact?.search).toContain("ana@casa.example");
  expect(await campaign.messages()).toMatchObject([
    {
      id: campaignMessageId({ id: campaign.ids[0] ?? "", attempt: 0 }, "message"),
      ...{ body: "Oi Ana Prado", origin: "campaign", connectionId: shop, contactId: contact?.id, userId: null },
      ...{ sendAfter: MONDAY, ack: 0 },
    },
  ]);
  expect(recipient).toMatchObject({
    ...{ state: "sent", progress: 4, sentAt: MONDAY, connectionId: shop, contactId: contact?.id },
    messageId: campaignMessageId({ id: campaign.ids[0] ?? "", attempt: 0 }, "message"),
  });
  expect(await campaign.pace()).toEqual({ nextSendAt: later(10_000), sentInRow: 1 });
  const ofContact = await atDesk(companyId, (ctx) =>
    ctx.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.companyId, companyId), eq(tickets.contactId, contact?.id ?? ""))),
  );
  expect(ofContact.map(({ status }) => status)).toEqual(["closed"]);
});

test("a known contact keeps its name, and its open ticket gets the message", async () => {
  const contact = await givenContact({ companyId, name: "Dona Ana" });
  const ticket = await givenTicket({ companyId, contactId: contact.id, connectionId: shop, status: "open" });
  const campaign = await running({ recipients: [{ name: "ANA P.", number: contact.number }] });
  await campaign.send();
  expect((await contactsWith(contact.number)).map(({ name }) => name)).toEqual(["Dona Ana"]);
  expect(await campaign.messages()).toMatchObject([{ body: "Oi ANA P.", ticketId: ticket.id }]);
});

test("nothing is sent before the stored moment, twice, without the campaign running or the connection up", async () => {
  const campaign = await running({ recipients: 2 });
  await campaign.send();
  expect(await campaign.send(shop, later(9_999))).toBe("idle");
  expect(await campaign.send(shop, later(10_000))).toBe("sent");
  expect(await campaign.send(shop, later(20_000))).toBe("idle");
  const cancelled = await running({ campaign: { status: "cancelled" } });
  expect(await cancelled.send()).toBe("idle");
  const down = await givenConnection(companyId, { status: "DISCONNECTED" });
  const offline = await running({ connectionIds: [down] });
  expect(await offline.send(down)).toBe("idle");
  const stranger = await givenCompany();
  const foreign = { campaignId: cancelled.campaignId, connectionId: shop };
  expect(await atDesk(stranger.companyId, (ctx) => sendNextRecipient(ctx, foreign), MONDAY)).toBe("idle");
  expect((await campaign.messages()).map(({ body }) => body)).toEqual(["Oi Pessoa 1", "Oi Pessoa 2"]);
  for (const none of [cancelled, offline]) expect(await none.messages()).toEqual([]);
});

test("workers on several connections send each recipient once", async () => {
  const connectionIds = [shop, await givenConnection(companyId), await givenConnection(companyId)];
  const campaign = await running({ connectionIds, recipients: 30, frozen: { messageInterval: 0 } });
  for (let round = 0; round < 60; round++) {
    const now = later(round * 1_000);
    // Two workers per connection; each round another connection begins.
    const turn = [...connectionIds.slice(round % 3), ...connectionIds.slice(0, round % 3)];
    await Promise.all([...turn, ...turn].map((connectionId) => campaign.send(connectionId, now)));
    await campaign.accept();
    if ((await campaign.recipients()).every(({ state }) => state === "sent")) break;
  }
  const sent = await campaign.messages();
  expect(new Set(sent.map(({ body }) => body)).size).toBe(30);
  expect(sent).toHaveLength(30);
  expect(new Set(sent.map(({ connectionId }) => connectionId))).toEqual(new Set(connectionIds));
});

test("a worker that dies before its commit changes nothing, and the next one sends the same message", async () => {
  const campaign = await running();
  const due = { campaignId: campaign.campaignId, connectionId: shop };
  const dies = atDesk(
    companyId,
    async (ctx) => {
      await sendNextRecipient(ctx, due);
      throw new Error("killed");
    },
    MONDAY,
  );
  await expect(dies).rejects.toThrow("killed");
  expect([await campaign.messages(), (await campaign.pace()).nextSendAt]).toEqual([[], new Date(0)]);
  expect(await campaign.send()).toBe("sent");
  expect(await campaign.messages()).toHaveLength(1);
});

test("a recipient that was sent but not marked, as after a restore, gets no second message", async () => {
  const campaign = await running();
  await campaign.send();
  await atDesk(companyId, (ctx) =>
    ctx.db
      .update(schema.campaignRecipients)
      .set({ state: "waiting", messageId: null, sentAt: null })
      .where(eq(schema.campaignRecipients.id, campaign.ids[0] ?? "")),
  );
  expect(await campaign.send(shop, later(60_000))).toBe("sent");
  expect(await campaign.messages()).toHaveLength(1);
  expect((await campaign.recipients()).map(({ state }) => state)).toEqual(["sent"]);
});

test("a cancel waits for the send in progress, and after it nothing is sent", async () => {
  const campaign = await running({ recipients: 2 });
  const due = { campaignId: campaign.campaignId, connectionId: shop };
  const lock = (ctx: Parameters<typeof sendNextRecipient>[0]) =>
    ctx.db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(eq(campaigns.companyId, companyId), eq(campaigns.id, due.campaignId)))
      .for("no key update", { noWait: true });
  await atDesk(
    companyId,
    async (ctx) => {
      await sendNextRecipient(ctx, due);
      await expect(atDesk(companyId, lock)).rejects.toThrow();
    },
    MONDAY,
  );
  expect(await atDesk(companyId, lock)).toHaveLength(1);
});

test("confirmed recipients come first, then the connection's own and the free ones in order", async () => {
  const other = await givenConnection(companyId);
  const campaign = await running({
    recipients: [
      { state: "waiting", connectionId: other },
      { state: "waiting" },
      { state: "waiting", connectionId: shop },
      { state: "confirmed", connectionId: other },
      { state: "confirmed", connectionId: shop },
    ],
    campaign: { confirmation: true },
  });
  for (let at = 0; at < 4; at++) await campaign.send(shop, later(at * 10_000));
  expect((await campaign.messages()).map(({ body }) => body)).toEqual([
    "Oi Pessoa 5",
    "Quer receber?",
    "Quer receber?",
  ]);
  expect((await campaign.recipients()).map(({ state }) => state)).toEqual([
    ...["waiting", "asked", "asked", "confirmed", "sent"],
  ]);
  const [, asked] = await campaign.recipients();
  expect(asked).toMatchObject({ progress: 1, messageId: null, askedAt: later(10_000) });
  expect(asked?.askMessageId).toBe(campaignMessageId({ id: campaign.ids[1] ?? "", attempt: 0 }, "question"));
});

test("a new attempt has a message of its own", async () => {
  const campaign = await running({ recipients: [{ attempt: 1 }] });
  await campaign.send();
  const id = campaign.ids[0] ?? "";
  expect((await campaign.messages()).map((message) => message.id)).toEqual([
    campaignMessageId({ id, attempt: 1 }, "message"),
  ]);
  expect(campaignMessageId({ id, attempt: 1 }, "message")).not.toBe(campaignMessageId({ id, attempt: 0 }, "message"));
});

test("blocked and opted-out people are excluded without using the pace", async () => {
  const blocked = await givenContact({ companyId, isActive: false });
  const optedOut = await givenContact({ companyId });
  const stranger = givenPhoneNumber();
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(optOuts).values(
      [optedOut.number, stranger].map((number) => ({
        ...{ companyId, kind: "phone" as const, since: MONDAY },
        matchKey: phoneMatchKey(number),
      })),
    ),
  );
  const campaign = await running({
    recipients: [{ contactId: blocked.id }, { number: optedOut.number }, { number: stranger }, {}],
  });
  const outcomes = [];
  for (let at = 0; at < 4; at++) outcomes.push(await campaign.send());
  expect(outcomes).toEqual(["skipped", "skipped", "skipped", "sent"]);
  expect((await campaign.recipients()).map(({ state, reason }) => [state, reason])).toEqual([
    ["excluded", "blocked"],
    ["excluded", "optedOut"],
    ["excluded", "optedOut"],
    ["sent", null],
  ]);
  expect(await campaign.messages()).toHaveLength(1);
  // The person does not become a contact again.
  expect(await contactsWith(stranger)).toEqual([]);
});

test("two numbers of one person get one message, also after their contacts were merged", async () => {
  const [one, two] = [await givenContact({ companyId }), await givenContact({ companyId })];
  const campaign = await running({
    recipients: [{ contactId: one.id }, { contactId: two.id }, { number: two.number }],
  });
  expect(await campaign.send()).toBe("sent");
  await atDesk(companyId, async (ctx) => {
    const [a, b] = await lockContacts(ctx, [one.id, two.id]);
    if (a && b) await mergeContacts(ctx, a, b);
  });
  expect(await campaign.send(shop, later(60_000))).toBe("skipped");
  expect(await campaign.send(shop, later(60_000))).toBe("skipped");
  expect((await campaign.recipients()).map(({ reason }) => reason)).toEqual([null, "duplicate", "duplicate"]);
});

test("a recipient without a contact, a file or a text of its variant fails", async () => {
  const gone = await running({ recipients: [{ contactId: randomUUID() }] });
  expect(await gone.send()).toBe("skipped");
  expect(await gone.recipients()).toMatchObject([{ state: "failed", reason: "ERR_NO_CONTACT_FOUND" }]);
  const fileless = await running({ campaign: { fileId: randomUUID() } });
  expect(await fileless.send()).toBe("skipped");
  expect(await fileless.recipients()).toMatchObject([{ state: "failed", reason: "ERR_NO_FILE_FOUND" }]);
  const textless = await running({ recipients: [{ variant: 2 }] });
  expect(await textless.send()).toBe("skipped");
  expect(await textless.recipients()).toMatchObject([{ state: "failed", reason: "ERR_CAMPAIGN_INCOMPLETE" }]);
  for (const none of [gone, fileless, textless]) expect(await none.messages()).toEqual([]);
});

test("a file goes out with the text as its caption, and not with the question", async () => {
  const fileId = randomUUID();
  await atDesk(companyId, (ctx) =>
    ctx.db.insert(files).values({
      companyId,
      id: fileId,
      name: "oferta.png",
      mimetype: "image/png",
      kind: "image",
      size: 9,
      sha256: "00",
    }),
  );
  const campaign = await running({
    recipients: [{ state: "confirmed", connectionId: shop }, {}],
    campaign: { fileId, confirmation: true },
  });
  await campaign.send();
  await campaign.send(shop, later(60_000));
  expect((await campaign.messages()).map(({ body, fileId, mediaType }) => [body, fileId, mediaType])).toEqual([
    ["Oi Pessoa 1", fileId, "image"],
    ["Quer receber?", null, "chat"],
  ]);
});

test("a page writes only to people who wrote in the last 24 hours, and takes no free recipient", async () => {
  const page = await givenConnection(companyId, { channel: "facebook" });
  const wroteAt = async (lastCustomerMessageAt: Date) => {
    const { contactId } = await givenTicket({ companyId, connectionId: page, status: "closed", lastCustomerMessageAt });
    return { contactId, connectionId: page };
  };
  const campaign = await running({
    connectionIds: [page],
    recipients: [await wroteAt(later(-86_400_000)), await wroteAt(later(-86_399_000)), {}],
    frozen: { variants: [{ variant: 1, message: "Oi ".repeat(1_000), confirmation: "" }], messageInterval: 0 },
  });
  expect([await campaign.send(page), await campaign.send(page), await campaign.send(page)]).toEqual([
    ...["skipped", "sent", "idle"],
  ]);
  expect((await campaign.recipients()).map(({ state, reason }) => [state, reason])).toEqual([
    ["excluded", "outsideWindow"],
    ["sent", null],
    ["waiting", null],
  ]);
  // A long text is split; each part belongs to the campaign, and an official channel needs no pause.
  expect((await campaign.messages()).map(({ origin }) => origin)).toEqual(["campaign", "campaign"]);
  expect((await campaign.pace(page)).nextSendAt).toEqual(MONDAY);
});

test("outside its window a campaign waits for the opening", async () => {
  const campaign = await running({ campaign: { window: { days: [2], start: "08:00", end: "09:00" } } });
  expect(await campaign.send()).toBe("postponed");
  expect((await campaign.pace()).nextSendAt).toEqual(new Date("2026-11-24T11:00:00Z"));
  expect(await campaign.messages()).toEqual([]);
});

test("the daily limit counts the messages of all campaigns of a connection, on the company's day", async () => {
  const number = await givenConnection(companyId);
  const given = { connectionIds: [number], recipients: 3, campaign: { dailyLimit: 3 } };
  const [one, two] = [await running(given), await running(given)];
  const evening = new Date("2026-11-24T02:30:00Z");
  const at = (minutes: number) => new Date(evening.getTime() + minutes * 60_000);
  // Both at once: the count is locked.
  await Promise.all([one.send(number, evening), two.send(number, evening)]);
  await Promise.all([one.send(number, at(1)), two.send(number, at(1))]);
  await Promise.all([one.send(number, at(2)), two.send(number, at(2))]);
  expect((await one.messages()).length + (await two.messages()).length).toBe(3);
  const paces = [await one.pace(number), await two.pace(number)].map(({ nextSendAt }) => nextSendAt);
  expect(paces.filter((pace) => pace.getTime() === Date.parse("2026-11-24T03:00:00Z"))).not.toEqual([]);
  await one.accept();
  await two.accept();
  expect(await one.send(number, at(31))).toBe("sent");
});

test("a connection whose campaign messages are not accepted takes no further recipient", async () => {
  const number = await givenConnection(companyId);
  const campaign = await running({ connectionIds: [number], recipients: 7 });
  const outcomes = [];
  for (let at = 0; at < 6; at++) outcomes.push(await campaign.send(number, later(at * 60_000)));
  expect(outcomes).toEqual(["sent", "sent", "sent", "sent", "sent", "postponed"]);
  expect((await campaign.pace(number)).nextSendAt).toEqual(later(300_500));
  await campaign.accept();
  expect(await campaign.send(number, later(360_000))).toBe("sent");
});

test("the stored pace keeps the intervals over restarts, and counts from the clock after the locks", async () => {
  const campaign = await running({
    recipients: 8,
    frozen: { messageInterval: 10, longerIntervalAfter: 5, greaterInterval: 60 },
  });
  const pauses = [];
  let now = MONDAY;
  for (let at = 0; at < 7; at++) {
    // Each call is a worker of its own: nothing but the row tells it about earlier sends.
    expect(await campaign.send(shop, now, { clock: () => new Date(now.getTime() + 1_000) })).toBe("sent");
    await campaign.accept();
    const { nextSendAt } = await campaign.pace();
    expect(await campaign.send(shop, new Date(nextSendAt.getTime() - 1))).toBe("idle");
    pauses.push(nextSendAt.getTime() - now.getTime());
    now = nextSendAt;
  }
  expect(pauses).toEqual([11_000, 11_000, 11_000, 11_000, 61_000, 11_000, 11_000]);
});

test("a connection that comes back does not catch up", async () => {
  const number = await givenConnection(companyId);
  const campaign = await running({ connectionIds: [number], recipients: 3 });
  const report = (status: "TIMEOUT" | "CONNECTED") =>
    atDesk(companyId, (ctx) =>
      ctx.db
        .update(connections)
        .set({ status })
        .where(and(eq(connections.companyId, companyId), eq(connections.id, number))),
    );
  await campaign.send(number);
  await report("TIMEOUT");
  expect(await campaign.send(number, later(600_000))).toBe("idle");
  await report("CONNECTED");
  expect(await campaign.send(number, later(700_000))).toBe("sent");
  expect(await campaign.send(number, later(700_000))).toBe("idle");
});
