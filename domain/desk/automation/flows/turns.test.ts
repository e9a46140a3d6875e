import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../../../db/index.ts";
import { givenAgent, givenCompany, testDatabase } from "../../../../db/testing/given.ts";
import { at, givenChat, givenConnection, NOW, ticketOf } from "../../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../../ground/context.ts";
import { deskTexts } from "../../../ground/texts/index.ts";
import { atDesk } from "../../../testing.ts";
import { loadBot } from "../../tickets/index.ts";
import {
  claimTurn,
  companiesWithOpenTurns,
  type FlowAnswer,
  type FlowReply,
  type FlowTurn,
  finishTurn,
  openTurns,
} from "../index.ts";
import { beginFlow, isRestart, sendToFlow } from "./talk.ts";

const { files, flowTurns, messages, queues, ticketEvents, tickets } = schema;
const MINUTE_MS = 60_000;

let companyId: string;
let stranger: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
  stranger = await givenCompany();
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);

async function givenQueue(values: Partial<typeof queues.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  const flow = { typebotEnabled: true, typebotUrl: "http://flows.example", typebotSlug: "loja", typebotDelayMs: 250 };
  const texts = { typebotUnknownMessage: "Só entendo texto.", typebotRestartMessage: "De novo!" };
  const keywords = { typebotKeywordFinish: "Sair", typebotKeywordRestart: "Menu" };
  await desk((ctx) =>
    ctx.db.insert(queues).values({ companyId, id, name: id, color: id, ...flow, ...texts, ...keywords, ...values }),
  );
  return id;
}

const reply = (values: Partial<FlowReply> = {}): NonNullable<FlowAnswer> => ({
  reply: { sessionId: null, steps: [], choices: null, hasEnded: false, ...values },
  files: new Map(),
});

/** A pending ticket whose contact talks with the queue's flow; the first turn, which starts the flow, is open. */
async function givenFlow(values: Partial<typeof queues.$inferInsert> = {}) {
  const queueId = await givenQueue(values);
  const connectionId = await givenConnection(companyId);
  const { ticketId, contact } = await givenChat(companyId, connectionId);
  await desk((ctx) => ctx.db.update(tickets).set({ status: "pending", queueId }).where(eq(tickets.id, ticketId)));
  const ticket = () => ticketOf(companyId, ticketId);
  const bot = async () => {
    const row = await desk((ctx) => loadBot(ctx, ticketId));
    if (!row) throw new Error("no bot");
    return row;
  };
  const begin = async (now = NOW) => {
    const row = await ticket();
    await desk((ctx) => beginFlow(ctx, row), now);
  };
  await begin();
  const claim = (now = NOW) => desk((ctx) => claimTurn(ctx, ticketId), now);
  const take = async (now = NOW): Promise<FlowTurn> => {
    const turn = await claim(now);
    if (!turn) throw new Error("no turn");
    return turn;
  };
  const finish = (turn: FlowTurn, answer: FlowAnswer, now = NOW) => desk((ctx) => finishTurn(ctx, turn, answer), now);
  return {
    ...{ queueId, ticketId, contact, ticket, bot, begin, claim, take, finish },
    answer: async (values: Partial<FlowReply>) => finish(await take(), reply(values)),
    tell: async (text: string, now = NOW) => {
      const [row, state] = [await ticket(), await bot()];
      await desk((ctx) => sendToFlow(ctx, row, state, text), now);
    },
    said: () =>
      desk((ctx) =>
        ctx.db
          .select({ body: messages.body, origin: messages.origin, composeMs: messages.composeMs })
          .from(messages)
          .where(eq(messages.ticketId, ticketId))
          .orderBy(asc(messages.createdAt)),
      ),
    inputs: async () => {
      const rows = await desk((ctx) =>
        ctx.db.select().from(flowTurns).where(eq(flowTurns.ticketId, ticketId)).orderBy(asc(flowTurns.id)),
      );
      return rows.filter(({ doneAt }) => !doneAt).map(({ input, round }) => [round, input]);
    },
    events: async () => {
      const rows = await desk((ctx) => ctx.db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticketId)));
      return rows.map(({ type }) => type);
    },
  };
}

