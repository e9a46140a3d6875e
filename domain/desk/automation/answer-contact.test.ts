import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type DayHours, weekdays } from "../../../contracts/hours.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { at, givenConnection, NOW, ticketOf } from "../../../db/testing/given-chat.ts";
import { type Settings, withDefaults } from "../../account/settings/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { deskTexts } from "../../ground/texts/index.ts";
import { atDesk } from "../../testing.ts";
import { loadBot, saveBot } from "../tickets/index.ts";
import { answerContact } from "./index.ts";
import { isAttended, sayOutOfHours } from "./out-of-hours.ts";

const { companies, connectionQueues, messages, queueOptions, queues, ticketEvents } = schema;
type NewTicket = Partial<typeof schema.tickets.$inferInsert>;

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
  // The company is closed all week; only the tests that enable its hours notice it.
  await atDesk(companyId, (ctx) =>
    ctx.db
      .update(companies)
      .set({ schedules: week("00:00", "00:00") })
      .where(eq(companies.id, companyId)),
  );
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);

function week(startTime: string, endTime: string): DayHours[] {
  return weekdays.map(([weekdayEn, weekday]) => ({ weekday, weekdayEn, startTime, endTime }));
}

async function givenQueue(values: Partial<typeof queues.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  await desk((ctx) => ctx.db.insert(queues).values({ companyId, id, name: id, color: id, ...values }));
  return id;
}

/** A pending ticket on a connection with the queues Um, Dois and Três, and a contact who writes. */
async function givenContact(values: NewTicket = {}) {
  const connectionId = await givenConnection(companyId, { greetingMessage: "Olá!", outOfHoursMessage: "Fechado." });
  const queueIds: string[] = [];
  for (const [position, name] of ["Um", "Dois", "Três"].entries()) {
    const queueId = await givenQueue({ name: `${name} ${randomUUID()}`, position, greetingMessage: `Fila ${name}` });
    await desk((ctx) => ctx.db.insert(connectionQueues).values({ companyId, connectionId, queueId }));
    queueIds.push(queueId);
  }
  const { id: ticketId } = await givenTicket({ companyId, connectionId, ...values });
  const said = async () =>
    desk((ctx) =>
      ctx.db
        .select({ body: messages.body, origin: messages.origin })
        .from(messages)
        .where(eq(messages.ticketId, ticketId))
        .orderBy(asc(messages.createdAt)),
    );
  let told = 0;
  return {
    ticketId,
    connectionId,
    queueIds,
    ticket: () => ticketOf(companyId, ticketId),
    bot: () => desk((ctx) => loadBot(ctx, ticketId)),
    /** Returns the texts that answer the contact's message. */
    async say(text: string, settings: Partial<Settings> = {}, contact = { disableBot: false }, now = NOW) {
      const row = await ticketOf(companyId, ticketId);
      await desk((ctx) => answerContact(ctx, row, contact, text, { ...withDefaults({}), ...settings }), now);
      const all = await said();
      const fresh = all.slice(told);
      told = all.length;
      return fresh;
    },
  };
}

