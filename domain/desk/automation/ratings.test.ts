import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { at, givenChat, givenConnection, NOW, ticketOf } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { loadBot, saveBot } from "../tickets/index.ts";
import { findGivenRating, takeRating } from "./index.ts";
import { ratingIn } from "./ratings.ts";

const { connections, messages, ticketEvents, ticketRatings, tickets } = schema;
const DAY_MS = 86_400_000;

let companyId: string;
let userId: string;
beforeAll(async () => {
  const company = await givenCompany();
  companyId = company.companyId;
  userId = company.ana.id;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>) => atDesk(companyId, work, NOW);

test.each([
  ["1", 1],
  ["2", 2],
  [" 3\n", 3],
  ["3!", 3],
  ["*2*", 2],
  ["1️⃣", 1],
  ["1-ruim", 1],
  ["0", undefined],
  ["4", undefined],
  ["10", undefined],
  ["33", undefined],
  ["", undefined],
  ["3 estrelas", undefined],
  ["nota 3", undefined],
  ["-1", undefined],
])("the rating in %j is %s", (text, rating) => {
  expect(ratingIn(text)).toBe(rating);
});

/** A closed ticket whose contact was asked for a rating. */
async function givenAsked(askedAt = NOW) {
  const connectionId = await givenConnection(companyId, { completionMessage: "Obrigado, {{firstName}}!" });
  const chat = await givenChat(companyId, connectionId);
  const { contact, ticketId } = chat;
  await desk(async (ctx) => {
    await ctx.db.update(tickets).set({ status: "closed" }).where(eq(tickets.id, ticketId));
    await saveBot(ctx, ticketId, { stage: "off", ratingAskedAt: askedAt, ratingUserId: userId });
  });
  const place = { contactId: contact.id, connectionId };
  return {
    ...chat,
    place,
    find: (text = "3", when = at(60_000), where = place) =>
      desk((ctx) => findGivenRating(ctx, where, { text, at: when })),
  };
}

describe("findGivenRating", () => {
  test("a digit rates the closed ticket and the user who closed it", async () => {
    const { find, ticketId } = await givenAsked();
    expect(await find("2!")).toMatchObject({ ticket: { id: ticketId, status: "closed" }, userId, rating: 2 });
  });

  test("a text without a rating, another connection, and another company rate nothing", async () => {
    const { find, place } = await givenAsked();
    expect(await find("bom")).toBeUndefined();
    expect(await find("3", at(1), { ...place, connectionId: await givenConnection(companyId) })).toBeUndefined();
    const strange = atDesk(randomUUID(), (ctx) => findGivenRating(ctx, place, { text: "3", at: at(1) }), NOW);
    expect(await strange).toBeUndefined();
  });

  test("a rating is awaited for a day", async () => {
    const { find } = await givenAsked();
    expect(await find("3", at(DAY_MS - 1))).toBeDefined();
    expect(await find("3", at(DAY_MS))).toBeUndefined();
  });

  test("a message of ours after the question ends the wait, and the contact's own messages do not", async () => {
    const { find, write } = await givenAsked(at(3_600_000));
    const after = { createdAt: at(3_600_001), sendAfter: null };
    const when = at(3_700_000);
    // The question itself has the time of asking.
    await write({ ...after, createdAt: at(3_600_000) });
    await write({ ...after, fromMe: false });
    expect(await find("3", when)).toBeDefined();
    await write(after);
    expect(await find("3", when)).toBeUndefined();
  });

  test("of two questions the later one is answered", async () => {
    const { find, place } = await givenAsked(at(-10_000));
    const later = await givenTicket({ companyId, ...place, status: "closed" });
    await desk((ctx) => saveBot(ctx, later.id, { ratingAskedAt: NOW, ratingUserId: null }));
    expect(await find()).toMatchObject({ ticket: { id: later.id }, userId: null });
  });
});

describe("takeRating", () => {
  const taken = async (thanks: boolean) => {
    const asked = await givenAsked();
    const given = await asked.find("1");
    if (!given) throw new Error("no rating");
    await desk((ctx) => takeRating(ctx, given, thanks));
    return asked;
  };

  test("a rating is stored once, recorded in the timeline, and not awaited any more", async () => {
    const { ticketId, find } = await taken(false);
    const [rows, events] = await desk(async (ctx) => [
      await ctx.db.select().from(ticketRatings).where(eq(ticketRatings.ticketId, ticketId)),
      await ctx.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId)),
    ]);
    expect(rows).toMatchObject([{ userId, rating: 1, at: NOW }]);
    expect(events).toMatchObject([{ type: "rated", details: { rating: 1 } }]);
    expect(await desk((ctx) => loadBot(ctx, ticketId))).toMatchObject({ ratingAskedAt: null, ratingUserId: null });
    expect(await find("1")).toBeUndefined();
  });

  test("the contact is thanked with the completion text only if wanted, and the ticket stays closed", async () => {
    const [silent, thanked] = [await taken(false), await taken(true)];
    expect((await ticketOf(companyId, silent.ticketId)).lastMessageId).toBeNull();
    expect(await ticketOf(companyId, thanked.ticketId)).toMatchObject({ status: "closed", lastMessageId: null });
    const said = (id: string) => desk(({ db }) => db.select().from(messages).where(eq(messages.ticketId, id)));
    expect(await said(silent.ticketId)).not.toMatchObject([{ origin: "farewell" }]);
    expect((await said(thanked.ticketId)).at(-1)).toMatchObject({ body: "Obrigado, Helena!", origin: "farewell" });
  });

  test("without a completion text nothing is sent", async () => {
    const { place, find, ticketId } = await givenAsked();
    await desk((ctx) =>
      ctx.db.update(connections).set({ completionMessage: "" }).where(eq(connections.id, place.connectionId)),
    );
    const given = await find("1");
    if (given) await desk((ctx) => takeRating(ctx, given, true));
    expect(await desk((ctx) => loadBot(ctx, ticketId))).toMatchObject({ ratingAskedAt: null });
    expect((await ticketOf(companyId, ticketId)).lastMessageId).toBeNull();
  });
});