describe("claimTurn", () => {
  test("the first turn starts the flow with the contact's variables, and is claimed for a minute", async () => {
    const { claim, ticketId, contact } = await givenFlow();
    expect(await claim()).toMatchObject({
      ...{ ticketId, round: 1, input: null, url: "http://flows.example", slug: "loja", sessionId: null, replay: null },
      variables: { number: contact.number, pushName: "Helena Sampaio" },
    });
    expect(await claim(at(MINUTE_MS))).toBeUndefined();
    expect(await claim(at(MINUTE_MS + 1))).toMatchObject({ input: null, replay: [] });
  });

  test("inputs come in the order of writing, with the flow's session, each after the one before", async () => {
    const { answer, tell, take, finish } = await givenFlow();
    await answer({ sessionId: "s1" });
    await tell("um");
    await tell("dois");
    const first = await take();
    expect(first).toMatchObject({ input: "um", sessionId: "s1", replay: null });
    await finish(first, reply());
    expect(await take()).toMatchObject({ input: "dois", sessionId: "s1" });
  });

  test("a turn whose worker died starts the conversation over with the inputs of this round before it", async () => {
    const { answer, tell, take, begin } = await givenFlow();
    await answer({ sessionId: "s1" });
    await tell("de antes");
    await begin();
    await answer({ sessionId: "s2" });
    for (const text of ["um", "dois"]) {
      await tell(text);
      await answer({});
    }
    await tell("três");
    await take();
    expect(await take(at(MINUTE_MS + 1))).toMatchObject({ input: "três", replay: ["um", "dois"] });
  });

  test("turns of a flow that was disabled are dropped, and the agents take over", async () => {
    const { claim, queueId, bot, inputs } = await givenFlow();
    await desk((ctx) => ctx.db.update(queues).set({ typebotEnabled: false }).where(eq(queues.id, queueId)));
    expect(await claim()).toBeUndefined();
    expect([(await bot()).stage, await inputs()]).toEqual(["done", []]);
  });
});

test("an open turn is listed until it is claimed or done, and its company with it", async () => {
  const { ticketId, take, finish } = await givenFlow();
  const listed = async (now = NOW) =>
    (await desk((ctx) => openTurns(ctx, 1_000), now)).some((turn) => turn.ticketId === ticketId);
  const lists = async (id: string) => (await companiesWithOpenTurns(testDatabase().platform)).includes(id);
  expect([await listed(), await lists(companyId), await lists(stranger.companyId)]).toEqual([true, true, false]);
  const turn = await take();
  expect([await listed(), await listed(at(MINUTE_MS)), await listed(at(MINUTE_MS + 1))]).toEqual([false, false, true]);
  await finish(turn, reply());
  expect(await listed(at(MINUTE_MS + 1))).toBe(false);
});

describe("finishTurn", () => {
  test("the reply's texts are sent with the typing time, then its choices as a menu, once", async () => {
    const { take, finish, said, bot } = await givenFlow();
    const turn = await take();
    const steps = [
      { type: "text" as const, text: "Veja:" },
      { type: "media" as const, url: "https://loja.example/a.jpg" },
    ];
    const answer = reply({ sessionId: "s1", steps, choices: ["Sim", "Não"] });
    expect(await finish(turn, answer)).toBe(true);
    // A file that could not be downloaded is sent as its address.
    expect(await said()).toEqual([
      { body: "Veja:", origin: "flow", composeMs: 250 },
      { body: "https://loja.example/a.jpg", origin: "flow", composeMs: 250 },
      { body: "*[ 1 ]* - Sim\n*[ 2 ]* - Não", origin: "flow", composeMs: 250 },
    ]);
    expect(await bot()).toMatchObject({ stage: "typebot", flowSession: "s1", flowChoices: ["Sim", "Não"] });
    expect(await finish(turn, answer)).toBe(false);
    expect(await said()).toHaveLength(3);
  });

  test("a downloaded file is sent as a file", async () => {
    const { take, finish, ticketId } = await givenFlow();
    const file = {
      companyId,
      id: randomUUID(),
      name: "a.jpg",
      mimetype: "image/jpeg",
      kind: "image",
      size: 3,
    } as const;
    const [row] = await desk((ctx) =>
      ctx.db
        .insert(files)
        .values({ ...file, sha256: "00" })
        .returning(),
    );
    if (!row) throw new Error("no file");
    const steps = [{ type: "media" as const, url: "https://loja.example/a.jpg" }];
    await finish(await take(), { ...reply({ steps }), files: new Map([["https://loja.example/a.jpg", row]]) });
    const sent = await desk((ctx) => ctx.db.select().from(messages).where(eq(messages.ticketId, ticketId)));
    expect(sent).toMatchObject([{ body: "", fileId: file.id, mediaType: "image", origin: "flow", composeMs: 250 }]);
  });

  test("the reply to a conversation that was started again in between is dropped", async () => {
    const { take, finish, said, begin, inputs } = await givenFlow();
    const turn = await take();
    await begin();
    expect(await finish(turn, reply({ steps: [{ type: "text", text: "tarde" }] }))).toBe(false);
    expect([await said(), await inputs()]).toEqual([[], [[2, null]]]);
  });

  test("an empty reply gets the text for what the flow does not understand, unless it ends the flow", async () => {
    const [going, ended] = [await givenFlow(), await givenFlow()];
    await going.answer({});
    expect(await going.said()).toMatchObject([{ body: "Só entendo texto.", origin: "flow" }]);
    await ended.answer({ hasEnded: true });
    expect([await ended.said(), (await ended.bot()).stage]).toEqual([[], "done"]);
    expect((await ended.ticket()).isBot).toBe(false);
  });

  test("without a valid reply the contact is told that the team takes over", async () => {
    const { take, finish, said, bot, events } = await givenFlow();
    expect(await finish(await take(), undefined)).toBe(true);
    expect(await said()).toMatchObject([{ body: deskTexts.peopleCome, origin: "waiting" }]);
    expect([(await bot()).stage, await events()]).toEqual(["done", ["handedOver"]]);
  });

  test("a stop command ends the flow, and later steps are not sent", async () => {
    const { answer, said, bot } = await givenFlow();
    await answer({ steps: [{ type: "text", text: "Tchau" }, { type: "stop" }, { type: "text", text: "nunca" }] });
    expect([(await said()).map(({ body }) => body), (await bot()).stage]).toEqual([["Tchau"], "done"]);
  });

  test("a flow hands the ticket to a queue, where it waits, or to an agent, where it is open", async () => {
    const agent = await givenAgent({ companyId });
    const target = await givenQueue();
    const toQueue = await givenFlow();
    await toQueue.answer({ steps: [{ type: "handOver", queueId: target, userId: null }] });
    expect(await toQueue.ticket()).toMatchObject({ queueId: target, userId: null, status: "pending", isBot: false });
    expect([(await toQueue.bot()).stage, await toQueue.events()]).toEqual(["done", ["transferred"]]);
    const toAgent = await givenFlow();
    await toAgent.answer({ steps: [{ type: "handOver", queueId: null, userId: agent.id }] });
    expect(await toAgent.ticket()).toMatchObject({ queueId: toAgent.queueId, userId: agent.id, status: "open" });
    expect((await toAgent.bot()).stage).toBe("off");
  });

  test("unknown queues and agents, and another company's, leave the ticket in its queue for the agents", async () => {
    for (const [queueId, userId] of [
      ["7", "Ana"],
      [randomUUID(), randomUUID()],
      [stranger.queue.id, stranger.ana.id],
    ] as const) {
      const { answer, ticket, bot, queueId: own } = await givenFlow();
      await answer({ steps: [{ type: "handOver", queueId, userId }] });
      expect(await ticket()).toMatchObject({ queueId: own, userId: null, status: "pending", isBot: false });
      expect((await bot()).stage).toBe("done");
    }
  });
});