describe("answerContact", () => {
  test("a first message gets the greeting with the queues in order, and the bot has the ticket", async () => {
    const { say, bot, ticket } = await givenContact();
    const [menu, ...others] = await say("oi");
    expect([menu?.origin, others]).toEqual(["menu", []]);
    expect(menu?.body).toMatch(/^Olá!\n\n.*1.*Um.*\n.*2.*Dois.*\n.*3.*Três/);
    expect([(await bot())?.stage, (await ticket()).isBot]).toEqual(["queues", true]);
  });

  test.each<[string, NewTicket, { disableBot: boolean }]>([
    ["a group", { isGroup: true }, { disableBot: false }],
    ["a closed ticket", { status: "closed" }, { disableBot: false }],
    ["an open ticket", { status: "open" }, { disableBot: false }],
    ["a ticket offered to an agent", { userId: randomUUID() }, { disableBot: false }],
    ["a contact without the bot", {}, { disableBot: true }],
  ])("the bot does not answer %s", async (_what, values, contact) => {
    const { say, bot } = await givenContact(values);
    expect(await say("oi", {}, contact)).toEqual([]);
    expect(await bot()).toBeUndefined();
  });

  test("a number chooses the queue, and its greeting ends the menu", async () => {
    const { say, bot, ticket, queueIds } = await givenContact();
    await say("oi");
    expect(await say(" 2️⃣ ")).toEqual([{ body: "Fila Dois", origin: "waiting" }]);
    expect(await ticket()).toMatchObject({ queueId: queueIds[1], isBot: false });
    expect((await bot())?.stage).toBe("done");
    expect(await say("e agora?")).toEqual([]);
  });

  test.each(["a segunda", "opção 2", "dois", "[ 2 ]", "２"])(
    "the answer %s chooses the second queue",
    async (answer) => {
      const { say, ticket, queueIds } = await givenContact();
      await say("oi");
      expect(await say(answer)).toEqual([{ body: "Fila Dois", origin: "waiting" }]);
      expect((await ticket()).queueId).toBe(queueIds[1]);
    },
  );

  test("a queue's name chooses it, in any case and without accents, and also the line as shown", async () => {
    for (const answerOf of [(name: string) => name.toUpperCase(), (name: string) => `[ 3 ] - ${name}`]) {
      const { say, ticket, queueIds } = await givenContact();
      const [menu] = await say("oi");
      const name = /\[ 3 \]\* - (.*)$/m.exec(menu?.body ?? "")?.[1] ?? "";
      await say(answerOf(name.replace("ê", "e")));
      expect((await ticket()).queueId).toBe(queueIds[2]);
    }
  });

  test("the menu key shows the queues again and takes the ticket out of its queue", async () => {
    const { say, ticket } = await givenContact();
    await say("oi");
    await say("1");
    expect(await say("#")).toMatchObject([{ origin: "menu" }]);
    expect(await ticket()).toMatchObject({ queueId: null, isBot: true });
  });

  test("after three wrong answers in a row the agents take over, and a right one starts the count again", async () => {
    const { say, bot, ticket, ticketId } = await givenContact();
    await say("oi");
    expect(await say("0")).toMatchObject([{ body: expect.stringContaining(deskTexts.notUnderstood), origin: "menu" }]);
    await say("4");
    await say("1");
    await say("#");
    for (const wrong of ["bom dia", ""]) expect(await say(wrong)).toMatchObject([{ origin: "menu" }]);
    expect(await say("99")).toEqual([{ body: deskTexts.peopleCome, origin: "waiting" }]);
    expect([(await bot())?.stage, (await ticket()).isBot]).toEqual(["done", false]);
    const events = await desk((ctx) => ctx.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId)));
    expect(events.map(({ type }) => type)).toContain("handedOver");
  });

  test("in a queue's menu an option leads to the options below it, and the last one to the agents", async () => {
    const { say, bot, queueIds } = await givenContact();
    const queueId = queueIds[0] ?? "";
    const [parentId, childId] = [randomUUID(), randomUUID()];
    await desk(async (ctx) => {
      await ctx.db.update(queues).set({ isChatbot: true }).where(eq(queues.id, queueId));
      const option = { companyId, queueId, position: 1 };
      await ctx.db.insert(queueOptions).values({ ...option, id: parentId, title: "Troca", message: "Qual peça?" });
      await ctx.db.insert(queueOptions).values({ ...option, id: childId, parentId, title: "Vaso", message: "Certo." });
    });
    await say("oi");
    expect(await say("1")).toMatchObject([{ body: expect.stringMatching(/^Fila Um[\s\S]*Troca/), origin: "menu" }]);
    expect(await say("1")).toMatchObject([{ body: expect.stringMatching(/^Qual peça\?[\s\S]*Vaso/), origin: "menu" }]);
    expect(await bot()).toMatchObject({ stage: "options", optionId: parentId });
    expect(await say("2")).toMatchObject([{ body: expect.stringContaining(deskTexts.notUnderstood) }]);
    expect(await say("1")).toEqual([{ body: "Certo.", origin: "waiting" }]);
    expect(await bot()).toMatchObject({ stage: "done", optionId: null, wrongAnswers: 0 });
  });

  test("when the options were deleted meanwhile, the agents take over without a text", async () => {
    const { say, bot, ticketId } = await givenContact({ queueId: await givenQueue() });
    await desk((ctx) => saveBot(ctx, ticketId, { stage: "options", optionId: randomUUID() }));
    expect(await say("1")).toEqual([]);
    expect((await bot())?.stage).toBe("done");
  });

  test("a person's answer has ended the bot for good", async () => {
    const { say, ticketId } = await givenContact();
    await desk((ctx) => saveBot(ctx, ticketId, { stage: "off" }));
    expect([await say("oi"), await say("#")]).toEqual([[], []]);
  });
});