describe("tellFlow", () => {
  test("a number chooses the offered option; any other text is passed on as it is", async () => {
    const { answer, tell, inputs } = await givenFlow();
    await answer({ sessionId: "s", choices: ["Sim", "Não"] });
    for (const text of ["2", "3", "talvez"]) await tell(text);
    expect((await inputs()).map(([, input]) => input)).toEqual(["Não", "3", "talvez"]);
  });

  test("a message without text gets the queue's text, and the flow does not get it", async () => {
    const { answer, tell, inputs, said } = await givenFlow();
    await answer({ sessionId: "s", steps: [{ type: "text", text: "Nome?" }] });
    await tell("");
    expect(await inputs()).toEqual([]);
    expect((await said()).map(({ body }) => body)).toEqual(["Nome?", "Só entendo texto."]);
  });

  test("the keyword to finish ends the flow and drops its open turns, in any case of letters", async () => {
    const { tell, bot, inputs } = await givenFlow();
    await tell("sAIR");
    expect([(await bot()).stage, await inputs()]).toEqual(["done", []]);
  });

  test("the keyword to restart begins another round with its text, and forgets the session", async () => {
    const { answer, tell, bot, inputs, said } = await givenFlow();
    await answer({ sessionId: "s", choices: ["Sim"] });
    await tell("menu");
    expect((await said()).at(-1)).toMatchObject({ body: "De novo!", origin: "flow" });
    expect(await inputs()).toEqual([[2, null]]);
    expect(await bot()).toMatchObject({ flowSession: null, flowRound: 2, flowChoices: null });
  });

  test("a conversation that was silent for the queue's minutes begins again", async () => {
    const { answer, tell, inputs } = await givenFlow({ typebotExpiresMinutes: 10 });
    await answer({ sessionId: "s" });
    await tell("cedo", at(10 * MINUTE_MS - 1));
    expect(await inputs()).toEqual([[1, "cedo"]]);
    await tell("tarde", at(20 * MINUTE_MS - 1));
    expect(await inputs()).toEqual([[2, null]]);
  });

  test("without a time limit a conversation never expires", async () => {
    const { answer, tell, inputs } = await givenFlow({ typebotExpiresMinutes: 0 });
    await answer({ sessionId: "s" });
    await tell("um ano depois", at(365 * 24 * 60 * MINUTE_MS));
    expect(await inputs()).toEqual([[1, "um ano depois"]]);
  });

  test.each([
    ["MENU", {}, true],
    ["menu!", {}, false],
    ["", { typebotKeywordRestart: "" }, false],
    ["menu", { typebotEnabled: false }, false],
    ["menu", { typebotUrl: "" }, false],
    ["menu", { typebotSlug: "" }, false],
  ])("whether %j restarts a finished flow, with %j", async (text, values, expected) => {
    const { ticket } = await givenFlow(values);
    const row = await ticket();
    expect(await desk((ctx) => isRestart(ctx, row, text))).toBe(expected);
  });
});