describe("out of hours", () => {
  const closed = { scheduleType: "company" } as const;

  test("outside the hours only the text about them is sent, at most every half hour", async () => {
    const { say, bot } = await givenContact();
    const text = { body: "Fechado.", origin: "outOfHours" };
    const sayAt = (ms: number) => say("oi", closed, { disableBot: false }, at(ms));
    expect(await sayAt(0)).toEqual([text]);
    expect(await sayAt(30 * 60_000 - 1)).toEqual([]);
    expect(await sayAt(30 * 60_000)).toEqual([text]);
    expect(await bot()).toMatchObject({ stage: "new", outOfHoursAt: at(30 * 60_000) });
  });

  test("contacts without the bot are told as well, agents' tickets only if the company wants it", async () => {
    const pending = await givenContact();
    expect(await pending.say("oi", closed, { disableBot: true })).toMatchObject([{ origin: "outOfHours" }]);
    const open = await givenContact({ status: "open" });
    expect(await open.say("oi", closed)).toEqual([]);
    expect(await open.say("oi", { ...closed, outsidemessage: "enabled" })).toMatchObject([{ origin: "outOfHours" }]);
  });

  test("a queue's greeting is postponed until its hours begin", async () => {
    const { say, bot, queueIds } = await givenContact();
    const set = (schedules: DayHours[]) =>
      desk((ctx) =>
        ctx.db
          .update(queues)
          .set({ schedules, outOfHoursMessage: "Fila fechada." })
          .where(eq(queues.id, queueIds[0] ?? "")),
      );
    await set(week("00:00", "00:00"));
    const settings = { scheduleType: "queue" } as const;
    await say("oi", settings);
    expect(await say("1", settings)).toEqual([{ body: "Fila fechada.", origin: "outOfHours" }]);
    expect((await bot())?.stage).toBe("entering");
    await set(week("00:00", "23:59"));
    expect(await say("oi?", settings)).toEqual([{ body: "Fila Um", origin: "waiting" }]);
  });

  test("without a text nothing is sent, and the half hour does not begin", async () => {
    const connectionId = await givenConnection(companyId);
    const { id } = await givenTicket({ companyId, connectionId });
    const row = await ticketOf(companyId, id);
    await desk((ctx) => sayOutOfHours(ctx, row));
    expect(await desk((ctx) => loadBot(ctx, id))).toBeUndefined();
  });

  // São Paulo is 3 hours behind UTC: 23:59:59 is the last second of the local day.
  test.each([
    ["00:00", "23:59", "2026-03-10T02:59:59Z", true],
    ["00:00", "24:00", "2026-03-10T02:59:59Z", true],
    ["00:00", "24:00", "2026-03-10T03:00:00Z", true],
    ["18:00", "23:59", "2026-03-10T02:59:59Z", true],
    ["18:00", "24:00", "2026-03-10T03:00:00Z", false],
    ["18:00", "00:00", "2026-03-10T02:59:59Z", true],
    ["00:00", "00:00", "2026-03-10T02:59:59Z", false],
  ])("a company with the hours %s to %s is open at %s: %s", async (start, end, now, expected) => {
    const queueId = await givenQueue({ schedules: week(start, end) });
    const { id } = await givenTicket({ companyId, queueId });
    const row = await ticketOf(companyId, id);
    const settings = { ...withDefaults({}), scheduleType: "queue" as const };
    expect(await desk((ctx) => isAttended(ctx, row, settings), new Date(now))).toBe(expected);
  });

  // The company is closed all week, and this queue is open from 09:00 to 18:00. São Paulo is 3 hours behind UTC.
  test.each([
    ["disabled", "2026-03-09T06:00:00Z", true, true],
    ["company", "2026-03-09T15:00:00Z", true, false],
    ["queue", "2026-03-09T12:00:00Z", true, true],
    ["queue", "2026-03-09T11:59:59Z", true, false],
    ["queue", "2026-03-09T20:59:59Z", true, true],
    ["queue", "2026-03-09T21:00:00Z", true, false],
    ["queue", "2026-03-09T06:00:00Z", false, true],
  ])("hours by setting %s at %s, in the queue: %s", async (scheduleType, now, isInQueue, expected) => {
    const queueId = isInQueue ? await givenQueue({ schedules: week("09:00", "18:00") }) : null;
    const { id } = await givenTicket({ companyId, queueId });
    const row = await ticketOf(companyId, id);
    const settings = { ...withDefaults({}), scheduleType };
    expect(await desk((ctx) => isAttended(ctx, row, settings), new Date(now))).toBe(expected);
  });
});
